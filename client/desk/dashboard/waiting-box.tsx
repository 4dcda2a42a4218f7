import { type ReactNode, Suspense, useRef, useState } from 'react'
import { book } from '#client/book/page-book.ts'
import type { BookState } from '#client/book/store/types.ts'
import { useAttention, useBookState, useTwins } from '#client/book/use-book.ts'
import { FloodItem } from '#client/desk/bookings/flood-item.tsx'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { useKeptFocus } from '#client/desk/kit/dialogs/use-kept-focus.ts'
import { useIsCutOff } from '#client/desk/kit/page/data-state.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useOnline, useSomethingWaits } from '#client/lib/browser.ts'
import { call } from '#client/lib/data/api.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { announce } from '#client/ui/announcer.tsx'
import { type Dashboard, sendMailAgain, type WaitingMail } from '#shared/desk/api.ts'
import { countText } from '#shared/lib/number-words.ts'
import type { LinkFormProps } from './give-link-form.tsx'
import { type Newcomer, useNewcomer } from './use-newcomer.ts'
import styles from './waiting-item.module.css'
import { WaitingItem } from './waiting-item.tsx'
import {
  attentionWords,
  bookingWords,
  mailWords,
  newcomerWords,
  refundWords,
  twinWords,
  unsyncedWords,
} from './waiting-words.ts'

interface WaitingBoxProps {
  shown: Dashboard
  desk: Pick<DeskData<unknown>, 'trouble' | 'reload'>
}

/** Everything that needs the owner. */
export function WaitingBox({ shown, desk }: WaitingBoxProps) {
  const now = useMinute()
  const waitsHere = useSomethingWaits()
  const { mails, refunds, bookings } = shown.waiting
  const inBook = useBookItems()
  const { floods } = shown
  const onServer = mails.length + refunds.length + bookings.length + floods.length
  const { newcomer, pressed, leave } = useNewcomer(shown.senders)
  const list = useRef<HTMLDivElement>(null)
  useKeptFocus(list, pressed)
  const count = onServer + inBook.length + (newcomer ? 1 : 0) + (waitsHere ? 1 : 0)
  const aside = count === 0 ? undefined : count === 1 ? '1 item' : `${count} items`
  return (
    <Box title="Waiting for you" aside={aside} flush>
      <div ref={list} tabIndex={-1}>
        {count === 0 ? (
          <p className={`${kit.inset} ${styles.none}`}>You’re all caught up.</p>
        ) : null}
        <ul>
          {floods.map((flood) => (
            <FloodItem
              key={flood.sender}
              lookAt="/admin/bookings"
              timeZone={shown.timeZone}
              {...{ flood, now, desk }}
            />
          ))}
          {bookings.map((booking) => {
            const { action, ...words } = bookingWords(booking, shown.timeZone)
            const look = ['requested', 'link'].includes(booking.why) ? 'wait' : 'trouble'
            return (
              <WaitingItem key={`${booking.id}-${booking.why}`} look={look} {...words}>
                {booking.why === 'link' || booking.why === 'room' ? (
                  <GiveLink booking={booking} desk={desk} />
                ) : null}
                <TextAction to={bookingPath(booking.id)}>{action}</TextAction>
              </WaitingItem>
            )
          })}
          {mails.map((mail) => (
            <MailItem key={mail.id} mail={mail} now={now} desk={desk} />
          ))}
          {refunds.map((refund) => (
            <WaitingItem key={refund.id} look="refund" {...refundWords(refund, now)}>
              <TextAction to={bookingPath(refund.bookingId)}>View booking</TextAction>
            </WaitingItem>
          ))}
          {inBook}
          {newcomer ? (
            <NewcomerItem
              key={newcomer.sender.id}
              newcomer={newcomer}
              now={now}
              onLeave={() => leave(newcomer.sender)}
            />
          ) : null}
          {waitsHere ? (
            <WaitingItem
              look="wait"
              title="A form on this device is not sent yet"
              text="It was filled in here and still has to be sent."
            >
              <TextAction to="/on-this-device">View it</TextAction>
            </WaitingItem>
          ) : null}
        </ul>
      </div>
    </Box>
  )
}

function bookingPath(id: string): string {
  return `/admin/bookings/${id}`
}

interface MailItemProps {
  mail: WaitingMail
  now: number
  desk: WaitingBoxProps['desk']
}

function MailItem({ mail, now, desk }: MailItemProps) {
  return (
    <WaitingItem look="mail" {...mailWords(mail, now)}>
      {mail.bookingId ? (
        <TextAction to={bookingPath(mail.bookingId)}>Check the address</TextAction>
      ) : null}
      <SendAgain id={mail.id} desk={desk} />
    </WaitingItem>
  )
}

interface NewcomerItemProps {
  newcomer: Newcomer
  now: number
  onLeave: () => void
}

