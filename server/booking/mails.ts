import type { Tx } from '../db/database.ts'
import { wasMailed } from '../mail/store.ts'
import { type MailAbout, type MailParts, registerBookingMails } from './mail-handlers.ts'
import { reminderKinds, reminders } from './mail-reminder.ts'
import type { Cancelled, Moved } from './ports.ts'
import { type Booking, findBooking } from './store.ts'

/** How long before its time a request that still waits is brought back to its owner's mind. */
const OWNER_WARNED_BEFORE = 24 * 3_600_000

interface MailChoices extends Partial<Pick<MailAbout, 'refund' | 'byOwner' | 'starts'>> {
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
    registerBookingMails(parts, (tx, bookingId) => this.roomReady(tx, bookingId))
  }

  confirmed(tx: Tx, booking: Booking): void {
    this.add(tx, booking, { kind: 'confirmed' })
    this.add(tx, booking, { kind: 'owner-new' })
    this.addReminders(tx, booking)
  }

  requested(tx: Tx, booking: Booking): void {
    this.add(tx, booking, { kind: 'requested' })
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
    else this.add(tx, booking, { kind: 'moved', perSequence: true })
    if (by === 'guest') this.add(tx, booking, { kind: 'owner-moved', perSequence: true })
    this.addReminders(tx, booking)
  }

  cancelled(tx: Tx, booking: Booking, { refund, by }: Cancelled): void {
    this.add(tx, booking, { kind: 'cancelled', refund, byOwner: by === 'owner' })
    if (by === 'guest') this.add(tx, booking, { kind: 'owner-cancelled', refund })
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

  /** The room was made after the guest had been told that its link follows. */
  roomReady(tx: Tx, bookingId: string): void {
    const booking = findBooking(tx, bookingId)
    if (booking && wasMailed(tx, bookingId, ['confirmed', 'moved']))
      this.add(tx, booking, { kind: 'room-link' })
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
