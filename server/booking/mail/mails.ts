import * as v from 'valibot'
import { isSamePlace, meetingPlace } from '#server/booking/place/queries.ts'
import type { Cancelled, Moved } from '#server/booking/ports.ts'
import { countOverCap } from '#server/booking/senders/store.ts'
import { type Booking, findBooking, movesOf } from '#server/booking/store.ts'
import type { Tx } from '#server/db/database.ts'
import { fingerprint } from '#server/lib/ids.ts'
import { button, details, type MailContent, text } from '#server/mail/content.ts'
import { greeting, guestAddress, serviceTitle, spanIn } from '#server/mail/meeting.ts'
import { wasMailed } from '#server/mail/store.ts'
import { isLinkMissing } from '#shared/booking/place.ts'
import { clockTime } from '#shared/booking/times.ts'
import { type MailAbout, type MailParts, registerBookingMails } from './mail-handlers.ts'
import { GUEST_REASON } from './mail-parts.ts'
import { reminderKinds, reminders } from './mail-reminder.ts'

// Mails that tell of several bookings at once.

const HOUR = 3_600_000
/** The owner's mail about requests over the cap waits so long, so that it tells of those that follow. */
const GATHERED_FOR = 10 * 60_000

const OverCap = v.object({
  /** The first request of that hour. */
  bookingId: v.string(),
})

const Together = v.looseObject({ together: v.array(v.string()) })

/** One mail an hour to the owner about a sender who asks for more than the cap allows. */
function queueOverCapMail(
  { mails, clock }: Pick<MailParts, 'mails' | 'clock'>,
  tx: Tx,
  booking: Booking,
): void {
  const { id: bookingId, over_cap: kind } = booking
  const now = clock()
  const sender = fingerprint(`${kind}:${kind && booking[kind]}`)
  mails.add(tx, {
    kind: 'owner-over-cap',
    once: `${sender}:${Math.floor(now / HOUR)}`,
    bookingId: null,
    data: { bookingId } satisfies v.InferOutput<typeof OverCap>,
    runAt: now + GATHERED_FOR,
  })
}

function registerTogetherMails(parts: MailParts): void {
  const { db, mails, owner, siteUrl } = parts
  mails.on({
    kind: 'owner-over-cap',
    data: OverCap,
    render: async ({ bookingId }) => {
      const booking = findBooking(db.read, bookingId)
      const kind = booking?.over_cap
      const key = kind && booking[kind]
      if (!key) return undefined
      const count = countOverCap(db.read, { kind, key })
      const to = { name: '', address: owner }
      return count === 0 ? undefined : { to, content: overCapMail(count, booking, siteUrl) }
    },
  })
  mails.on({
    kind: 'cancelled-together',
    data: Together,
    render: async ({ together }) => {
      // Whom nobody wrote to before is not written to now: the address may be anybody's.
      const told = together.flatMap((id) => {
        const booking = findBooking(db.read, id)
        return booking && wasMailed(db.read, id, ['confirmed', 'requested', 'moved'])
          ? [booking]
          : []
      })
      const [first] = told
      return first && { to: guestAddress(first), content: cancelledTogetherMail(told, first) }
    },
  })
}

function overCapMail(
  count: number,
  { created_at, owner_zone }: Booking,
  siteUrl: string,
): MailContent {
  const requests = count === 1 ? '1 request' : `${count} requests`
  return {
    subject: `${requests} over the limit from one sender`,
    preview: 'They keep no time until you answer.',
    title: `${requests} over the limit`,
    blocks: [
      text(
        `One sender asks for more than anybody may book without being asked, since ${clockTime(created_at, owner_zone)}. ${count === 1 ? 'The request keeps' : 'The requests keep'} no time: others can book until you answer.`,
      ),
      text('At your desk you can accept what is meant well, or cancel all of it at once.'),
      button('Look at the requests', `${siteUrl}/admin/bookings`),
    ],
    reason: 'You get this mail because bookings of this site are sent to this address.',
    demo: false,
  }
}

function cancelledTogetherMail(bookings: readonly Booking[], first: Booking): MailContent {
  const one = bookings.length === 1
  const what = one ? 'Your booking is cancelled' : `Your ${bookings.length} bookings are cancelled`
  return {
    subject: what,
    preview: one ? 'The meeting will not take place.' : 'These meetings will not take place.',
    title: what,
    blocks: [
      text(greeting(first)),
      text(
        `We have cancelled ${one ? 'the meeting' : 'the meetings'} below, because more bookings came from one sender than we can keep. Nothing was charged. If you meant to meet us, please write to us, and we find a time.`,
      ),
      details(
        bookings.map((booking) => ({
          label: serviceTitle(booking),
          lines: [spanIn(booking.starts_at, booking.ends_at, booking.time_zone).join(', ')],
        })),
      ),
    ],
    reason: GUEST_REASON,
    demo: false,
  }
}

/** How long before its time a request that still waits is brought back to its owner's mind. */
const OWNER_WARNED_BEFORE = 24 * 3_600_000

interface MailChoices
  extends Partial<
    Pick<MailAbout, 'refund' | 'byOwner' | 'starts' | 'start' | 'from' | 'moves' | 'together'>
  > {
  kind: string
  /** Once for each state of the calendar entry, not once for the booking. */
  perSequence?: boolean
  /** Once for each of these, not once for the booking. */
  once?: string
  runAt?: number
}

/** The mails of a booking: each queued once, in the transaction of what it tells of. */
export class BookingMails {
  private readonly parts: MailParts

  constructor(parts: MailParts) {
    this.parts = parts
    registerTogetherMails(parts)
    registerBookingMails(parts, (tx, now, told) => this.tellPlace(tx, now, told))
  }

