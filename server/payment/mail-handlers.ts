import * as v from 'valibot'
import type { Database } from '#server/db/database.ts'
import { type Block, button, details, type MailContent, text } from '#server/mail/content.ts'
import {
  greeting,
  guestAddress,
  instantLines,
  serviceTitle,
  timeRows,
} from '#server/mail/meeting.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { receiptMail } from './mail-receipt.ts'
import type { Booking, BookingPort, MailPort } from './ports.ts'
import { readReceipt } from './receipts.ts'
import { findReceipt, findRefund } from './store.ts'

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
function lateMoneyMail({ booking, amount, otherTimes, againUrl }: LateMoney): MailContent {
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

interface PaymentMailParts {
  db: Database
  mails: MailQueue
  findBooking: BookingPort['find']
  /** A few free starts of the same service, UTC milliseconds. */
  otherTimes(booking: Booking): number[]
  /** The site's address, without a trailing slash. */
  siteUrl: string
}

const AboutReceipt = v.object({
  bookingId: v.string(),
  series: v.picklist(['real', 'demo']),
  number: v.number(),
})

const AboutLateMoney = v.object({ bookingId: v.string(), amount: v.number() })

/** The mails about money: each queued once, in the transaction of what it tells of. */
export function createPaymentMails(parts: PaymentMailParts): MailPort {
  registerReceipt(parts)
  registerLateMoney(parts)
  const { mails } = parts
  return {
    receipt(tx, { id: bookingId }, { series, number }) {
      const data: v.InferOutput<typeof AboutReceipt> = { bookingId, series, number }
      mails.add(tx, { kind: 'receipt', once: `${series}:${number}`, bookingId, data })
    },
    lateRefund(tx, { id: bookingId }, amount) {
      const data: v.InferOutput<typeof AboutLateMoney> = { bookingId, amount }
      mails.add(tx, { kind: 'late-money', once: bookingId, bookingId, data })
    },
  }
}

function registerReceipt({ db, mails, findBooking }: PaymentMailParts): void {
  mails.on({
    kind: 'receipt',
    data: AboutReceipt,
    render: async ({ bookingId, series, number }) => {
      const booking = findBooking(db.read, bookingId)
      const row = findReceipt(db.read, series, number)
      if (!booking || !row) throw new Error(`Receipt ${series} ${number} is gone`)
      const refund = row.refund_id ? findRefund(db.read, row.refund_id) : undefined
      const content = receiptMail(readReceipt(row), booking, refund?.state === 'settled')
      return { to: guestAddress(booking), content, always: true }
    },
  })
}

function registerLateMoney(parts: PaymentMailParts): void {
  const { db, mails, findBooking, otherTimes, siteUrl } = parts
  mails.on({
    kind: 'late-money',
    data: AboutLateMoney,
    render: async ({ bookingId, amount }) => {
      const booking = findBooking(db.read, bookingId)
      if (!booking) return undefined
      const againUrl = `${siteUrl}/service/${booking.service_type}`
      const content = lateMoneyMail({
        booking,
        amount,
        otherTimes: otherTimes(booking),
        againUrl,
      })
      return { to: guestAddress(booking), content, always: true }
    },
  })
}
