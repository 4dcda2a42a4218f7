import { useRef, useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { useRestoreFocus } from '#client/desk/kit/dialogs/use-restore-focus.ts'
import { LoadErrorBanner, useIsDisconnected } from '#client/desk/kit/page/data-state.tsx'
import { StatusBadge } from '#client/desk/kit/page/status-badge.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useCalendarFeed } from '#client/desk/queries/use-calendar-feed.ts'
import { systemClock } from '#client/lib/clock.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { useForm, useFormValues } from '#client/lib/use-form.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { Field, FieldError, Select, TextField } from '#client/ui/controls/field.tsx'
import type from '#client/ui/type.module.css'
import { pluralize } from '#shared/lib/format-number.ts'
import { feedFaultTexts } from '#shared/schedule/calendar-state.ts'
import {
  answerEmptyCalendar,
  type FeedView,
  renewBookingsFeed,
  setFeed,
} from '#shared/schedule/feed-api.ts'
import { formatNotice } from '#shared/schedule/schedule-text.ts'
import styles from './feed-box.module.css'
import { formatFeedNote } from './schedule-text.ts'

interface FeedBoxProps {
  disabled: boolean
  syncing: boolean
  onSync: () => Promise<void>
}

/**
 * The owner's external calendar, whose busy times are not bookable, and the feed of bookings for
 * it.
 */
export function FeedBox({ disabled, syncing, onSync }: FeedBoxProps) {
  const desk = useCalendarFeed()
  const disabledReason = useIsDisconnected(desk) ? 'This needs a connection.' : undefined
  const { data, reload } = desk
  return (
    <Box
      title="Your own calendar"
      lead="Its busy times block bookings."
      aside={
        data?.maskedAddress ? (
          <DeskButton
            variant="ghost"
            disabledReason={disabledReason}
            busy={syncing}
            disabled={disabled && !syncing}
            onClick={() => void onSync()}
          >
            {syncing ? 'Syncing...' : 'Sync now'}
          </DeskButton>
        ) : null
      }
    >
      <div className="stack gap-6">
        <LoadErrorBanner failure="Failed to load calendar settings" desk={desk} />
        {data ? (
          <>
            <Connection
              feed={data}
              disabledReason={disabledReason}
              disabled={disabled}
              onChanged={reload}
            />
            <BookingsFeed
              createdAt={data.bookingsFeedCreatedAt}
              disabledReason={disabledReason}
              onRenewed={reload}
            />
          </>
        ) : null}
      </div>
    </Box>
  )
}

interface ConnectionProps {
  feed: FeedView
  disabledReason: string | undefined
  disabled: boolean
  onChanged: () => void
}

/** The external calendar: its state, and the form for its address. */
function Connection({ feed, disabledReason, disabled, onChanged }: ConnectionProps) {
  const status = useRef<HTMLDivElement>(null)
  // A saved address gives a new form, and the pressed button is gone.
  const formKey = `${feed.maskedAddress} ${feed.staleMinutes}`
  useRestoreFocus(status, formKey)
  return (
    <>
      <div ref={status} tabIndex={-1}>
        <FeedStatus feed={feed} />
      </div>
      {feed.failure === 'empty' ? (
        <AcceptEmpty disabledReason={disabledReason} onAccepted={onChanged} />
      ) : null}
      <FeedForm
        key={formKey}
        feed={feed}
        disabledReason={disabledReason}
        disabled={disabled}
        onSaved={onChanged}
      />
    </>
  )
}

/** The state of the external calendar: address, last read, and failure. */
function FeedStatus({ feed }: { feed: FeedView }) {
  const { maskedAddress, state, syncedAt, failure, failingSince } = feed
  if (state === 'none')
    return (
      <p className={styles.notConnected}>
        No calendar is connected: only bookings made here block your time.
      </p>
    )
  const now = systemClock()
  return (
    <dl className={styles.facts}>
      <div>
        <dt className={type.fine}>Address</dt>
        <dd>{maskedAddress}</dd>
      </div>
      <div>
        <dt className={type.fine}>Last read</dt>
        <dd className={styles.lastRead}>
          {syncedAt ? (
            <>
              {formatRelativeTime(Date.parse(syncedAt), now)},{' '}
              {formatAge(now - Date.parse(syncedAt))}
              <small>{formatCounts(feed)}</small>
            </>
          ) : (
            'Never'
          )}
        </dd>
      </div>
      <div>
        <dt className={type.fine}>State</dt>
        <dd>
          {state === 'fresh' ? (
            <>
              <StatusBadge tone="ok">Up to date</StatusBadge>
              {feed.notes.some(({ needsApproval }) => needsApproval) ? (
                <small>
                  Some new bookings need your approval until you have seen on the dashboard what was
                  not understood.
                </small>
              ) : null}
            </>
          ) : (
            <>
              <StatusBadge tone="wait">Not up to date</StatusBadge>
              <small>New bookings need your approval until it can be read again.</small>
            </>
          )}
          {failure ? (
            <p className={styles.problem}>
              {feedFaultTexts[failure]}
              {failingSince ? ` Since ${formatRelativeTime(Date.parse(failingSince), now)}.` : ''}
            </p>
          ) : null}
        </dd>
      </div>
      {feed.notes.length > 0 ? (
        <div>
          <dt className={type.fine}>Not understood</dt>
          <dd className={styles.notes}>
            <ul>
              {feed.notes.map((note) => (
                <li key={note.key}>{formatFeedNote(note)}</li>
              ))}
            </ul>
          </dd>
        </div>
      ) : null}
    </dl>
  )
}

/** `12 entries, 1 not understood, 2 read with a guessed time zone` */
function formatCounts({ entryCount, unreadableCount, guessedZoneCount }: FeedView): string {
  return [
    pluralize(entryCount, 'entry').replace('entrys', 'entries'),
    ...(unreadableCount > 0 ? [`${unreadableCount} not understood`] : []),
    ...(guessedZoneCount > 0 ? [`${guessedZoneCount} read with a guessed time zone`] : []),
  ].join(', ')
}

interface AcceptEmptyProps {
  disabledReason: string | undefined
  onAccepted: () => void
}

/** The owner's word that a calendar that is suddenly empty really is. */
function AcceptEmpty({ disabledReason, onAccepted }: AcceptEmptyProps) {
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const accept = async () => {
    setSaving(true)
    const answer = await callEndpoint(answerEmptyCalendar, { isReallyEmpty: true })
    setSaving(false)
    setProblem(answer.ok ? undefined : answer.refusal.error)
    onAccepted()
  }
  return (
    <div>
      <DeskButton
        variant="ghost"
        disabledReason={disabledReason}
        busy={saving}
        onClick={() => void accept()}
      >
        The calendar is really empty
      </DeskButton>
      <FieldError id="accept-empty-problem">{problem}</FieldError>
    </div>
  )
}

function formatAge(age: number): string {
  const minutes = Math.floor(age / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 120) return `${pluralize(minutes, 'minute')} ago`
  return minutes < 2880
    ? `${pluralize(Math.floor(minutes / 60), 'hour')} ago`
    : `${pluralize(Math.floor(minutes / 1440), 'day')} ago`
}

interface BookingsFeedProps {
  createdAt: string | null
  disabledReason: string | undefined
  onRenewed: () => void
}

/** The address of the feed of bookings. It is shown only once, when it is created. */
function BookingsFeed({ createdAt, disabledReason, onRenewed }: BookingsFeedProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [url, setUrl] = useState<string>()
  const [making, setMaking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const renew = async () => {
    dialog.current?.close()
    setMaking(true)
    setProblem(undefined)
    const answer = await callEndpoint(renewBookingsFeed, {})
    setMaking(false)
    if (!answer.ok) return setProblem(answer.refusal.error)
    setUrl(answer.value.url)
    onRenewed()
  }
  return (
    <section className={styles.bookingsFeed} aria-labelledby="bookings-feed">
      <div>
        <h3 className={kit.rowTitle} id="bookings-feed">
          Your bookings in your calendar
        </h3>
        <p>
          {createdAt
            ? `A private address was created ${formatRelativeTime(Date.parse(createdAt), systemClock())}. Anyone who has it can see your bookings.`
            : 'A private address that your calendar can subscribe to.'}
        </p>
      </div>
      <DeskButton
        variant="ghost"
        disabledReason={disabledReason}
        busy={making}
        onClick={() => (createdAt ? dialog.current?.showModal() : void renew())}
      >
        {createdAt ? 'Replace link' : 'Create link'}
      </DeskButton>
      <div className={styles.url} aria-live="polite">
        {url ? (
          <TextField
            label="Subscribe to this address"
            hint="Copy it now, it is shown only once. Replacing it disables the old one."
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
          />
        ) : null}
        <FieldError id="bookings-feed-problem">{problem}</FieldError>
      </div>
      <ConfirmDialog
        ref={dialog}
        title="Replace the link?"
        confirmLabel="Replace link"
        onConfirm={() => void renew()}
      >
        The current address stops working. Your calendar shows no bookings until you give it the new
        one.
      </ConfirmDialog>
    </section>
  )
}

const staleMinuteOptions = [30, 60, 120, 360, 720, 1440]

interface FeedFormProps {
  feed: FeedView
  disabledReason: string | undefined
  disabled: boolean
  onSaved: () => void
}

/**
 * The form for the calendar's address. The server never returns the full address, which gives
 * access to the owner's calendar.
 */
function FeedForm({ feed, disabledReason, disabled, onSaved }: FeedFormProps) {
  const values = useFormValues({ address: '', stale: `${feed.staleMinutes}` })
  const { address, stale } = values.values
  const save = async (change: { address?: string }) => {
    const answer = await callEndpoint(setFeed, { ...change, staleMinutes: Number(stale) })
    if (!answer.ok)
      return { fields: { address: answer.refusal.fields?.address ?? answer.refusal.error } }
    onSaved()
    return undefined
  }
  const form = useForm({
    values,
    rules: () => ({}),
    submit: async () => (disabledReason ? undefined : save(address.trim() ? { address } : {})),
    disabled,
  })
  const { busy: disconnecting, run } = useOneAtATime()
  const saving = form.busy || disconnecting
  const { error: _none, ...staleField } = form.field('stale')
  const ageOptions = [...new Set([...staleMinuteOptions, feed.staleMinutes])].sort((a, b) => a - b)
  return (
    <form {...form.props} className={styles.form}>
      <TextField
        label={feed.maskedAddress ? 'New calendar address' : 'Calendar address'}
        type="url"
        inputMode="url"
        placeholder="https://example.com/calendar.ics"
        hint="The private iCal address from your calendar. If it needs a user and a password, write https://user:password@ before the server’s name."
        autoComplete="off"
        {...form.field('address')}
        disabled={disabled}
      />
      <Field
        label="Trust calendar data for"
        hint="If it is older, new bookings need your approval."
      >
        {(control) => (
          <Select {...control} {...staleField} disabled={disabled}>
            {ageOptions.map((minutes) => (
              <option key={minutes} value={minutes}>
                {formatNotice(minutes)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className={`row gap-4 ${styles.actions}`}>
        <DeskButton
          variant="ghost"
          type="submit"
          disabledReason={disabledReason}
          busy={saving}
          disabled={disabled || (!address.trim() && Number(stale) === feed.staleMinutes)}
        >
          {saving ? 'Saving...' : 'Save calendar'}
        </DeskButton>
        {feed.maskedAddress ? (
          <DeskButton
            variant="quiet"
            disabledReason={disabledReason}
            disabled={disabled || saving}
            onClick={() => void run(async () => form.refuse(await save({ address: '' })))}
          >
            Disconnect
          </DeskButton>
        ) : null}
      </div>
    </form>
  )
}
