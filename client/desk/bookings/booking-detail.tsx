import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  type BookingCommand,
  useBookingCommand,
} from '#client/desk/bookings/commands/use-booking-command.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { useRestoreFocus } from '#client/desk/kit/dialogs/use-restore-focus.ts'
import { useDetailHeading } from '#client/desk/kit/lists/list-detail.tsx'
import { useIsDisconnected } from '#client/desk/kit/page/data-state.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import type { ClientLinkComponent } from '#client/desk/queries/client-link-component.ts'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { getStoredOwner, subscribeToAccount } from '#client/lib/data/stored-account.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { BreakableAddress } from '#client/ui/controls/breakable-address.tsx'
import { DemoNotice } from '#client/ui/controls/demo-notice.tsx'
import { TextArea } from '#client/ui/controls/field.tsx'
import type from '#client/ui/type.module.css'
import { addBookingNote, type DeskBooking } from '#shared/booking/desk-api.ts'
import { readSeenOffset } from '#shared/booking/guest-zone.ts'
import { statusLabels } from '#shared/booking/owner-commands.ts'
import {
  formatClockTime,
  formatFullDate,
  formatZoneWithOffset,
} from '#shared/booking/zoned-time.ts'
import { formatDestinations } from '#shared/content/destinations.ts'
import { toMailtoLink } from '#shared/lib/mailto.ts'
import { toPhoneLink } from '#shared/lib/phone/phone-link.ts'
import { toSeenZone } from '#shared/lib/time-zone.ts'
import styles from './booking-detail.module.css'
import { BookingReceipts } from './booking-receipts.tsx'
import {
  BookingStatusBadge,
  formatPayment,
  formatShortDateTime,
  getFirstName,
} from './bookings-text.tsx'
import { BookingActions } from './commands/booking-actions.tsx'
import { FailedRefund } from './commands/cancel-and-refund.tsx'
import { Reversals } from './commands/reversals.tsx'
import { PurchaseFacts } from './purchase-facts.tsx'
import { useMarkBookingRead } from './use-seen-marks.ts'
import { ZoneRulers } from './zone-rulers.tsx'

interface BookingDetailProps {
  booking: DeskBooking
  desk: Pick<DeskData<DeskBooking[]>, 'refusal' | 'reload'>
  /** UTC milliseconds. */
  now: number
  onUpdated: (booking: DeskBooking) => void
  ClientLink: ClientLinkComponent
}

/** All facts of a booking, and the owner's commands for it. */
export function BookingDetail(props: BookingDetailProps) {
  const { booking: latest, desk, now, onUpdated, ClientLink } = props
  const frame = useRef<HTMLElement>(null)
  const still = useDialogSnapshot(frame, latest)
  const seen = still.snapshot?.booking ?? latest
  const command = useBookingCommand({ booking: seen, onUpdated, reload: desk.reload })
  const booking = useDisplayedBooking(still, latest, command)
  const heading = useDetailHeading()
  useRestoreFocus(heading, command.successText)
  const offline = useIsDisconnected(desk) ? 'This needs a connection.' : undefined
  useMarkBookingRead(latest)
  const { serviceTitle, start, end, ownerZone, message, clientName, demo } = booking
  const time = { start: Date.parse(start), end: Date.parse(end) }
  return (
    <article ref={frame} className={`stack gap-6 ${styles.detail}`} aria-label={clientName}>
      <header className={styles.head}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {clientName}
          </h2>
          <p className={type.muted}>
            {serviceTitle},{' '}
            <span className="together">{formatFullDate(time.start, ownerZone)}</span>
          </p>
        </div>
        <div className="row wrap gap-2">
          {demo ? <DemoNotice /> : null}
          <BookingStatusBadge booking={booking} />
        </div>
      </header>
      {command.successText ? <Banner tone="ok" title={command.successText} /> : null}
      {command.errorText ? <Banner tone="error" title={command.errorText} /> : null}
      <BookingNotice booking={booking} />
      <Reversals {...{ booking, command, now, disabledReason: offline }} />
      {booking.failedRefunds.map((refund) => (
        <FailedRefund key={refund.id} {...{ booking, refund, command, disabledReason: offline }} />
      ))}
      <div>
        <ZoneRulers booking={booking} time={time} />
        <p className={`row wrap ${styles.contact}`}>
          <a href={toPhoneLink(booking.clientPhone)}>{booking.clientPhone}</a>
          <MailLink booking={booking} />
        </p>
      </div>
      <BookingActions {...{ booking, command, now, offlineReason: offline }} />
      <div className={styles.columns}>
        <BookingFacts booking={booking} ClientLink={ClientLink} />
        <section>
          <h3>Message</h3>
          {message ? (
            <blockquote className={`${kit.userText} ${styles.message}`}>{message}</blockquote>
          ) : (
            <p className={type.muted}>No message.</p>
          )}
        </section>
      </div>
      <BookingReceipts booking={booking} disabledReason={offline} />
      <BookingHistory {...{ booking, command, disabledReason: offline }} />
    </article>
  )
}

