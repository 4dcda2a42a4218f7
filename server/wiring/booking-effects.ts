import { planLapse } from '#server/booking/lapse.ts'
import type { BookingMails } from '#server/booking/mail/mails.ts'
import type { BookingEffects } from '#server/booking/ports.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import type { Rooms } from '#server/video/rooms.ts'

/** What follows a change of a booking: its room and its mails. */
export function queuedEffects(
  rooms: Rooms,
  mails: BookingMails,
  jobs: JobQueue,
): Omit<BookingEffects, 'refund' | 'settleRefund'> {
  return {
    requested(tx, booking) {
      planLapse(tx, jobs, booking)
      mails.requested(tx, booking)
    },
    confirmed(tx, booking) {
      if (booking.place === 'video_room') rooms.queue(tx, booking)
      mails.confirmed(tx, booking)
    },
    moved(tx, booking, how) {
      if (booking.place === 'video_room') rooms.queue(tx, booking)
      mails.moved(tx, booking, how)
    },
    cancelled(tx, booking, how) {
      if (booking.place === 'video_room') rooms.queue(tx, booking)
      if (how.told) mails.cancelled(tx, booking, how)
    },
    cancelledTogether: (tx, bookings) => mails.cancelledTogether(tx, bookings),
    placed(tx, booking, before) {
      // Makes a room, or removes the one that there was.
      if ([booking.place, before.place].includes('video_room')) rooms.queue(tx, booking)
      mails.placed(tx, booking, before)
    },
    accepted: (tx, booking) => mails.accepted(tx, booking),
    offered(tx, booking, starts) {
      if (booking.place === 'video_room') rooms.queue(tx, booking)
      mails.offered(tx, booking, starts)
    },
    unanswered: (tx, booking) => mails.unanswered(tx, booking),
    unpaid: (tx, booking) => mails.unpaid(tx, booking),
    resent: (tx, booking, once) => mails.resent(tx, booking, once),
  }
}
