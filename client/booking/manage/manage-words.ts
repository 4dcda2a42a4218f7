import type { BookingView } from '#shared/booking/api.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { clockTime, longDate, shownTime } from '#shared/booking/times.ts'
import { formatPrice } from '#shared/lib/money.ts'

/** Texts and actions of a booking's page, depending on its status. */
export interface ManageWords {
  title: string
  lead: string
  /** Short text of the status. */
  status: string
  mayMove: boolean
  mayCancel: boolean
  /** Offers to write an e-mail, because this page cannot make the change. */
  byMail: boolean
  /** Main action: pay for the hold, or choose a time for a new booking with the same details. */
  again: 'pay' | 'choose' | undefined
}

const closed = { mayMove: false, mayCancel: false, byMail: false, again: undefined } as const

type Words = (booking: BookingView, now: number) => ManageWords

const words: Record<BookingStatus, Words> = {
  confirmed: confirmedWords,
  requested: ({ changes, keepsTime }) => ({
    ...closed,
    status: 'Requested',
    title: 'We have your request',
    lead: keepsTime
      ? 'It is not confirmed yet. The time is held for you until we answer.'
      : 'It is not confirmed yet. You already have several bookings, so the time is not held: others may still book it until we answer.',
    mayCancel: changes.open,
    byMail: !changes.open,
  }),
  awaiting_payment: (booking) => ({
    ...closed,
    status: 'Awaiting payment',
    title: 'The payment is still open',
    lead: `${heldUntil(booking)}Complete the payment to keep it. Nothing is booked before that.`,
    mayCancel: true,
    again: 'pay',
  }),
  needs_new_time: (booking) => ({
    ...closed,
    status: 'Needs a new time',
    title: 'We need another time',
    lead: `We are sorry: the time you chose is no longer possible. ${keptPayment(booking)}${choosing(booking)}`,
    mayMove: true,
    mayCancel: true,
    byMail: true,
  }),
  expired: expiredWords,
  cancelled: (booking) => ({
    ...closed,
    status: 'Cancelled',
    title: 'This booking is cancelled',
    lead: moneyBack(booking),
    again: 'choose',
  }),
  completed: () => ({ ...closed, ...past, status: 'Completed', again: 'choose' }),
  no_show: () => ({
    ...closed,
    status: 'Missed',
    title: 'We did not meet',
    lead: 'This time has passed. Write to us and we will find another.',
    byMail: true,
    again: 'choose',
  }),
}

export function manageWords(booking: BookingView, now: number): ManageWords {
  return words[booking.status](booking, now)
}

const past = {
  title: 'This meeting has taken place',
  lead: 'Thank you for the conversation. If there is anything else, write to us.',
  byMail: true,
}

function confirmedWords(booking: BookingView, now: number): ManageWords {
  const base = { ...closed, status: 'Confirmed' }
  if (Date.parse(booking.end) <= now) return { ...base, ...past }
  if (Date.parse(booking.start) <= now)
    return { ...base, title: 'It is time', lead: 'The meeting is under way.', byMail: true }
  const until = deadline(booking)
  return booking.changes.open
    ? {
        ...base,
        title: 'Your time is booked',
        lead: `You can move or cancel it here until ${until}.`,
        mayMove: true,
        mayCancel: true,
      }
    : {
        ...base,
        title: 'Your time is booked',
        lead: `This page could change it until ${until}. To change it now, write to us and we will find a way.`,
        byMail: true,
      }
}

/** Without a payment, the booking was a request that the owner did not answer in time. */
function expiredWords(booking: BookingView): ManageWords {
  const base = { ...closed, status: 'Released', again: 'choose' } as const
  return booking.payment === 'none'
    ? {
        ...base,
        title: 'We did not answer in time',
        lead: 'We are sorry: we did not answer before the time you asked for. Nothing was charged. Please choose another.',
      }
    : {
        ...base,
        title: 'This time was released',
        lead: `The payment was not completed in time, so the time was released. ${moneyBack(booking)}`,
      }
}

function deadline({ changes, timezone }: BookingView): string {
  const until = Date.parse(changes.until)
  return `${longDate(until, timezone)}, ${clockTime(until, timezone)}`
}

function heldUntil({ holdExpiresAt, timezone }: BookingView): string {
  if (!holdExpiresAt) return ''
  return `Your time is held until ${clockTime(Date.parse(holdExpiresAt), timezone)}. `
}

function keptPayment({ payment }: BookingView): string {
  return payment === 'paid' ? 'What you paid stays with the booking. ' : ''
}

function choosing({ offers }: BookingView): string {
  return offers.length > 0
    ? 'Choose one of the times we offer, or any other that is open.'
    : 'Choose another that is open, or write to us which days suit you.'
}

/** What becomes of the money of a cancelled or expired booking. */
function moneyBack({ payment, amount, currency, refunded, demo }: BookingView): string {
  if (payment === 'pending') return 'If a payment still arrives, it will be refunded in full.'
  if (payment !== 'paid' && payment !== 'refunded')
    return amount > 0
      ? 'Nothing was charged.'
      : 'Your booking is cancelled. There is nothing more to do.'
  if (demo) return 'No card was charged, so there is nothing to refund.'
  if (refunded === 0) return 'Write to us about what you paid.'
  const sum = formatPrice(refunded, currency)
  const sent = payment === 'refunded' ? 'was refunded' : 'is being refunded'
  return `${sum} ${sent} to you. Banks take up to ten days to show it.`
}

/** What the guest would get back; shown before cancelling. */
export function refundSentence({ payment, changes, currency, demo }: BookingView): string {
  if (payment !== 'paid') return 'Nothing was charged, so there is nothing to refund.'
  if (demo) return 'No card was charged in this demonstration, so there is nothing to refund.'
  return `${formatPrice(changes.refund, currency)} will be refunded in full to the card you paid with.`
}

/** The meeting time in the guest's zone and, if it is another, in the owner's. */
export function meetingTimes({ start, end, timezone, ownerZone }: BookingView) {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  const yours = shownTime(from, to, timezone)
  const ours = ownerZone === timezone ? undefined : shownTime(from, to, ownerZone)
  return { yours, ours }
}
