import { isSamePlace, meetingPlace } from '#server/booking/place/store.ts'
import type { Tx } from '#server/db/database.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import { fingerprint } from '#server/lib/ids.ts'
import { wasMailed } from '#server/mail/store.ts'
import { isLinkMissing } from '#shared/booking/place.ts'
import { planLapse } from './commands.ts'
import { reminderKinds, reminders } from './mail/guest-mails.ts'
import { type MailAbout, type MailParts, registerBookingMails } from './mail/handlers.ts'
import type { Actor, BookingEffects, Cancelled, Moved } from './ports.ts'
import { type Booking, findBooking, movesOf } from './store.ts'

const HOUR = 3_600_000
/** Delay of the owner's mail about requests over the cap, ms: it then covers those that follow. */
const GATHERED_FOR = 10 * 60_000

/** How long before its start the owner is reminded of an unanswered request, ms. */
const OWNER_WARNED_BEFORE = 24 * HOUR

interface MailChoices
  extends Partial<
    Pick<MailAbout, 'refund' | 'byOwner' | 'starts' | 'start' | 'from' | 'moves' | 'together'>
  > {
  kind: string
  /** Queued once for each `sequence` of the booking, not once for the booking. */
  perSequence?: boolean
  /** Queued once for each value of `once`, not once for the booking. */
  once?: string
  runAt?: number
}

interface EffectParts extends MailParts {
  jobs: JobQueue
  /** Queues the job that creates, moves or removes a booking's video room. */
  queueRoom(tx: Tx, booking: Booking): void
}

/** Queues the effects of a booking's change, each once: mails, video room, expiry of a request. */
export class QueuedEffects implements BookingEffects {
  constructor(private readonly parts: EffectParts) {
    registerBookingMails(parts, (tx, now, told) => this.tellPlace(tx, now, told))
  }

  confirmed(tx: Tx, booking: Booking): void {
    this.queueRoom(tx, booking)
    this.mail(tx, booking, { kind: 'confirmed' })
    this.mail(tx, booking, { kind: 'owner-new' })
    this.mailReminders(tx, booking)
  }

  requested(tx: Tx, booking: Booking): void {
    planLapse(tx, this.parts.jobs, booking)
    this.mail(tx, booking, { kind: 'requested' })
    if (booking.over_cap !== null) {
      this.mailOverCap(tx, booking)
      return
    }
    this.mail(tx, booking, { kind: 'owner-new' })
    const runAt = booking.starts_at - OWNER_WARNED_BEFORE
    if (runAt > this.parts.clock()) this.mail(tx, booking, { kind: 'owner-waiting', runAt })
  }

  unanswered(tx: Tx, booking: Booking): void {
    this.mail(tx, booking, { kind: 'unanswered' })
  }

  unpaid(tx: Tx, booking: Booking): void {
    this.mail(tx, booking, { kind: 'unpaid' })
  }

  moved(tx: Tx, booking: Booking, { by, first }: Moved): void {
    this.queueRoom(tx, booking)
    if (first) this.mail(tx, booking, { kind: 'confirmed' })
    else this.mailMove(tx, booking, { kind: 'moved', by })
    if (by === 'guest') this.mailMove(tx, booking, { kind: 'owner-moved', by })
    this.mailReminders(tx, booking)
  }

  cancelled(tx: Tx, booking: Booking, { refund, by, told = true }: Cancelled): void {
    this.queueRoom(tx, booking)
    if (!told) return
    this.mail(tx, booking, { kind: 'cancelled', refund, byOwner: by === 'owner' })
    // A request over the cap was reported to the owner only in a mail about its sender, if at all.
    if (by === 'guest' && booking.over_cap === null)
      this.mail(tx, booking, { kind: 'owner-cancelled', refund })
  }

  cancelledTogether(tx: Tx, bookings: readonly Booking[]): void {
    const [first] = bookings
    const together = bookings.map(({ id }) => id)
    if (first) this.mail(tx, first, { kind: 'cancelled-together', together })
  }

  accepted(tx: Tx, booking: Booking): void {
    this.mail(tx, booking, { kind: 'accepted', perSequence: true })
  }

