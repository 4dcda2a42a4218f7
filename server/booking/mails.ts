import type { Tx } from '../db/database.ts'
import { wasMailed } from '../mail/store.ts'
import { type MailAbout, type MailParts, registerBookingMails } from './mail-handlers.ts'
import { reminderKinds, reminders } from './mail-reminder.ts'
import { type Booking, findBooking } from './store.ts'

interface MailChoices {
  kind: string
  /** Once for each state of the calendar entry, not once for the booking. */
  perSequence?: boolean
  /** Minor units. */
  refund?: number
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
  }

  moved(tx: Tx, booking: Booking): void {
    this.add(tx, booking, { kind: 'moved', perSequence: true })
    this.add(tx, booking, { kind: 'owner-moved', perSequence: true })
    this.addReminders(tx, booking)
  }

  /** `refund` in minor units: exactly what goes back. */
  cancelled(tx: Tx, booking: Booking, refund: number): void {
    this.add(tx, booking, { kind: 'cancelled', refund })
    this.add(tx, booking, { kind: 'owner-cancelled', refund })
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

  private add(tx: Tx, booking: Booking, choices: MailChoices): void {
    const { id, sequence } = booking
    const { kind, perSequence, refund = 0, runAt } = choices
    this.parts.mails.add(tx, {
      kind,
      once: perSequence ? `${id}:${sequence}` : id,
      bookingId: id,
      data: { bookingId: id, sequence, refund } satisfies MailAbout,
      ...(runAt !== undefined && { runAt }),
    })
  }
}
