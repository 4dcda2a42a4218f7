import { type ReactNode, Suspense, useRef, useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import { useDataState, useDuplicates, useNeedingAttention } from '#client/data/use-data.ts'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { useRestoreFocus } from '#client/desk/kit/dialogs/use-restore-focus.ts'
import styles from '#client/desk/kit/lists/dashboard-item.module.css'
import { DashboardItem } from '#client/desk/kit/lists/dashboard-item.tsx'
import { formatMissing, useIsDisconnected } from '#client/desk/kit/page/data-state.tsx'
import { toFilterQuery } from '#client/desk/kit/page/use-filter.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useHasQueuedEntries, useOnline } from '#client/lib/browser.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { acknowledgeReversals } from '#shared/booking/desk-api.ts'
import type { Flood } from '#shared/booking/flood-api.ts'
import type { Dashboard, OpenMessages, ReversalTask } from '#shared/desk/dashboard.ts'
import { retryMail } from '#shared/desk/failing-jobs.ts'
import type { SiteState } from '#shared/desk/site-state.ts'
import type { FeedView } from '#shared/schedule/feed-api.ts'
import type { SubmissionFilter } from '#shared/submissions/marks.ts'
import {
  countCalendarItems,
  formatBookAttention,
  formatBookingTask,
  formatDuplicates,
  formatFailedMail,
  formatItemCount,
  formatMessages,
  formatOldZones,
  formatOpenRefund,
  formatReversal,
  formatUnsyncedChanges,
} from './dashboard-text.ts'
import type { GiveLinkFormProps } from './give-link-form.tsx'
import { UnknownSenderItem, useUnknownSender } from './unknown-sender.tsx'

/** Loaded on demand, because a flood is rare. */
const FloodItem = lazyNamed(
  () => import('#client/desk/bookings/flood-item.tsx'),
  (module) => module.FloodItem,
)

/** Loaded on demand, because most calendars leave nothing open. */
const CalendarItems = lazyNamed(
  () => import('./calendar-items.tsx'),
  (module) => module.CalendarItems,
)

interface AttentionBoxProps {
  dashboard: Dashboard
  feed: FeedView | undefined
  floods: DeskData<{ floods: readonly Flood[] }>
  site: Pick<DeskData<SiteState>, 'data' | 'state'>
  now: number
  desk: Pick<DeskData<unknown>, 'refusal' | 'reload'>
}

/** Everything that needs the owner. */
export function AttentionBox(props: AttentionBoxProps) {
  const { dashboard, feed, site, now, desk } = props
  const oldZones = site.data?.oldZones ?? []
  const hasQueuedEntries = useHasQueuedEntries()
  const { mails, refunds, reversals, tasks } = dashboard
  const clientBookItems = useClientBookItems()
  const floods = props.floods.data?.floods ?? []
  const calendarCount = feed ? countCalendarItems(feed) : 0
  const serverCount = [mails, refunds, reversals, tasks, floods].flat().length + calendarCount
  const { messages } = dashboard
  const { unknownSender, dismissCount, dismiss } = useUnknownSender(dashboard.senders)
  const list = useRef<HTMLDivElement>(null)
  useRestoreFocus(list, dismissCount)
  const reloadFloods = () => {
    props.floods.reload()
    desk.reload()
  }
  const others = [messages.latest, oldZones.length > 0, unknownSender, hasQueuedEntries].filter(
    Boolean,
  )
  const count = serverCount + clientBookItems.length + others.length
  // Something else may wait as long as an answer is awaited; without the state of the calendar, something in it.
  const isAwaited = !feed || [site, props.floods].some(({ state }) => state === 'opening')
  return (
    <Box title="Waiting for you" aside={isAwaited ? undefined : formatItemCount(count)} flush>
      <div ref={list} tabIndex={-1}>
        {count === 0 && !isAwaited ? (
          <p className={`${kit.inset} ${styles.empty}`}>You’re all caught up.</p>
        ) : null}
        <ul>
          <MessagesItem messages={messages} now={now} />
          <Suspense fallback={null}>
            {floods.map((flood) => (
              <FloodItem
                key={flood.sender}
                listPath="/admin/bookings"
                timeZone={dashboard.timeZone}
                desk={{ ...props.floods, reload: reloadFloods }}
                {...{ flood, now }}
              />
            ))}
            {feed && calendarCount > 0 ? <CalendarItems feed={feed} desk={desk} /> : null}
          </Suspense>
          {oldZones.length > 0 ? (
            <DashboardItem look="warning" {...formatOldZones(oldZones)} />
          ) : null}
          {reversals.map((task) => (
            <ReversalItem
              key={task.dispute?.id ?? task.booking.id}
              timeZone={dashboard.timeZone}
              {...{ task, now, desk }}
            />
          ))}
          {tasks.map((task) => {
            const { booking, reason } = task
            const { action, ...texts } = formatBookingTask(task, dashboard.timeZone)
            const look = ['requested', 'link'].includes(reason) ? 'wait' : 'warning'
            return (
              <DashboardItem key={`${booking.id}-${reason}`} look={look} {...texts}>
                {/* Both lack the link that the guest was promised; see `BookingTask`. */}
                {reason === 'link' || reason === 'room' ? (
                  <GiveLink booking={booking} desk={desk} />
                ) : null}
                <TextAction to={bookingPath(booking.id)}>{action}</TextAction>
                {/* One address for all bookings to come spares the owner this for each of them. */}
                {reason === 'link' ? (
                  <TextAction to="/admin/settings/video">Where you meet</TextAction>
                ) : null}
              </DashboardItem>
            )
          })}
          {mails.map((mail) => (
            <DashboardItem key={mail.id} look="mail" {...formatFailedMail(mail, now)}>
              {mail.bookingId ? (
                <TextAction to={bookingPath(mail.bookingId)}>Check the address</TextAction>
              ) : null}
              <RetryMail id={mail.id} desk={desk} />
            </DashboardItem>
          ))}
          {refunds.map((refund) => (
            <DashboardItem key={refund.id} look="refund" {...formatOpenRefund(refund, now)}>
              {refund.state === 'refused' ? (
                <Acknowledge booking={refund.booking} desk={desk} />
              ) : null}
              <TextAction to={bookingPath(refund.booking.id)}>View booking</TextAction>
            </DashboardItem>
          ))}
          {clientBookItems}
          {unknownSender ? (
            <UnknownSenderItem
              key={unknownSender.sender.id}
              unknownSender={unknownSender}
              now={now}
              onDismiss={() => dismiss(unknownSender.sender)}
            />
          ) : null}
          {hasQueuedEntries ? (
            <DashboardItem
              look="wait"
              title="A form on this device is not sent yet"
              text="It was filled in here and still has to be sent."
            >
              <TextAction to="/on-this-device">View it</TextAction>
            </DashboardItem>
          ) : null}
        </ul>
      </div>
    </Box>
  )
}

/** The messages that wait, with a way to those of each form. */
function MessagesItem({ messages, now }: { messages: OpenMessages; now: number }) {
  const { counts, latest } = messages
  if (!latest) return null
  const total = counts.contact + counts.inquiry
  return (
    <DashboardItem look="mail" {...formatMessages(messages, now)}>
      {total === 1 ? (
        <TextAction to={`/admin/forms/${latest.form}/${latest.id}`}>Read it</TextAction>
      ) : (
        (['contact', 'inquiry'] as const).map((form) =>
          counts[form] > 0 ? (
            <TextAction key={form} to={`/admin/forms/${form}${toFilterQuery(TO_ANSWER)}`}>
              {form === 'contact' ? 'Read the messages' : 'Read the enquiries'}
            </TextAction>
          ) : null,
        )
      )}
    </DashboardItem>
  )
}

const TO_ANSWER: SubmissionFilter = 'to-answer'

function bookingPath(id: string): string {
  return `/admin/bookings/${id}`
}

interface ReversalItemProps {
  task: ReversalTask
  timeZone: string
  now: number
  desk: AttentionBoxProps['desk']
}

/** Money that went back, and whether the meeting still takes place. */
function ReversalItem({ task, timeZone, now, desk }: ReversalItemProps) {
  const { booking, asksToKeep, isAcknowledged } = task
  return (
    <DashboardItem
      look={task.dispute ? 'warning' : 'refund'}
      {...formatReversal(task, timeZone, now)}
    >
      {isAcknowledged ? null : (
        <Acknowledge
          booking={booking}
          desk={desk}
          label={asksToKeep ? 'Keep the meeting' : 'Noted'}
        />
      )}
      <TextAction to={bookingPath(booking.id)}>
        {asksToKeep ? 'Cancel it' : 'View booking'}
      </TextAction>
    </DashboardItem>
  )
}

interface AcknowledgeProps {
  booking: DeskBooking
  desk: AttentionBoxProps['desk']
  label?: string
}

/** Records that the owner has seen what went back for a booking, and keeps a meeting ahead. */
function Acknowledge({ booking, desk, label = 'Noted' }: AcknowledgeProps) {
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useOneAtATime()
  const isDisconnected = useIsDisconnected(desk)
  const { id, version: expectedVersion } = booking
  const acknowledge = async () => {
    const answer = await callEndpoint(acknowledgeReversals, { id, expectedVersion })
    setProblem(answer.ok ? undefined : answer.refusal.error)
    if (answer.ok) announce(`${label}: saved.`)
    desk.reload()
  }
  const disabledReason = isDisconnected
    ? 'This needs a connection.'
    : busy
      ? 'This is under way.'
      : undefined
  return (
    <>
      <TextAction onClick={() => void run(acknowledge)} disabledReason={disabledReason}>
        {label}
      </TextAction>
      {problem ? <p className={styles.problem}>{problem}</p> : null}
    </>
  )
}

const GiveLinkForm = lazyNamed(
  () => import('./give-link-form.tsx'),
  (module) => module.GiveLinkForm,
)

/** A form on the dashboard for the meeting link that a guest was promised. */
function GiveLink(props: Omit<GiveLinkFormProps, 'onClose'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const isDisconnected = useIsDisconnected(props.desk)
  return (
    <>
      <TextAction
        disabledReason={isDisconnected ? 'This needs a connection.' : undefined}
        onClick={() => {
          setOpen(true)
          dialog.current?.showModal()
        }}
      >
        Give a link
      </TextAction>
      <DeskDialog ref={dialog} title="Give a link" onClose={() => setOpen(false)}>
        {open ? (
          <Suspense fallback={null}>
            <GiveLinkForm {...props} onClose={() => dialog.current?.close()} />
          </Suspense>
        ) : null}
      </DeskDialog>
    </>
  )
}

const OFFLINE_REASON = 'Sending needs a connection.'

interface RetryMailProps {
  /** The id of the mail job. */
  id: number
  desk: Pick<DeskData<unknown>, 'refusal' | 'reload'>
}

/** Retries a mail job at once and shows the outcome. */
function RetryMail({ id, desk }: RetryMailProps) {
  const { busy, run } = useOneAtATime()
  const [hasFailed, setFailed] = useState(false)
  const isDisconnected = useIsDisconnected(desk)
  const send = async () => {
    setFailed(false)
    announce('Sending...')
    const answer = await callEndpoint(retryMail, { id })
    const sent = answer.ok && answer.value.sent
    announce(sent ? 'The email is sent.' : 'It could not be sent this time either.')
    setFailed(!sent)
    desk.reload()
  }
  const disabledReason = isDisconnected ? OFFLINE_REASON : busy ? 'It is being sent.' : undefined
  return (
    <>
      <TextAction onClick={() => void run(send)} disabledReason={disabledReason}>
        {busy ? 'Sending...' : 'Send again'}
      </TextAction>
      {isDisconnected ? <p className={styles.warning}>{OFFLINE_REASON}</p> : null}
      {hasFailed && !busy && !isDisconnected ? (
        <p className={styles.problem}>It could not be sent this time either.</p>
      ) : null}
    </>
  )
}

/** Further items appear once these are settled. */
const MAX_BOOK_ITEMS = 20

/** Questions from the local data, and its pending mutations. */
function useClientBookItems(): ReactNode[] {
  const state = useDataState()
  const lines = useNeedingAttention(MAX_BOOK_ITEMS)
  const duplicates = useDuplicates()
  const online = useOnline()
  return [
    ...lines.map((line) => (
      <DashboardItem key={line.id} look="warning" {...formatBookAttention(line)}>
        <TextAction to={line.path}>Choose what to keep</TextAction>
      </DashboardItem>
    )),
    ...(state.missing > 0
      ? [
          <DashboardItem
            key="missing"
            look="warning"
            title={formatMissing(state.missing)}
            text="They are still on this device. Nothing is removed here until you choose."
          >
            <TextAction to="/admin/crm">Choose what to do</TextAction>
          </DashboardItem>,
        ]
      : []),
    ...(state.pending > 0
      ? [
          <DashboardItem key="unsynced" look="wait" {...formatUnsyncedChanges(state, online)}>
            {online ? (
              <TextAction
                onClick={() => void getData().sync.run()}
                disabledReason={state.sync === 'syncing' ? 'This is under way.' : undefined}
              >
                Sync now
              </TextAction>
            ) : null}
          </DashboardItem>,
        ]
      : []),
    ...(duplicates.first
      ? [<DuplicatesItem key="duplicates" count={duplicates.count} first={duplicates.first} />]
      : []),
  ]
}

/** The possible duplicates, of which one pair at a time is compared. */
function DuplicatesItem({ count, first: [id, other] }: { count: number; first: [string, string] }) {
  return (
    <DashboardItem look="wait" {...formatDuplicates(count)}>
      <TextAction to={`/admin/crm/${id}/merge/${other}`}>Compare them</TextAction>
    </DashboardItem>
  )
}