/** An unknown sender: add as a client, open the client that it may be, or dismiss. */
function NewcomerItem({ newcomer, now, onLeave }: NewcomerItemProps) {
  const { sender, likely } = newcomer
  const { id, form, name, email, phone } = sender
  const leave = () => {
    onLeave()
    announce(`${name} is left as is.`)
  }
  return (
    <WaitingItem look="wait" {...newcomerWords(newcomer, now)}>
      <TextAction to={`/admin/forms/${form}/${id}`}>Read it</TextAction>
      {likely ? <TextAction to={`/admin/crm/${likely.id}`}>Open {likely.name}</TextAction> : null}
      <TextAction to="/admin/crm/new" state={{ fields: { name, email, phone } }}>
        Add as client
      </TextAction>
      <TextAction onClick={leave}>Dismiss</TextAction>
    </WaitingItem>
  )
}

const LinkForm = lazyNamed(
  () => import('./give-link-form.tsx'),
  (module) => module.LinkForm,
)

/** A form on the dashboard for the meeting link that a guest was promised. */
function GiveLink(props: Omit<LinkFormProps, 'close'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const cut = useIsCutOff(props.desk)
  return (
    <>
      <TextAction
        barred={cut ? 'This needs a connection.' : undefined}
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
            <LinkForm {...props} close={() => dialog.current?.close()} />
          </Suspense>
        ) : null}
      </DeskDialog>
    </>
  )
}

const OFFLINE = 'Sending needs a connection.'

interface SendAgainProps {
  /** The id of the mail job. */
  id: number
  desk: Pick<DeskData<unknown>, 'trouble' | 'reload'>
}

/** Retries a mail job at once and shows the outcome. */
function SendAgain({ id, desk }: SendAgainProps) {
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')
  const cut = useIsCutOff(desk)
  const send = async () => {
    setState('sending')
    announce('Sending...')
    const answer = await call(sendMailAgain, { id })
    const sent = answer.ok && answer.value.sent
    announce(sent ? 'The email is sent.' : 'It could not be sent this time either.')
    setState(sent ? 'idle' : 'failed')
    desk.reload()
  }
  const barred = cut ? OFFLINE : state === 'sending' ? 'It is being sent.' : undefined
  return (
    <>
      <TextAction onClick={() => void send()} barred={barred}>
        {state === 'sending' ? 'Sending...' : 'Send again'}
      </TextAction>
      {cut ? <p className={styles.warning}>{OFFLINE}</p> : null}
      {state === 'failed' && !cut ? (
        <p className={styles.problem}>It could not be sent this time either.</p>
      ) : null}
    </>
  )
}

/** Further items appear once these are settled. */
const SHOWN = 20

/** Questions from the client book, and its pending mutations. */
function useBookItems(): ReactNode[] {
  const state = useBookState()
  const lines = useAttention(SHOWN)
  const twins = useTwins()
  const online = useOnline()
  return [
    ...lines.map(({ id, name, mark }) => (
      <WaitingItem key={id} look="trouble" {...attentionWords(name, mark)}>
        <TextAction to={`/admin/crm/${id}`}>Choose what to keep</TextAction>
      </WaitingItem>
    )),
    ...(state.scheduleAsks ? [<ScheduleItem key="schedule" />] : []),
    ...(state.missing > 0 ? [<MissingItem key="missing" missing={state.missing} />] : []),
    ...(state.waiting > 0 ? [<UnsyncedItem key="unsynced" state={state} online={online} />] : []),
    ...(twins.first ? [<TwinsItem key="twins" count={twins.count} first={twins.first} />] : []),
  ]
}

/** The possible duplicates, of which one pair at a time is compared. */
function TwinsItem({ count, first: [id, other] }: { count: number; first: [string, string] }) {
  return (
    <WaitingItem look="wait" {...twinWords(count)}>
      <TextAction to={`/admin/crm/${id}/merge/${other}`}>Compare them</TextAction>
    </WaitingItem>
  )
}

function ScheduleItem() {
  return (
    <WaitingItem
      look="trouble"
      title="The schedule was changed on two devices"
      text="Visitors are offered what is published, until you choose."
    >
      <TextAction to="/admin/settings">Choose what to keep</TextAction>
    </WaitingItem>
  )
}

function MissingItem({ missing }: { missing: number }) {
  const number = countText(missing)
  return (
    <WaitingItem
      look="trouble"
      title={`The server no longer has ${number} of your clients`}
      text="They are still on this device. Nothing is removed here until you choose."
    >
      <TextAction to="/admin/crm">Choose what to do</TextAction>
    </WaitingItem>
  )
}

function UnsyncedItem({ state, online }: { state: BookState; online: boolean }) {
  return (
    <WaitingItem look="wait" {...unsyncedWords(state, online)}>
      {online ? (
        <TextAction
          onClick={() => void book().sync()}
          barred={state.sync === 'syncing' ? 'This is under way.' : undefined}
        >
          Sync now
        </TextAction>
      ) : null}
    </WaitingItem>
  )
}
