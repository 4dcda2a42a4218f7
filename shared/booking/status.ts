export const bookingStatuses = [
  'requested',
  'awaiting_payment',
  'confirmed',
  'completed',
  'no_show',
  'cancelled',
  'expired',
  'needs_new_time',
] as const

export type BookingStatus = (typeof bookingStatuses)[number]

export const paymentStatuses = ['none', 'pending', 'paid', 'refunded', 'failed'] as const

export type PaymentStatus = (typeof paymentStatuses)[number]

/** What an entry of a booking's history is about. */
export const historyKinds = ['booking', 'mail', 'money', 'note', 'trouble'] as const

/** Every legal change of a booking's status; any other is a defect. */
const allowedTransitions: Record<BookingStatus, readonly BookingStatus[]> = {
  requested: ['awaiting_payment', 'confirmed', 'cancelled', 'expired', 'needs_new_time'],
  awaiting_payment: ['confirmed', 'cancelled', 'expired'],
  confirmed: ['completed', 'no_show', 'cancelled', 'needs_new_time'],
  needs_new_time: ['confirmed', 'awaiting_payment', 'cancelled'],
  expired: [],
  // The right to withdraw from a purchase can outlast the meeting.
  completed: ['no_show', 'cancelled'],
  no_show: ['completed', 'cancelled'],
  cancelled: [],
}

export function canTransition(from: BookingStatus, to: BookingStatus): boolean {
  return allowedTransitions[from].includes(to)
}

/** Statuses in which a booking occupies its time. */
export const blockingStatuses: readonly BookingStatus[] = [
  'requested',
  'awaiting_payment',
  'confirmed',
]

/** What identifies a sender, the widest kind first; the first three are networks. */
export const capKinds = ['block', 'site', 'network', 'browser', 'mailbox'] as const

export type CapKind = (typeof capKinds)[number]

/**
 * Why a request blocks no time: its sender is over a cap, or `surge`: in the hour before it, mailboxes
 * that were new took too many of the free times.
 */
export const overCapReasons = [...capKinds, 'surge'] as const

export type OverCapReason = (typeof overCapReasons)[number]

/** What a guest can change about a booking, and the owner is told. */
export const guestChangeKinds = ['moved', 'cancelled'] as const
