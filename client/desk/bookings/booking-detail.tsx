import { type RefObject, useEffect, useRef, useState } from 'react'
import { AddressWords } from '#client/desk/kit/address-words.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { useKeptFocus } from '#client/desk/kit/dialogs/use-kept-focus.ts'
import { useIsCutOff } from '#client/desk/kit/page/data-state.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import type { ClientOf } from '#client/desk/queries/person.ts'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useVisible } from '#client/lib/browser.ts'
import { onAccount, ownerHere } from '#client/lib/data/account-here.ts'
import { call } from '#client/lib/data/api.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { DemoMark } from '#client/ui/controls/demo-mark.tsx'
import { TextArea } from '#client/ui/controls/field.tsx'
import type from '#client/ui/type.module.css'
import { catalogue, destinationWords } from '#shared/booking/catalogue.ts'
import { type DeskBooking, noteBooking, readBooking } from '#shared/booking/desk-api.ts'
import { statusNames } from '#shared/booking/owner-commands.ts'
import { phoneHref } from '#shared/booking/place.ts'
import { clockTime, longDate } from '#shared/booking/times.ts'
import { zoneWords } from '#shared/lib/zone.ts'
import styles from './booking-detail.module.css'
import { BookingStatus, firstName, momentIn, paymentWords } from './booking-words.tsx'
import { BookingActions } from './commands/booking-actions.tsx'
import { FailedRefund } from './commands/cancel-and-refund.tsx'
import { type Commanding, useCommand } from './commands/command.tsx'
import { ZoneRulers } from './zone-rulers.tsx'

interface BookingDetailProps {
  booking: DeskBooking
  desk: Pick<DeskData<DeskBooking[]>, 'trouble' | 'reload'>
  /** UTC milliseconds. */
  now: number
  answered: (booking: DeskBooking) => void
  Client: ClientOf
}

const OFFLINE = 'This needs a connection.'

/** All facts of a booking, and the owner's commands for it. */
export function BookingDetail(props: BookingDetailProps) {
  const { booking: latest, desk, now, answered, Client } = props
  const frame = useRef<HTMLElement>(null)
  const still = useHeld(frame, latest)
  const seen = still.held?.booking ?? latest
  const command = useCommand({ booking: seen, answered, reload: desk.reload })
  const booking = useShown(still, latest, command)
  const heading = useRef<HTMLHeadingElement>(null)
  useKeptFocus(heading, command.done)
  const offline = useIsCutOff(desk) ? OFFLINE : undefined
  useReadBooking(latest, offline === undefined)
  const { serviceType, start, end, ownerZone, message, clientName, demo } = booking
  const time = { start: Date.parse(start), end: Date.parse(end) }
  return (
    <article ref={frame} className={styles.detail} aria-label={clientName}>
      <header className={styles.head}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {clientName}
          </h2>
          <p className={type.muted}>
            {catalogue[serviceType].title}, {longDate(time.start, ownerZone)}
          </p>
        </div>
        <BookingStatus booking={booking} />
      </header>
      {demo ? <DemoMark /> : null}
      {command.done ? <Banner tone="ok" title={command.done} /> : null}
      {command.failed ? <Banner tone="error" title={command.failed} /> : null}
      <BookingNotice booking={booking} />
      {booking.failedRefunds.map((refund) => (
        <FailedRefund key={refund.id} {...{ booking, refund, command, offline }} />
      ))}
      <div>
        <ZoneRulers booking={booking} time={time} />
      </div>
      <BookingActions {...{ booking, command, now, offline }} />
      <div className={styles.columns}>
        <BookingFacts booking={booking} Client={Client} />
        <section>
          <h3>Message</h3>
          {message ? (
            <blockquote className={`${kit.typed} ${styles.message}`}>{message}</blockquote>
          ) : (
            <p className={type.muted}>No message.</p>
          )}
        </section>
      </div>
      <BookingHistory {...{ booking, command, offline }} />
    </article>
  )
}

/** Tells the server that the owner has read the booking and all its changes. */
function useReadBooking({ id, version }: DeskBooking, may: boolean): void {
  const visible = useVisible()
  const reads = may && visible
  // `version`: changes that arrive while the booking is open count as read too.
  useEffectOn(`${id} ${version} ${reads}`, () => {
    if (reads) void call(readBooking, { id })
  })
}

