import { isSameLocation, toMeetingLocation } from '#server/booking/location/store.ts'
import {
  type BookingMailData,
  type BookingMailParts,
  registerBookingMails,
} from '#server/booking/mail/mail-renderers.ts'
import { getSenderKey, toSenderId } from '#server/booking/senders/store.ts'
import type { Tx } from '#server/db/database.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import { fingerprint } from '#server/lib/ids.ts'
import { hasSentMail } from '#server/mail/store.ts'
import { isLinkMissing } from '#shared/booking/meeting-location.ts'
import { queueRequestExpiry } from './commands.ts'
import { reminderKinds, reminders } from './mail/guest-mails.ts'
import type { Actor, BookingEffects, CancelInfo, MoveInfo } from './ports.ts'
import { readMoves } from './queries.ts'
import { type Booking, findBooking } from './store.ts'

const HOUR = 3_600_000
/** Delay of the owner's mail about requests over the cap, ms: it then covers those that follow. */
const OVER_CAP_MAIL_DELAY = 10 * 60_000

/** How long before its start the owner is reminded of an unanswered request, ms. */
const OWNER_REMINDER_LEAD = 24 * HOUR

interface MailOptions
  extends Partial<
    Pick<
      BookingMailData,
      'refund' | 'byOwner' | 'isWithdrawal' | 'starts' | 'start' | 'from' | 'moves' | 'together'
    >
  > {
  kind: string
  /** Queued once for each `sequence` of the booking, not once for the booking. */
  isPerSequence?: boolean
  /** Queued once for each key, not once for the booking. `queueMail` adds the booking's id. */
  dedupeKey?: string
  runAt?: number
}

interface EffectParts extends BookingMailParts {
  jobs: JobQueue
  /** Queues the job that creates, moves or removes a booking's video room. */
  queueRoom(tx: Tx, booking: Booking): Promise<void>
}

/**
 * Queues the effects of a booking's change, each once: mails, video room, expiry of a request. A
 * later change takes none of them back: a mail that is no longer true is dropped when it is rendered,
 * such as a reminder after a cancellation, `owner-waiting` after the answer, or the mail about a move
 * after another move.
 */
export class QueuedEffects implements BookingEffects {
  constructor(private readonly parts: EffectParts) {
    registerBookingMails(parts, (tx, current, mailed) => this.mailLocation(tx, current, mailed))
  }

  async onConfirmed(tx: Tx, booking: Booking): Promise<void> {
    await this.queueRoom(tx, booking)
    await this.queueMail(tx, booking, { kind: 'confirmed' })
    await this.queueMail(tx, booking, { kind: 'owner-new' })
    await this.queueReminders(tx, booking)
  }

  async onRequested(tx: Tx, booking: Booking): Promise<void> {
    await queueRequestExpiry(tx, this.parts.jobs, booking)
    await this.queueMail(tx, booking, { kind: 'requested' })
    if (booking.over_cap !== null) {
      await this.queueOverCapMail(tx, booking)
      return
    }
    await this.queueMail(tx, booking, { kind: 'owner-new' })
    const runAt = booking.starts_at - OWNER_REMINDER_LEAD
    if (runAt > this.parts.clock())
      await this.queueMail(tx, booking, { kind: 'owner-waiting', runAt })
  }

  async onUnanswered(tx: Tx, booking: Booking): Promise<void> {
    await this.queueMail(tx, booking, { kind: 'unanswered' })
  }

  async onUnpaid(tx: Tx, booking: Booking): Promise<void> {
    await this.queueMail(tx, booking, { kind: 'unpaid' })
  }

  async onMoved(tx: Tx, booking: Booking, { by, isFirstConfirmation }: MoveInfo): Promise<void> {
    await this.queueRoom(tx, booking)
    if (isFirstConfirmation) await this.queueMail(tx, booking, { kind: 'confirmed' })
    else await this.queueMoveMail(tx, booking, { kind: 'moved', by })
    if (by === 'guest') await this.queueMoveMail(tx, booking, { kind: 'owner-moved', by })
    await this.queueReminders(tx, booking)
  }

  async onCancelled(
    tx: Tx,
    booking: Booking,
    { refund, by, isWithdrawal = false, sendsMail = true }: CancelInfo,
  ): Promise<void> {
    await this.queueRoom(tx, booking)
    if (!sendsMail) return
    // A withdrawal may follow after the owner has cancelled.
    const how = { refund, ...(isWithdrawal && { isWithdrawal, dedupeKey: 'withdrawal' }) }
    await this.queueMail(tx, booking, { kind: 'cancelled', ...how, byOwner: by === 'owner' })
    // A request over the cap was reported to the owner only in a mail about its sender, if at all.
    if (by === 'guest' && booking.over_cap === null)
      await this.queueMail(tx, booking, { kind: 'owner-cancelled', ...how })
  }

  async onCancelledTogether(tx: Tx, bookings: readonly Booking[]): Promise<void> {
    const [first] = bookings
    const together = bookings.map(({ id }) => id)
    if (first) await this.queueMail(tx, first, { kind: 'cancelled-together', together })
  }