/** A banner that says what the booking waits for, if anything. */
function BookingNotice({ booking }: { booking: DeskBooking }) {
  const { status, clash, offers, holdExpiresAt, blocksSlot, ownerZone, start } = booking
  const name = getFirstName(booking)
  if (clash) {
    const at = (instant: string) => formatClockTime(Date.parse(instant), ownerZone)
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
        {blocksSlot
          ? 'The time is reserved until you answer. Accept it, or offer other times.'
          : 'This sender already has many bookings, so the time is not reserved and others may still book it. Accept it to reserve the time, or cancel it.'}
      </Banner>
    )
  if (status === 'awaiting_payment' && holdExpiresAt)
    return (
      <Banner tone="warn" title="Not paid yet">
        The time is kept until {formatShortDateTime(Date.parse(holdExpiresAt), ownerZone)}.
      </Banner>
    )
  if (status !== 'needs_new_time') return null
  return offers.length > 0 ? (
    <Banner tone="info" title={`${name} is to choose one of these`}>
      {offers.map((offer) => formatShortDateTime(Date.parse(offer), ownerZone)).join('; ')}. These
      times are not reserved.
    </Banner>
  ) : (
    <Banner tone="warn" title="This booking has no time">
      None of the times you offered is still free. Offer other times, or move it yourself.
    </Banner>
  )
}

/** The booking when a dialog was opened, and the number of commands given by then. */
interface BookingSnapshot {
  booking: DeskBooking
  commandCount: number
}

/**
 * Holds the booking as it was when a dialog was opened, until the dialog closes. A command from the
 * dialog carries that version, so the server refuses it if the booking has changed since.
 */
function useDialogSnapshot(frame: RefObject<HTMLElement | null>, latest: DeskBooking) {
  const [snapshot, setSnapshot] = useState<BookingSnapshot>()
  const now = useRef({ booking: latest, commandCount: 0 })
  now.current.booking = latest
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const watch = new MutationObserver(() => {
      const isOpen = element.querySelector('dialog[open]') !== null
      setSnapshot((before) => (isOpen ? (before ?? { ...now.current }) : undefined))
    })
    watch.observe(element, { subtree: true, attributes: true, attributeFilter: ['open'] })
    return () => watch.disconnect()
  }, [frame])
  return { snapshot: snapshot, now, letGo: () => setSnapshot(undefined) }
}

/**
 * The booking to show: the held one until a command is given, then the latest one, even behind the
 * dialog. Without the held one, a change of status could unmount the open dialog.
 */
function useDisplayedBooking(
  { snapshot, now, letGo }: ReturnType<typeof useDialogSnapshot>,
  latest: DeskBooking,
  { commandCount, errorText }: BookingCommand,
): DeskBooking {
  now.current.commandCount = commandCount
  useEffectOn(errorText, () => {
    if (errorText) letGo()
  })
  return snapshot?.commandCount === commandCount ? snapshot.booking : latest
}

interface BookingFactsProps {
  booking: DeskBooking
  ClientLink: ClientLinkComponent
}

/** The fields of the booking that the page shows nowhere else. */
function BookingFacts({ booking, ClientLink }: BookingFactsProps) {
  const { clientName, clientEmail, clientPhone } = booking
  const { status, reference, createdAt, ownerZone } = booking
  const where = formatDestinations(booking.destinations, booking.otherDestination)
  return (
    <section>
      <h3>Details</h3>
      <dl className={`${kit.facts} ${styles.facts}`}>
        <div>
          <dt>Status</dt>
          <dd>{statusLabels[status]}</dd>
        </div>
        <div>
          <dt>Client</dt>
          <dd>
            <ClientLink person={{ name: clientName, email: clientEmail, phone: clientPhone }} />
          </dd>
        </div>
        <div className={styles.reach}>
          <dt>Email</dt>
          <dd>
            <MailLink booking={booking} />
          </dd>
        </div>
        <div className={styles.reach}>
          <dt>Phone</dt>
          <dd>
            <a href={toPhoneLink(booking.clientPhone)}>{booking.clientPhone}</a>
          </dd>
        </div>
        <div>
          <dt>Meeting</dt>
          <dd>
            <LocationValue booking={booking} />
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
          <dd>{formatPayment(booking)}</dd>
        </div>
        {booking.purchase ? <PurchaseFacts purchase={booking.purchase} /> : null}
        <div>
          <dt>Guest’s local time</dt>
          <dd>{formatGuestTime(booking)}</dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd>{formatShortDateTime(Date.parse(createdAt), ownerZone)}</dd>
        </div>
        <div>
          <dt>Reference</dt>
          <dd>{reference}</dd>
        </div>
      </dl>
    </section>
  )
}

