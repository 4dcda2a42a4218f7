import { type FormEvent, useRef, useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { LoadTrouble, useIsCutOff } from '#client/desk/kit/page/data-state.tsx'
import { Status } from '#client/desk/kit/page/status.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { systemClock } from '#client/lib/clock.ts'
import { call } from '#client/lib/data/api.ts'
import { momentWords } from '#client/lib/data/device-zone.ts'
import { Field, FieldError, Select, TextField } from '#client/ui/controls/field.tsx'
import type from '#client/ui/type.module.css'
import { feedFaultWords } from '#shared/schedule/calendar-state.ts'
import { type FeedView, getFeed, renewBookingsFeed, setFeed } from '#shared/schedule/feed-api.ts'
import styles from './feed-box.module.css'
import { count, noticeWords } from './words.ts'

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
  const desk = useDeskData(getFeed, {})
  const barred = useIsCutOff(desk) ? 'This needs a connection.' : undefined
  const { data, reload } = desk
  return (
    <Box
      title="Your own calendar"
      lead="Its busy times block bookings."
      aside={
        data?.shown ? (
          <DeskButton
            variant="ghost"
            barred={barred}
            busy={syncing}
            disabled={disabled && !syncing}
            onClick={() => void onSync()}
          >
            {syncing ? 'Syncing...' : 'Sync now'}
          </DeskButton>
        ) : null
      }
    >
      <div className={kit.boxes}>
        <LoadTrouble failure="Failed to load calendar settings" desk={desk} />
        {data ? (
          <>
            <FeedState feed={data} />
            <FeedForm
              key={`${data.shown} ${data.staleMinutes}`}
              feed={data}
              barred={barred}
              disabled={disabled}
              onSaved={reload}
            />
            <BookingsFeed madeAt={data.bookingsFeedMadeAt} barred={barred} onRenewed={reload} />
          </>
        ) : null}
      </div>
    </Box>
  )
}

/** The state of the external calendar: address, last read, and failure. */
function FeedState({ feed }: { feed: FeedView }) {
  const { shown, state, syncedAt, failure, failingSince, entries, unreadable } = feed
  if (state === 'none')
    return (
      <p className={styles.none}>
        No calendar is connected: only bookings made here block your time.
      </p>
    )
  const now = systemClock()
  return (
    <dl className={styles.facts}>
      <div>
        <dt className={type.fine}>Address</dt>
        <dd>{shown}</dd>
      </div>
      <div>
        <dt className={type.fine}>Last read</dt>
        <dd className={styles.moment}>
          {syncedAt ? (
            <>
              {momentWords(Date.parse(syncedAt), now)}, {ageWords(now - Date.parse(syncedAt))}
              <small>
                {count(entries, 'entry').replace('entrys', 'entries')}
                {unreadable > 0 ? `, ${unreadable} not understood` : ''}
              </small>
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
            <Status tone="ok">Up to date</Status>
          ) : (
            <>
              <Status tone="wait">Not up to date</Status>
              <small>New bookings need your approval until it can be read again.</small>
            </>
          )}
          {failure ? (
            <p className={styles.problem}>
              {feedFaultWords[failure]}
              {failingSince ? ` Since ${momentWords(Date.parse(failingSince), now)}.` : ''}
            </p>
          ) : null}
        </dd>
      </div>
    </dl>
  )
}

function ageWords(age: number): string {
  const minutes = Math.floor(age / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 120) return `${count(minutes, 'minute')} ago`
  return minutes < 2880
    ? `${count(Math.floor(minutes / 60), 'hour')} ago`
    : `${count(Math.floor(minutes / 1440), 'day')} ago`
}

interface BookingsFeedProps {
  madeAt: string | null
  barred: string | undefined
  onRenewed: () => void
}

/** The address of the feed of bookings. It is shown only once, when it is created. */
function BookingsFeed({ madeAt, barred, onRenewed }: BookingsFeedProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [url, setUrl] = useState<string>()
  const [making, setMaking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const renew = async () => {
    dialog.current?.close()
    setMaking(true)
    setProblem(undefined)
    const answer = await call(renewBookingsFeed, {})
    setMaking(false)
    if (!answer.ok) return setProblem(answer.refusal.error)
    setUrl(answer.value.url)
    onRenewed()
  }
  return (
    <section className={styles.ours} aria-labelledby="bookings-feed">
      <div>
        <h3 className={kit.entry} id="bookings-feed">
          Your bookings in your calendar
        </h3>
        <p>
          {madeAt
            ? `A private address was created ${momentWords(Date.parse(madeAt), systemClock())}. Anyone who has it can see your bookings.`
            : 'A private address that your calendar can subscribe to.'}
        </p>
      </div>
      <DeskButton
        variant="ghost"
        barred={barred}
        busy={making}
        onClick={() => (madeAt ? dialog.current?.showModal() : void renew())}
      >
        {madeAt ? 'Replace link' : 'Create link'}
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
        confirm="Replace link"
        onConfirm={() => void renew()}
      >
        The current address stops working. Your calendar shows no bookings until you give it the new
        one.
      </ConfirmDialog>
    </section>
  )
}

const ages = [30, 60, 120, 360, 720, 1440]

interface FeedFormProps {
  feed: FeedView
  barred: string | undefined
  disabled: boolean
  onSaved: () => void
}

/**
 * The form for the calendar's address. The server never returns the full address, which gives
 * access to the owner's calendar.
 */
function FeedForm({ feed, barred, disabled, onSaved }: FeedFormProps) {
  const [address, setAddress] = useState('')
  const [stale, setStale] = useState(feed.staleMinutes)
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async (wanted: { address?: string }) => {
    setSaving(true)
    setProblem(undefined)
    const answer = await call(setFeed, { ...wanted, staleMinutes: stale })
    setSaving(false)
    if (answer.ok) onSaved()
    else setProblem(answer.refusal.fields?.address ?? answer.refusal.error)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!barred) void save(address.trim() ? { address } : {})
  }
  const ageOptions = [...new Set([...ages, feed.staleMinutes])].sort((a, b) => a - b)
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label={feed.shown ? 'New calendar address' : 'Calendar address'}
        type="url"
        inputMode="url"
        placeholder="https://example.com/calendar.ics"
        hint="The private iCal address from your calendar."
        autoComplete="off"
        value={address}
        error={problem}
        disabled={disabled}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Field
        label="Trust calendar data for"
        hint="If it is older, new bookings need your approval."
      >
        {(control) => (
          <Select
            {...control}
            value={stale}
            disabled={disabled}
            onChange={(event) => setStale(Number(event.target.value))}
          >
            {ageOptions.map((minutes) => (
              <option key={minutes} value={minutes}>
                {noticeWords(minutes)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className={styles.actions}>
        <DeskButton
          variant="ghost"
          type="submit"
          barred={barred}
          busy={saving}
          disabled={disabled || (!address.trim() && stale === feed.staleMinutes)}
        >
          {saving ? 'Saving...' : 'Save calendar'}
        </DeskButton>
        {feed.shown ? (
          <DeskButton
            variant="quiet"
            barred={barred}
            disabled={disabled || saving}
            onClick={() => void save({ address: '' })}
          >
            Disconnect
          </DeskButton>
        ) : null}
      </div>
    </form>
  )
}
