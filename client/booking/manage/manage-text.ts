import { keepTogether } from '#client/lib/data/keep-together.ts'
import type { BookingView } from '#shared/booking/api.ts'
import { getGuestZone } from '#shared/booking/guest-zone.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { formatClockTime, formatFullDate, formatMeetingTime } from '#shared/booking/zoned-time.ts'
import { formatPrice } from '#shared/lib/money.ts'

/** Texts and actions of a booking's page, depending on its status. */
export interface ManageText {
  title: string
  lead: string
  /** Short text of the status. */
  status: string
  canMove: boolean
  canCancel: boolean
  /** Offers to write an email, because this page cannot make the change. */
  showsMailLink: boolean
  /** Main action: pay for the hold, or choose a time for a new booking with the same details. */
  nextAction: 'pay' | 'choose' | undefined
}

const noActions = {
  canMove: false,
  canCancel: false,
  showsMailLink: false,
  nextAction: undefined,
} as const

type TextBuilder = (booking: BookingView, now: number) => ManageText

const textByStatus: Record<BookingStatus, TextBuilder> = {
  confirmed: getConfirmedText,
  requested: ({ changePolicy, blocksSlot }) => ({
    ...noActions,
    status: 'Requested',
    title: 'I have your request',
    lead: blocksSlot
      ? 'It is not confirmed yet. The time is held for you until I answer.'
      : 'It is not confirmed yet. You already have several bookings, so the time is not held: others may still book it until I answer.',
    canCancel: changePolicy.open,
    showsMailLink: !changePolicy.open,
  }),
  awaiting_payment: (booking) => ({
    ...noActions,
    status: 'Awaiting payment',
    title: 'The payment is still open',
    lead: `${formatHoldEnd(booking)}Complete the payment to keep it. Nothing is booked before that.`,
    canCancel: true,
    nextAction: 'pay',
  }),
  needs_new_time: (booking) => ({
    ...noActions,
    status: 'Needs a new time',
    title: 'We need another time',
    lead: `I am sorry: the time you chose is no longer possible. ${formatPaidNote(booking)}${getChoosingHint(booking)}`,
    canMove: true,
    canCancel: true,
    showsMailLink: true,
  }),
  expired: getExpiredText,
  cancelled: (booking) => ({
    ...noActions,
    status: 'Cancelled',
    title: 'This booking is cancelled',
    lead: `${formatRefundState(booking)}${getWithdrawalHint(booking)}`,
    nextAction: 'choose',
  }),
  completed: (booking) => ({
    ...noActions,
    ...getPastText(booking),
    status: 'Completed',
    nextAction: 'choose',
  }),
  no_show: (booking) => ({
    ...noActions,
    status: 'Missed',
    title: 'We did not meet',
    lead: `This time has passed. Write to me and we will find another.${getWithdrawalHint(booking)}`,
    showsMailLink: true,
    nextAction: 'choose',
  }),
}

export function getManageText(booking: BookingView, now: number): ManageText {
  return textByStatus[booking.status](booking, now)
}

const getPastText = (booking: BookingView) => ({
  title: 'This meeting has taken place',
  lead: `Thank you for the conversation. If there is anything else, write to me.${getWithdrawalHint(booking)}`,
  showsMailLink: true,
})

function getConfirmedText(booking: BookingView, now: number): ManageText {
  const base = { ...noActions, status: 'Confirmed' }
  if (Date.parse(booking.end) <= now) return { ...base, ...getPastText(booking) }
  if (Date.parse(booking.start) <= now)
    return {
      ...base,
      title: 'It is time',
      lead: `The meeting is under way.${getWithdrawalHint(booking)}`,
      showsMailLink: true,
    }
  const until = formatDeadline(booking)
  return booking.changePolicy.open
    ? {
        ...base,
        title: 'Your time is booked',
        lead: `You can move or cancel it here until ${until}.`,
        canMove: true,
        canCancel: true,
      }
    : {
        ...base,
        title: 'Your time is booked',
        lead: `This page could change it until ${until}. To change it now, write to me and we will find a way.${getWithdrawalHint(booking)}`,
        showsMailLink: true,
      }
}