/** A banner that says what the booking waits for, if anything. */
function BookingNotice({ booking }: { booking: DeskBooking }) {
  const { status, clash, offers, holdExpiresAt, keepsTime, ownerZone, start } = booking
  const name = firstName(booking)
  if (clash) {
    const at = (instant: string) => clockTime(Date.parse(instant), ownerZone)
    return (
      <Banner tone="conflict" title={`Your calendar now has something else at ${at(start)}`}>
        It shows you as busy from {at(clash.start)} to {at(clash.end)}. Nothing was changed, and{' '}
        {name} has not been notified.
      </Banner>
    )
  }
  if (status === 'requested')
    return (
      <Banner tone="warn" title={`${name} asks for this time`}>
        {keepsTime
          ? 'The time is reserved until you answer. Accept it, or offer other times.'
          : 'This sender already has many bookings, so the time is not reserved and others may still book it. Accept it to reserve the time, or cancel it.'}
      </Banner>
    )
  if (status === 'awaiting_payment' && holdExpiresAt)
    return (
      <Banner tone="warn" title="Not paid yet">
        The time is kept until {momentIn(Date.parse(holdExpiresAt), ownerZone)}.
      </Banner>
    )
  if (status !== 'needs_new_time') return null
  return offers.length > 0 ? (
    <Banner tone="info" title={`${name} is to choose one of these`}>
      {offers.map((offer) => momentIn(Date.parse(offer), ownerZone)).join('; ')}. These times are
      not reserved.
    </Banner>
  ) : (
    <Banner tone="warn" title="This booking has no time">
      None of the times you offered is still free. Offer other times, or move it yourself.
    </Banner>
  )
}

/** The booking when a dialog was opened, and the number of commands given by then. */
interface Held {
  booking: DeskBooking
  given: number
}

/**
 * Holds the booking as it was when a dialog was opened, until the dialog closes. A command from the
 * dialog carries that version, so the server refuses it if the booking has changed since.
 */
function useHeld(frame: RefObject<HTMLElement | null>, latest: DeskBooking) {
  const [held, setHeld] = useState<Held>()
  const now = useRef({ booking: latest, given: 0 })
  now.current.booking = latest
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const watch = new MutationObserver(() => {
      const isOpen = element.querySelector('dialog[open]') !== null
      setHeld((before) => (isOpen ? (before ?? { ...now.current }) : undefined))
    })
    watch.observe(element, { subtree: true, attributes: true, attributeFilter: ['open'] })
    return () => watch.disconnect()
  }, [frame])
  return { held, now, letGo: () => setHeld(undefined) }
}

/**
 * The booking to show: the held one until a command is given, then the latest one, even behind the
 * dialog. Without the held one, a change of status could unmount the open dialog.
 */
function useShown(
  { held, now, letGo }: ReturnType<typeof useHeld>,
  latest: DeskBooking,
  { given, failed }: Commanding,
): DeskBooking {
  now.current.given = given
  useEffectOn(failed, () => {
    if (failed) letGo()
  })
  return held?.given === given ? held.booking : latest
}

interface BookingFactsProps {
  booking: DeskBooking
  Client: ClientOf
}