  offered(tx: Tx, booking: Booking, starts: readonly number[]): void {
    this.queueRoom(tx, booking)
    this.mail(tx, booking, { kind: 'offered', perSequence: true, starts: [...starts] })
  }

  resent(tx: Tx, booking: Booking, once: string): void {
    this.mail(tx, booking, { kind: 'confirmed-again', once })
  }

  placed(tx: Tx, booking: Booking, before: Booking): void {
    this.queueRoom(tx, booking, before)
    this.tellPlace(tx, booking, before)
    // Reminders queued for the earlier `sequence` are dropped when they are due.
    if (booking.sequence !== before.sequence) this.mailReminders(tx, booking)
  }

  /** Mails the link of a room that was created after the guest was told that its link follows. */
  roomReady(tx: Tx, bookingId: string): void {
    const booking = findBooking(tx, bookingId)
    if (booking) this.tellPlace(tx, booking, { ...booking, meeting_url: null })
  }

  /** Several attempts to create the room failed: the owner has to set a link or location. */
  roomFailed(tx: Tx, bookingId: string): void {
    const booking = findBooking(tx, bookingId)
    if (booking) this.mail(tx, booking, { kind: 'owner-no-room', perSequence: true })
  }

  /** Only if the meeting is, or was, in a video room. */
  private queueRoom(tx: Tx, booking: Booking, before = booking): void {
    if ([booking.place, before.place].includes('video_room')) this.parts.queueRoom(tx, booking)
  }

  /** Once for each `sequence`. A confirmation that is not sent yet names the location anyway. */
  private tellPlace(tx: Tx, booking: Booking, told: Booking): void {
    if (isSamePlace(booking, told) || !wasMailed(tx, booking.id, ['confirmed', 'moved'])) return
    const promised = isLinkMissing(meetingPlace(told)) && booking.meeting_url !== null
    this.mail(tx, booking, { kind: promised ? 'room-link' : 'place', perSequence: true })
  }

  /** The mail about a guest's move is delayed, so that one mail covers a further move as well. */
  private mailMove(tx: Tx, booking: Booking, { kind, by }: { kind: string; by: Actor }): void {
    const moves = movesOf(tx, booking.id)
    const last = { kind, once: `${booking.id}:move-${moves.length - 1}` }
    const unsent = this.parts.mails.waiting(tx, last) as Partial<MailAbout> | undefined
    const from = unsent?.from ?? moves.at(-1)?.data.from
    if (from === booking.starts_at) return
    const { gatherFor, clock } = this.parts
    this.mail(tx, booking, {
      kind,
      once: `move-${moves.length}`,
      start: booking.starts_at,
      moves: moves.length,
      ...(from !== undefined && { from }),
      ...(by === 'guest' && { runAt: clock() + gatherFor }),
    })
  }

  private mailReminders(tx: Tx, booking: Booking): void {
    for (const kind of reminderKinds) {
      const runAt = booking.starts_at - reminders[kind].before
      if (runAt > this.parts.clock()) this.mail(tx, booking, { kind, perSequence: true, runAt })
    }
  }

  /** Mails the owner about a sender over the cap, at most once an hour. */
  private mailOverCap(tx: Tx, { id: bookingId, over_cap: kind, ...booking }: Booking): void {
    const now = this.parts.clock()
    const sender = fingerprint(`${kind}:${kind && booking[kind]}`)
    this.parts.mails.add(tx, {
      kind: 'owner-over-cap',
      once: `${sender}:${Math.floor(now / HOUR)}`,
      bookingId: null,
      data: { bookingId },
      runAt: now + GATHERED_FOR,
    })
  }

  private mail(tx: Tx, { id, sequence }: Booking, choices: MailChoices): void {
    const { kind, perSequence, once, runAt, refund = 0, ...about } = choices
    const each = once ?? (perSequence ? String(sequence) : undefined)
    this.parts.mails.add(tx, {
      kind,
      once: each === undefined ? id : `${id}:${each}`,
      bookingId: id,
      data: { bookingId: id, sequence, refund, ...about } satisfies MailAbout,
      ...(runAt !== undefined && { runAt }),
    })
  }
}
