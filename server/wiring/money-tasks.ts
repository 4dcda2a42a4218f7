import { readVersion } from '#server/booking/desk-queries.ts'
import { type Booking, findBooking } from '#server/booking/store.ts'
import type { Tx } from '#server/db/database.ts'
import { mapInOrder } from '#server/lib/in-order.ts'
import { guestName } from '#server/mail/meeting-text.ts'
import {
  findDisputesToShow,
  findOpenRefunds,
  findRefundsToAcknowledge,
} from '#server/payment/store.ts'
import type { OpenRefund, ReversalTask } from '#shared/desk/api.ts'
import { toIsoTime, toIsoTimeOrNull } from '#shared/lib/date.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import { disputeRules, disputeStates } from '#shared/payment/reversals.ts'

// What the dashboard shows of money that goes back to guests.

export async function readOpenRefunds(tx: Tx, failedSince: number): Promise<OpenRefund[]> {
  return mapInOrder(
    await findOpenRefunds(tx, failedSince),
    async ({ id, booking_id, amount, created_at, state }) => {
      const booking = await getBooking(tx, booking_id)
      return {
        id,
        bookingId: booking_id,
        clientName: guestName(booking),
        amount,
        currency: booking.currency,
        requestedAt: toIsoTime(created_at),
        state: state === 'failed' || state === 'refused' ? state : ('waiting' as const),
        version: await readVersion(tx, booking),
      }
    },
  )
}

const openStates = disputeStates.filter((state) => !disputeRules[state].isClosed)

/** Refunds from the provider's dashboard, one line for each booking, and disputes. */
export async function readReversals(tx: Tx, now: number): Promise<ReversalTask[]> {
  const refunds = groupBy(await findRefundsToAcknowledge(tx), ({ booking_id }) => booking_id)
  const refundTasks = await mapInOrder([...refunds], async ([id, own]) => ({
    ...(await readSubject(tx, id, { now, isAcknowledged: false })),
    amount: own.reduce((sum, { amount }) => sum + amount, 0),
    at: toIsoTime(Math.max(...own.map(({ created_at }) => created_at))),
    dispute: null,
  }))
  const disputes = await mapInOrder(await findDisputesToShow(tx, openStates), async (dispute) => ({
    ...(await readSubject(tx, dispute.booking_id, {
      now,
      isAcknowledged: dispute.acknowledged_at !== null,
    })),
    amount: dispute.amount,
    at: toIsoTime(dispute.opened_at),
    dispute: {
      id: dispute.id,
      state: dispute.state,
      answerBy: toIsoTimeOrNull(dispute.answer_by),
    },
  }))
  return [...disputes, ...refundTasks]
}

const meetingStatuses: readonly Booking['status'][] = ['confirmed', 'needs_new_time']

/** The booking that a reversal is about. */
async function readSubject(
  tx: Tx,
  bookingId: string,
  { now, isAcknowledged }: { now: number; isAcknowledged: boolean },
) {
  const booking = await getBooking(tx, bookingId)
  const isAhead = meetingStatuses.includes(booking.status) && booking.ends_at > now
  return {
    bookingId,
    clientName: guestName(booking),
    start: toIsoTime(booking.starts_at),
    version: await readVersion(tx, booking),
    currency: booking.currency,
    asksToKeep: isAhead && !isAcknowledged,
    isAcknowledged,
  }
}

async function getBooking(tx: Tx, id: string): Promise<Booking> {
  const booking = await findBooking(tx, id)
  if (!booking) throw new Error(`Booking ${id} does not exist`)
  return booking
}