  async onAccepted(tx: Tx, booking: Booking): Promise<void> {
    await this.queueMail(tx, booking, { kind: 'accepted', isPerSequence: true })
  }

  async onOffered(tx: Tx, booking: Booking, starts: readonly number[]): Promise<void> {
    await this.queueRoom(tx, booking)
    await this.queueMail(tx, booking, { kind: 'offered', isPerSequence: true, starts: [...starts] })
  }

  async onResent(tx: Tx, booking: Booking, dedupeKey: string): Promise<void> {
    await this.queueMail(tx, booking, { kind: 'confirmed-again', dedupeKey })
  }

  async onLocationChanged(tx: Tx, booking: Booking, before: Booking): Promise<void> {
    await this.queueRoom(tx, booking, before)
    await this.mailLocation(tx, booking, before)
    // Reminders queued for the earlier `sequence` are dropped when they are due.
    if (booking.sequence !== before.sequence) await this.queueReminders(tx, booking)
  }

  /** Mails the link of a room that was created after the guest was told that its link follows. */
  async onRoomReady(tx: Tx, bookingId: string): Promise<void> {
    const booking = await findBooking(tx, bookingId)
    if (booking) await this.mailLocation(tx, booking, { ...booking, meeting_url: null })
  }

  /** Several attempts to create the room failed: the owner has to set a link or location. */
  async onRoomFailed(tx: Tx, bookingId: string): Promise<void> {
    const booking = await findBooking(tx, bookingId)
    if (booking) await this.queueMail(tx, booking, { kind: 'owner-no-room', isPerSequence: true })
  }

  /** Only if the meeting is, or was, in a video room. */
  private async queueRoom(tx: Tx, booking: Booking, before = booking): Promise<void> {
    if ([booking.place, before.place].includes('video_room'))
      await this.parts.queueRoom(tx, booking)
  }

  /** Once for each `sequence`. A confirmation that is not sent yet names the location anyway. */
  private async mailLocation(tx: Tx, booking: Booking, mailed: Booking): Promise<void> {
    if (
      isSameLocation(booking, mailed) ||
      !(await hasSentMail(tx, booking.id, ['confirmed', 'moved']))
    )
      return
    const promised = isLinkMissing(toMeetingLocation(mailed)) && booking.meeting_url !== null
    await this.queueMail(tx, booking, {
      kind: promised ? 'room-link' : 'place',
      isPerSequence: true,
    })
  }

  /** The mail about a guest's move is delayed, so that one mail covers a further move as well. */
  private async queueMoveMail(
    tx: Tx,
    booking: Booking,
    { kind, by }: { kind: string; by: Actor },
  ): Promise<void> {
    const moves = await readMoves(tx, booking.id)
    const last = { kind, dedupeKey: `${booking.id}:move-${moves.length - 1}` }
    const unsent = (await this.parts.mails.findQueued(tx, last)) as
      | Partial<BookingMailData>
      | undefined
    const from = unsent?.from ?? moves.at(-1)?.data.from
    // Back at the time that the reader knows: the unsent mail is dropped, and none is needed.
    if (from === booking.starts_at) return
    const { moveMailDelay, clock } = this.parts
    await this.queueMail(tx, booking, {
      kind,
      dedupeKey: `move-${moves.length}`,
      start: booking.starts_at,
      moves: moves.length,
      ...(from !== undefined && { from }),
      ...(by === 'guest' && { runAt: clock() + moveMailDelay }),
    })
  }

  private async queueReminders(tx: Tx, booking: Booking): Promise<void> {
    for (const kind of reminderKinds) {
      const runAt = booking.starts_at - reminders[kind].before
      if (runAt > this.parts.clock())
        await this.queueMail(tx, booking, { kind, isPerSequence: true, runAt })
    }
  }

  /** Mails the owner about a sender over the cap, or a surge, at most once per clock hour. */
  private async queueOverCapMail(tx: Tx, booking: Booking): Promise<void> {
    const { id: bookingId } = booking
    const now = this.parts.clock()
    const key = getSenderKey(booking)
    if (!key) throw new Error(`Booking ${bookingId} is over a cap of no sender`)
    const sender = fingerprint(toSenderId(key))
    await this.parts.mails.add(tx, {
      kind: 'owner-over-cap',
      dedupeKey: `${sender}:${Math.floor(now / HOUR)}`,
      bookingId: null,
      data: { bookingId },
      runAt: now + OVER_CAP_MAIL_DELAY,
    })
  }

  private async queueMail(tx: Tx, { id, sequence }: Booking, choices: MailOptions): Promise<void> {
    const { kind, isPerSequence, dedupeKey, runAt, refund = 0, ...about } = choices
    const each = dedupeKey ?? (isPerSequence ? String(sequence) : undefined)
    await this.parts.mails.add(tx, {
      kind,
      dedupeKey: each === undefined ? id : `${id}:${each}`,
      bookingId: id,
      data: { bookingId: id, sequence, refund, ...about } satisfies BookingMailData,
      ...(runAt !== undefined && { runAt }),
    })
  }
}
