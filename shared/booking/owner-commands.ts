import { type BookingStatus, bookingStatuses, type PaymentStatus } from './status.ts'

export const ownerCommands = [
  'accept',
  'move',
  'offer',
  'cancel',
  'complete',
  'markNoShow',
  'refund',
  'resend',
  'dismissClash',
  'setLocation',
  'note',
] as const

export type OwnerCommand = (typeof ownerCommands)[number]

/** The statuses in which the owner may give each command. */
export const allowedStatuses: Record<OwnerCommand, readonly BookingStatus[]> = {
  accept: ['requested'],
  move: ['confirmed', 'needs_new_time'],
  offer: ['requested', 'confirmed', 'needs_new_time'],
  cancel: ['requested', 'awaiting_payment', 'confirmed', 'needs_new_time'],
  complete: ['confirmed', 'no_show'],
  markNoShow: ['confirmed', 'completed'],
  refund: ['completed', 'no_show'],
  resend: ['confirmed'],
  dismissClash: ['confirmed'],
  setLocation: ['requested', 'awaiting_payment', 'confirmed', 'needs_new_time'],
  note: bookingStatuses,
}

/** What decides whether a command is allowed; times in UTC milliseconds. */
interface CommandSubject {
  status: BookingStatus
  start: number
  end: number
  hasClash: boolean
}

export const statusLabels: Record<BookingStatus, string> = {
  requested: 'Requested',
  awaiting_payment: 'Awaiting payment',
  confirmed: 'Confirmed',
  completed: 'Completed',
  no_show: 'No-show',
  cancelled: 'Cancelled',
  expired: 'Expired',
  needs_new_time: 'Needs new time',
}

/** Why the owner cannot give a command now; undefined if it is allowed. */
export function getRefusalReason(
  command: OwnerCommand,
  booking: CommandSubject,
  now: number,
): string | undefined {
  const { status, start, end, hasClash } = booking
  if (!allowedStatuses[command].includes(status)) return statusRefusals[status]
  if (command === 'accept' && start <= now) return 'This time has passed. Offer other times.'
  if (status !== 'confirmed') return undefined
  if (['complete', 'markNoShow'].includes(command) && start > now)
    return 'The meeting has not begun yet.'
  if (['move', 'offer', 'resend', 'dismissClash', 'setLocation'].includes(command) && end <= now)
    return 'The meeting is over.'
  return command === 'dismissClash' && !hasClash
    ? 'Your calendar has nothing else at this time.'
    : undefined
}

const statusRefusals: Record<BookingStatus, string> = {
  requested: 'This is still a request: accept it, or offer other times.',
  awaiting_payment: 'The guest has not paid yet.',
  confirmed: 'This booking is already confirmed.',
  completed: 'This meeting is marked completed.',
  no_show: 'This meeting is marked as a no-show.',
  cancelled: 'This booking is cancelled.',
  expired: 'This time was released.',
  needs_new_time: 'This booking has no time at the moment.',
}

/** The status of a booking once owner and guest agree on its time. */
export function getAgreedStatus(booking: {
  amount: number
  payment: PaymentStatus
}): 'confirmed' | 'awaiting_payment' {
  // A booking that was refunded outside the desk, and that the owner keeps, is not paid twice.
  const isPaid = booking.payment === 'paid' || booking.payment === 'refunded'
  return booking.amount > 0 && !isPaid ? 'awaiting_payment' : 'confirmed'
}