/** Without a payment, the booking was a request that the owner did not answer in time. */
function getExpiredText(booking: BookingView): ManageText {
  const base = { ...noActions, status: 'Released', nextAction: 'choose' } as const
  return booking.payment === 'none'
    ? {
        ...base,
        title: 'I did not answer in time',
        lead: 'I am sorry: I did not answer before the time you asked for. Nothing was charged. Please choose another.',
      }
    : {
        ...base,
        title: 'This time was released',
        lead: `The payment was not completed in time, so the time was released. ${formatRefundState(booking)}`,
      }
}

function formatDeadline(booking: BookingView): string {
  const [until, zone] = [Date.parse(booking.changePolicy.until), getGuestZone(booking)]
  return keepTogether(`${formatFullDate(until, zone)}, ${formatClockTime(until, zone)}`)
}

function formatHoldEnd(booking: BookingView): string {
  const { holdExpiresAt } = booking
  if (!holdExpiresAt) return ''
  return `Your time is held until ${formatClockTime(Date.parse(holdExpiresAt), getGuestZone(booking))}. `
}

function formatPaidNote({ payment }: BookingView): string {
  return payment === 'paid' ? 'What you paid stays with the booking. ' : ''
}

function getChoosingHint({ offers }: BookingView): string {
  return offers.length > 0
    ? 'Choose one of the times I offer, or any other that is open.'
    : 'Choose another that is open, or write to me which days suit you.'
}

const BANK_HAS_IT = 'Your bank is handling this payment, so I do not refund it myself.'

/** What becomes of the money of a cancelled or expired booking. */
function formatRefundState(booking: BookingView): string {
  const { payment, amount, currency, refunded, disputed, demo } = booking
  if (payment === 'pending') return 'If a payment still arrives, it will be refunded in full.'
  if (payment !== 'paid' && payment !== 'refunded')
    return amount > 0
      ? 'Nothing was charged.'
      : 'Your booking is cancelled. There is nothing more to do.'
  if (demo) return 'No card was charged, so there is nothing to refund.'
  if (refunded === 0 && disputed > 0) return BANK_HAS_IT
  if (refunded === 0) return 'Write to me about what you paid.'
  const sum = formatPrice(refunded, currency)
  const sent = payment === 'refunded' ? 'was refunded' : 'is being refunded'
  return `${sum} ${sent} to you. Banks take up to ten days to show it.`
}

/** What the guest would get back; shown before cancelling. */
export function formatRefund(booking: BookingView): string {
  const { payment, changePolicy, demo } = booking
  if (payment !== 'paid' && payment !== 'refunded')
    return 'Nothing was charged, so there is nothing to refund.'
  if (demo) return NOT_CHARGED
  return formatRefundOf(booking, changePolicy.refund)
}

const NOT_CHARGED = 'No card was charged in this demonstration, so there is nothing to refund.'

function formatRefundOf({ amount, currency, disputed }: BookingView, refund: number): string {
  if (refund === 0)
    return disputed > 0 ? BANK_HAS_IT : 'Your payment has already been refunded in full.'
  const sum = formatPrice(refund, currency)
  return refund === amount
    ? `${sum} will be refunded in full to the card you paid with.`
    : `The remaining ${sum} will be refunded to the card you paid with.`
}

function getWithdrawalHint(booking: BookingView): string {
  return booking.withdrawal?.open
    ? ` Until ${formatWithdrawalEnd(booking)} you can still withdraw from the purchase here.`
    : ''
}

/** The last minute of the right to withdraw, in the guest's zone. */
export function formatWithdrawalEnd(booking: BookingView): string {
  if (!booking.withdrawal) return ''
  const [last, zone] = [Date.parse(booking.withdrawal.until) - 1, getGuestZone(booking)]
  return keepTogether(`${formatFullDate(last, zone)}, ${formatClockTime(last, zone)}`)
}

/** What a withdrawal refunds: all that was not refunded before. */
export function formatWithdrawalRefund(booking: BookingView): string {
  return booking.demo ? NOT_CHARGED : formatRefundOf(booking, booking.withdrawal?.refund ?? 0)
}

/** The meeting time in the guest's zone and, if it is another, in the owner's. */
export function formatGuestAndOwnerTimes(booking: BookingView) {
  const { start, end, ownerZone } = booking
  const [from, to] = [Date.parse(start), Date.parse(end)]
  const zone = getGuestZone(booking)
  const yours = formatMeetingTime(from, to, zone)
  const ours = ownerZone === zone ? undefined : formatMeetingTime(from, to, ownerZone)
  return { yours, ours }
}
