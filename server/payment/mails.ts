import * as v from 'valibot'
import type { Database } from '#server/db/database.ts'
import { oneLine } from '#server/mail/clean.ts'
import {
  type Block,
  button,
  type DetailRow,
  details,
  type MailContent,
  text,
} from '#server/mail/content.ts'
import {
  greeting,
  guestAddress,
  instantLines,
  serviceTitle,
  timeRows,
} from '#server/mail/meeting.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { longDate } from '#shared/booking/times.ts'
import { formatPrice, VAT_RATE } from '#shared/lib/money.ts'
import type { Receipt } from '#shared/payment/receipt.ts'
import type { Booking, BookingPort, MailPort } from './ports.ts'
import { readReceipt } from './receipts.ts'
import { findReceipt, findRefund } from './store.ts'

const REASON = 'Please keep this email for your accounts.'

/** A receipt or credit note, with all that Norwegian bookkeeping requires of a sales document. */
function receiptMail(
  receipt: Receipt,
  booking: Booking,
  /** Whether the money was refunded by other means than the card. */
  otherWay: boolean,
): MailContent {
  const credit = receipt.kind === 'credit_note'
  const demo = receipt.series === 'demo'
  const name = `${credit ? 'Credit note' : 'Receipt'} ${receipt.label}`
  const total = formatPrice(Math.abs(receipt.total), receipt.currency)
  const { preview, lead } = demo ? demoWords(credit) : moneyWords(credit, total, otherWay)
  return {
    subject: `${name}: ${catalogue[receipt.serviceType].title}, ${total}`,
    preview,
    title: name,
    blocks: [
      text(greeting(booking)),
      text(lead),
      sums(receipt),
      details([...documentRows(receipt, booking), wayRow(receipt, otherWay)]),
    ],
    reason: demo ? 'A demonstration: this is not a valid receipt.' : REASON,
    demo,
  }
}

function sums({ serviceType, currency, net, vat, total, kind }: Receipt): Block {
  const amount = (minor: number) => formatPrice(minor, currency)
  return {
    kind: 'sums',
    rows: [
      { label: `${catalogue[serviceType].title}, excluding VAT`, amount: amount(net) },
      { label: `VAT ${VAT_RATE * 100} %`, amount: amount(vat) },
      {
        label: kind === 'credit_note' ? 'Total refunded' : 'Total paid',
        amount: amount(total),
        total: true,
      },
    ],
  }
}

function documentRows(receipt: Receipt, booking: Booking): DetailRow[] {
  const { seller, buyer, label, refersTo, issuedAt, startsAt, serviceType, kind } = receipt
  const { owner_zone } = booking
  const { title, durationMinutes } = catalogue[serviceType]
  const credit = kind === 'credit_note'
  return [
    { label: credit ? 'Credit note number' : 'Receipt number', lines: [label] },
    ...(refersTo ? [{ label: 'Corrects', lines: [`Receipt ${refersTo}`] }] : []),
    { label: 'Date', lines: [longDate(issuedAt, owner_zone)] },
    {
      label: 'Seller',
      // "MVA" after the number says that the seller is registered for VAT.
      lines: [seller.name, `Organisation number ${seller.organizationNumber} MVA`, seller.address],
    },
    { label: 'Buyer', lines: [oneLine(buyer), booking.email] },
    { label: 'Service', lines: [`${title}, ${durationMinutes} minutes`] },
    { label: 'Date of service', lines: [longDate(startsAt, owner_zone)] },
  ]
}

function wayRow({ kind, series }: Receipt, otherWay: boolean): DetailRow {
  const label = kind === 'credit_note' ? 'Refunded to' : 'Paid by'
  if (series === 'demo') return { label, lines: ['No card: a demonstration'] }
  return { label, lines: [otherWay ? 'Another payment method' : 'Card'] }
}

interface Words {
  preview: string
  lead: string
}

function moneyWords(credit: boolean, total: string, otherWay: boolean): Words {
  return credit
    ? { preview: `${total} goes back to you.`, lead: backSentence(total, otherWay) }
    : { preview: `Paid, with thanks: ${total}.`, lead: `Thank you. We have received ${total}.` }
}

/** The demo charges no card, so there is no money to receive or refund. */
function demoWords(credit: boolean): Words {
  const lead = `No card was charged${credit ? ', so there is nothing to refund' : ''}.`
  return { preview: lead, lead }
}

function backSentence(total: string, otherWay: boolean): string {
  return otherWay
    ? `The bank could not refund ${total} to your card, so we have refunded you in another way.`
    : `${total} is being refunded to the card it was paid with. Banks take up to ten working days to show it.`
}

interface LateMoney {
  booking: Booking
  /** Minor units; the whole sum is refunded. */
  amount: number
  /** Starts of free slots, UTC milliseconds. */
  otherTimes: readonly number[]
  /** Absolute URL of the booking page of the same service. */
  againUrl: string
}

/** Says that the payment arrived after the slot was released, and that it is refunded in full. */
function lateMoneyMail({ booking, amount, otherTimes, againUrl }: LateMoney): MailContent {
  const shown = formatPrice(amount, booking.currency)
  return {
    subject: `Not booked, ${shown} refunded: ${serviceTitle(booking)}`,
    preview: 'Your payment arrived after the time had been released. You will be refunded in full.',
    title: 'Your time is no longer held',
    blocks: [
      text(greeting(booking)),
      text(
        `Your payment reached us after the time had been released, so the meeting is not booked. All of it, ${shown}, will be refunded to the card it was paid with. Banks take up to ten working days to show it.`,
      ),
      details([
        { label: 'Service', lines: [serviceTitle(booking)] },
        ...timeRows(booking),
        { label: 'Refund', lines: [shown] },
      ]),
      ...otherBlocks(booking, otherTimes),
      button('Choose another time', againUrl),
    ],
    reason: 'You received this email because this address was used for a booking and its payment.',
    demo: booking.demo === 1,
  }
}

function otherBlocks({ time_zone, owner_zone }: Booking, times: readonly number[]): Block[] {
  if (times.length === 0) return []
  const items = times.map((start) => instantLines(start, [time_zone, owner_zone]).join('\n'))
  return [text('These times are currently free:'), { kind: 'list', items }]
}

interface PaymentMailParts {
  db: Database
  mails: MailQueue
  findBooking: BookingPort['find']
  /** Starts of a few free slots of the same service, UTC milliseconds. */
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

/** Registers the mails about money. Each is queued once, in the transaction of its cause. */
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
