import { type Block, button, details, type MailContent, text } from '#server/mail/content.ts'
import { greeting, instantLines, serviceTitle, timeRows } from '#server/mail/meeting.ts'
import { formatPrice } from '#shared/lib/money.ts'
import type { Booking } from './ports.ts'

interface LateMoney {
  booking: Booking
  /** Minor units; all of it goes back. */
  amount: number
  /** Free starts, UTC milliseconds. */
  otherTimes: readonly number[]
  /** The booking page of the same service, absolute. */
  againUrl: string
}

/** The money came when the time was gone. */
export function lateMoneyMail({ booking, amount, otherTimes, againUrl }: LateMoney): MailContent {
  const shown = formatPrice(amount, booking.currency)
  return {
    subject: `Not booked, ${shown} refunded: ${serviceTitle(booking)}`,
    preview: 'Your payment came after the time had been released. All of it goes back.',
    title: 'Your time is no longer held',
    blocks: [
      text(greeting(booking)),
      text(
        `Your payment reached us after the time had been released, so the meeting is not booked. All of it, ${shown}, goes back to the card it was paid with. Banks take up to ten working days to show it.`,
      ),
      details([
        { label: 'Service', lines: [serviceTitle(booking)] },
        ...timeRows(booking),
        { label: 'Refund', lines: [shown] },
      ]),
      ...otherBlocks(booking, otherTimes),
      button('Choose another time', againUrl),
    ],
    reason: 'You get this mail because this address was given with a booking and its payment.',
    demo: booking.demo === 1,
  }
}

function otherBlocks({ time_zone, owner_zone }: Booking, times: readonly number[]): Block[] {
  if (times.length === 0) return []
  const items = times.map((start) => instantLines(start, [time_zone, owner_zone]).join('\n'))
  return [text('These times are free as we write:'), { kind: 'list', items }]
}