function MailLink({ booking: { clientEmail } }: { booking: DeskBooking }) {
  return (
    <a href={toMailtoLink(clientEmail)}>
      <BreakableAddress address={clientEmail} />
    </a>
  )
}

function formatGuestTime(booking: DeskBooking): string {
  const { date, timeSlot, timezone } = booking
  const start = Date.parse(booking.start)
  // The offset of this wall time itself: after a move, it is the server's, which may not be ours.
  const offset = readSeenOffset(start, { date, time: timeSlot, timezone })
  const day = formatFullDate(Date.parse(`${date}T12:00:00Z`), 'UTC')
  return `${day}, ${timeSlot}, ${formatZoneWithOffset(start, toSeenZone(start, offset, timezone))}`
}

/** The meeting location, from the owner's point of view. */
function LocationValue({ booking }: { booking: DeskBooking }) {
  const { locationKind, meetingUrl, address } = booking
  if (locationKind === 'phone') return 'You call the guest'
  if (locationKind === 'in_person') return `In person: ${address}`
  if (!meetingUrl)
    return locationKind === 'link' ? 'No link yet' : 'Automatic video room, not created yet'
  return (
    <a href={meetingUrl} target="_blank" rel="noopener noreferrer">
      {locationKind === 'video_room' ? 'Automatic video room' : meetingUrl}
    </a>
  )
}

interface BookingHistoryProps {
  booking: DeskBooking
  command: BookingCommand
  disabledReason: string | undefined
}

/** The events of the booking in order, and a form for a note. */
export function BookingHistory({ booking, command, disabledReason }: BookingHistoryProps) {
  const { history, ownerZone } = booking
  return (
    <section className={styles.history}>
      <h3>History</h3>
      <ol className={styles.log}>
        {history.map(({ at, kind, text }) => (
          <li key={`${at} ${kind} ${text}`} className={`${kit.userText} ${styles[kind] ?? ''}`}>
            <time className={type.fine} dateTime={at}>
              {formatShortDateTime(Date.parse(at), ownerZone)}
            </time>
            <span>
              {kind === 'note' ? <b>Note </b> : null}
              {kind === 'trouble' ? <b>Trouble </b> : null}
              {text}
            </span>
          </li>
        ))}
      </ol>
      <NoteForm bookingId={booking.id} command={command} disabledReason={disabledReason} />
    </section>
  )
}

interface NoteFormProps extends Pick<BookingHistoryProps, 'command' | 'disabledReason'> {
  bookingId: string
}

function NoteForm({ bookingId, command, disabledReason }: NoteFormProps) {
  const [text, setText] = useState(unsentNotes.get(bookingId) ?? '')
  const [isTextMissing, setTextMissing] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  useTypingLock(text !== '')
  const type = (typed: string) => {
    setTextMissing(false)
    setText(typed)
    if (typed) unsentNotes.set(bookingId, typed)
    else unsentNotes.delete(bookingId)
  }
  const add = async () => {
    if (!text.trim()) {
      setTextMissing(true)
      field.current?.querySelector('textarea')?.focus()
      return
    }
    const added = await command.run(
      (given) => callEndpoint(addBookingNote, { ...given, text }),
      'Note added.',
    )
    // Keeps the text if more was typed meanwhile.
    if (added && unsentNotes.get(bookingId) === text) type('')
  }
  return (
    <div ref={field} className={styles.noteForm}>
      <TextArea
        label="Add a note"
        hint="Only you see it."
        error={isTextMissing ? 'Please write the note first.' : undefined}
        rows={2}
        maxLength={2000}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      <DeskButton
        variant="ghost"
        busy={command.busy}
        disabledReason={disabledReason}
        onClick={() => void add()}
      >
        Add note
      </DeskButton>
    </div>
  )
}

/**
 * Unsent notes of this tab, by booking id. Cleared when another account signs in, because another owner must not
 * see them.
 */
const unsentNotes = new Map<string, string>()
let notesBy = getStoredOwner()?.userId

subscribeToAccount(() => {
  const owner = getStoredOwner()?.userId
  if (owner !== notesBy) unsentNotes.clear()
  notesBy = owner
})