/** The fields of the booking that the page shows nowhere else. */
function BookingFacts({ booking, Client }: BookingFactsProps) {
  const { clientName, clientEmail, clientPhone } = booking
  const { status, reference, createdAt, ownerZone } = booking
  const where = destinationWords(booking.destinations, booking.otherDestination)
  return (
    <section>
      <h3>Details</h3>
      <dl className={`${kit.facts} ${styles.facts}`}>
        <div>
          <dt>Status</dt>
          <dd>{statusNames[status]}</dd>
        </div>
        <div>
          <dt>Client</dt>
          <dd>
            <Client person={{ name: clientName, email: clientEmail, phone: clientPhone }} />
          </dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${encodeURI(clientEmail)}`}>
              <AddressWords address={clientEmail} />
            </a>
          </dd>
        </div>
        <div>
          <dt>Phone</dt>
          <dd>
            <a href={phoneHref(clientPhone)}>{clientPhone}</a>
          </dd>
        </div>
        <div>
          <dt>Meeting</dt>
          <dd>
            <Place booking={booking} />
          </dd>
        </div>
        {where ? (
          <div>
            <dt>Destinations</dt>
            <dd>{where}</dd>
          </div>
        ) : null}
        <div>
          <dt>Payment</dt>
          <dd>{paymentWords(booking)}</dd>
        </div>
        <div>
          <dt>Guest’s local time</dt>
          <dd>{shownWords(booking)}</dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd>{momentIn(Date.parse(createdAt), ownerZone)}</dd>
        </div>
        <div>
          <dt>Reference</dt>
          <dd>{reference}</dd>
        </div>
      </dl>
    </section>
  )
}

function shownWords({ date, timeSlot, timezone }: DeskBooking): string {
  const day = longDate(Date.parse(`${date}T12:00:00Z`), 'UTC')
  return `${day}, ${timeSlot}, ${zoneWords(timezone)}`
}

/** The meeting location, from the owner's point of view. */
function Place({ booking }: { booking: DeskBooking }) {
  const { place, meetingUrl, address } = booking
  if (place === 'phone') return 'You call the guest'
  if (place === 'in_person') return `In person: ${address}`
  if (!meetingUrl) return place === 'link' ? 'No link yet' : 'Automatic video room, not created yet'
  return (
    <a href={meetingUrl} target="_blank" rel="noopener noreferrer">
      {place === 'video_room' ? 'Automatic video room' : meetingUrl}
    </a>
  )
}

interface BookingHistoryProps {
  booking: DeskBooking
  command: Commanding
  offline: string | undefined
}

/** The events of the booking in order, and a form for a note. */
export function BookingHistory({ booking, command, offline }: BookingHistoryProps) {
  const { history, ownerZone } = booking
  return (
    <section className={styles.history}>
      <h3>History</h3>
      <ol className={styles.log}>
        {history.map(({ at, kind, text }) => (
          <li key={`${at} ${kind} ${text}`} className={`${kit.typed} ${styles[kind] ?? ''}`}>
            <time className={type.fine} dateTime={at}>
              {momentIn(Date.parse(at), ownerZone)}
            </time>
            <span>
              {kind === 'note' ? <b>Note </b> : null}
              {kind === 'trouble' ? <b>Trouble </b> : null}
              {text}
            </span>
          </li>
        ))}
      </ol>
      <NoteForm bookingId={booking.id} command={command} offline={offline} />
    </section>
  )
}

interface NoteFormProps extends Pick<BookingHistoryProps, 'command' | 'offline'> {
  bookingId: string
}

function NoteForm({ bookingId, command, offline }: NoteFormProps) {
  const [text, setText] = useState(begunNotes.get(bookingId) ?? '')
  const [isAsked, setAsked] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  useTypingLock(text !== '')
  const type = (typed: string) => {
    setAsked(false)
    setText(typed)
    if (typed) begunNotes.set(bookingId, typed)
    else begunNotes.delete(bookingId)
  }
  const add = async () => {
    if (!text.trim()) {
      setAsked(true)
      field.current?.querySelector('textarea')?.focus()
      return
    }
    const added = await command.give(
      (given) => call(noteBooking, { ...given, text }),
      'Note added.',
    )
    // Keeps the text if more was typed meanwhile.
    if (added && begunNotes.get(bookingId) === text) type('')
  }
  return (
    <div ref={field} className={styles.noteForm}>
      <TextArea
        label="Add a note"
        hint="Only you see it."
        error={isAsked ? 'Please write the note first.' : undefined}
        rows={2}
        maxLength={2000}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      <DeskButton variant="ghost" busy={command.busy} barred={offline} onClick={() => void add()}>
        Add note
      </DeskButton>
    </div>
  )
}

/**
 * Unsent notes of this tab, by booking id. Cleared on sign-out, because the next owner must not see
 * them.
 */
const begunNotes = new Map<string, string>()

onAccount(() => {
  if (!ownerHere()) begunNotes.clear()
})