  confirmed(tx: Tx, booking: Booking): void {
    this.add(tx, booking, { kind: 'confirmed' })
    this.add(tx, booking, { kind: 'owner-new' })
    this.addReminders(tx, booking)
  }

  requested(tx: Tx, booking: Booking): void {
    this.add(tx, booking, { kind: 'requested' })
    if (booking.over_cap !== null) {
      queueOverCapMail(this.parts, tx, booking)
      return
    }
    this.add(tx, booking, { kind: 'owner-new' })
    const runAt = booking.starts_at - OWNER_WARNED_BEFORE
    if (runAt > this.parts.clock()) this.add(tx, booking, { kind: 'owner-waiting', runAt })
  }

  unanswered(tx: Tx, booking: Booking): void {
    this.add(tx, booking, { kind: 'unanswered' })
  }

  unpaid(tx: Tx, booking: Booking): void {
    this.add(tx, booking, { kind: 'unpaid' })
  }

  moved(tx: Tx, booking: Booking, { by, first }: Moved = { by: 'guest', first: false }): void {
    if (first) this.add(tx, booking, { kind: 'confirmed' })
    else this.addMove(tx, booking, { kind: 'moved', by })
    if (by === 'guest') this.addMove(tx, booking, { kind: 'owner-moved', by })
    this.addReminders(tx, booking)
  }

  /** A guest's move waits for the next one, whose mail then tells of both. */
  private addMove(tx: Tx, booking: Booking, { kind, by }: { kind: string; by: Moved['by'] }): void {
    const moves = movesOf(tx, booking.id)
    const last = { kind, once: `${booking.id}:move-${moves.length - 1}` }
    const unsent = this.parts.mails.waiting(tx, last) as Partial<MailAbout> | undefined
    const from = unsent?.from ?? moves.at(-1)?.data.from
    if (from === booking.starts_at) return
    const { gatherFor, clock } = this.parts
    this.add(tx, booking, {
      kind,
      once: `move-${moves.length}`,
      start: booking.starts_at,
      moves: moves.length,
      ...(from !== undefined && { from }),
      ...(by === 'guest' && { runAt: clock() + gatherFor }),
    })
  }

  cancelled(tx: Tx, booking: Booking, { refund, by }: Omit<Cancelled, 'told'>): void {
    this.add(tx, booking, { kind: 'cancelled', refund, byOwner: by === 'owner' })
    // The owner was told of a request over the cap with others of its sender, if at all.
    if (by === 'guest' && booking.over_cap === null)
      this.add(tx, booking, { kind: 'owner-cancelled', refund })
  }

  /** The owner cancelled all of these, which are of one mailbox. */
  cancelledTogether(tx: Tx, bookings: readonly Booking[]): void {
    const [first] = bookings
    if (!first) return
    const together = bookings.map(({ id }) => id)
    this.add(tx, first, { kind: 'cancelled-together', together })
  }

  accepted(tx: Tx, booking: Booking): void {
    this.add(tx, booking, { kind: 'accepted', perSequence: true })
  }

  /** Starts to choose from, UTC milliseconds. */
  offered(tx: Tx, booking: Booking, starts: readonly number[]): void {
    this.add(tx, booking, { kind: 'offered', perSequence: true, starts: [...starts] })
  }

  resent(tx: Tx, booking: Booking, once: string): void {
    this.add(tx, booking, { kind: 'confirmed-again', once })
  }

  /** A confirmed meeting got another place; `before` is the booking as its guest last knew it. */
  placed(tx: Tx, booking: Booking, before: Booking): void {
    this.tellPlace(tx, booking, before)
    // Those of the earlier state hold no more.
    if (booking.sequence !== before.sequence) this.addReminders(tx, booking)
  }

  /** The room was made after the guest had been told that its link follows. */
  roomReady(tx: Tx, bookingId: string): void {
    const booking = findBooking(tx, bookingId)
    if (booking) this.tellPlace(tx, booking, { ...booking, meeting_url: null })
  }

  /** Tried long enough: the owner has to find another place. */
  roomFailed(tx: Tx, bookingId: string): void {
    const booking = findBooking(tx, bookingId)
    if (booking) this.add(tx, booking, { kind: 'owner-no-room', perSequence: true })
  }

  /** Once for each state; a confirmation that has not gone out yet will say it anyway. */
  private tellPlace(tx: Tx, booking: Booking, told: Booking): void {
    if (isSamePlace(booking, told) || !wasMailed(tx, booking.id, ['confirmed', 'moved'])) return
    const promised = isLinkMissing(meetingPlace(told)) && booking.meeting_url !== null
    this.add(tx, booking, { kind: promised ? 'room-link' : 'place', perSequence: true })
  }

  private addReminders(tx: Tx, booking: Booking): void {
    for (const kind of reminderKinds) {
      const runAt = booking.starts_at - reminders[kind].before
      if (runAt > this.parts.clock()) this.add(tx, booking, { kind, perSequence: true, runAt })
    }
  }

  /** False where it was asked for before. */
  private add(tx: Tx, booking: Booking, choices: MailChoices): boolean {
    const { id, sequence } = booking
    const { kind, perSequence, once, runAt, refund = 0, ...about } = choices
    const each = once ?? (perSequence ? String(sequence) : undefined)
    return this.parts.mails.add(tx, {
      kind,
      once: each === undefined ? id : `${id}:${each}`,
      bookingId: id,
      data: { bookingId: id, sequence, refund, ...about } satisfies MailAbout,
      ...(runAt !== undefined && { runAt }),
    })
  }
}
