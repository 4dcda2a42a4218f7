import * as v from 'valibot'
import type { Database } from '#server/db/database.ts'
import {
  buttonBlock,
  type DetailRow,
  detailsBlock,
  type MailBlock,
  type MailContent,
  textBlock,
} from '#server/mail/content.ts'
import {
  greeting,
  guestAddress,
  instantLines,
  serviceTitle,
  timeRows,
} from '#server/mail/meeting-text.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { toSingleLine } from '#server/mail/typed-text.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { formatFullDate } from '#shared/booking/zoned-time.ts'
import { formatPrice, VAT_RATE } from '#shared/lib/money.ts'
import type { Receipt } from '#shared/payment/receipt.ts'
import type { Booking, BookingPort, MailPort } from './ports.ts'
import { toReceipt } from './receipts.ts'
import { findReceipt, findRefund } from './store.ts'

const RECEIPT_REASON = 'Please keep this email for your accounts.'

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
  const { preview, lead } = demo ? getDemoText(credit) : getPaymentText(credit, total, otherWay)
  return {
    subject: `${name}: ${catalogue[receipt.serviceType].title}, ${total}`,
    preview,
    title: name,
    blocks: [
      textBlock(greeting(booking)),
      textBlock(lead),
      sumsBlock(receipt),
      detailsBlock([...documentRows(receipt, booking), methodRow(receipt, otherWay)]),
    ],
    reason: demo ? 'A demonstration: this is not a valid receipt.' : RECEIPT_REASON,
    isDemo: demo,
  }
}

function sumsBlock({ serviceType, currency, net, vat, total, kind }: Receipt): MailBlock {
  const amount = (minor: number) => formatPrice(minor, currency)
  return {
    kind: 'sums',
    rows: [
      { label: `${catalogue[serviceType].title}, excluding VAT`, amount: amount(net) },
      { label: `VAT ${VAT_RATE * 100} %`, amount: amount(vat) },
      {
        label: kind === 'credit_note' ? 'Total refunded' : 'Total paid',
        amount: amount(total),
        isTotal: true,
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
    { label: 'Date', lines: [formatFullDate(issuedAt, owner_zone)] },
    {
      label: 'Seller',
      // "MVA" after the number says that the seller is registered for VAT.
      lines: [seller.name, `Organisation number ${seller.organizationNumber} MVA`, seller.address],
    },
    { label: 'Buyer', lines: [toSingleLine(buyer), booking.email] },
    { label: 'Service', lines: [`${title}, ${durationMinutes} minutes`] },
    { label: 'Date of service', lines: [formatFullDate(startsAt, owner_zone)] },
  ]
}

function methodRow({ kind, series }: Receipt, otherWay: boolean): DetailRow {
  const label = kind === 'credit_note' ? 'Refunded to' : 'Paid by'
  if (series === 'demo') return { label, lines: ['No card: a demonstration'] }
  return { label, lines: [otherWay ? 'Another payment method' : 'Card'] }
}

interface LeadText {
  preview: string
  lead: string
}

function getPaymentText(credit: boolean, total: string, otherWay: boolean): LeadText {
  return credit
    ? { preview: `${total} goes back to you.`, lead: refundSentence(total, otherWay) }
    : { preview: `Paid, with thanks: ${total}.`, lead: `Thank you. We have received ${total}.` }
}

/** The demo charges no card, so there is no money to receive or refund. */
function getDemoText(credit: boolean): LeadText {
  const lead = `No card was charged${credit ? ', so there is nothing to refund' : ''}.`
  return { preview: lead, lead }
}

function refundSentence(total: string, otherWay: boolean): string {
  return otherWay
    ? `The bank could not refund ${total} to your card, so we have refunded you in another way.`
    : `${total} is being refunded to the card it was paid with. Banks take up to ten working days to show it.`
}

interface LatePayment {
  booking: Booking
  /** Minor units; the whole sum is refunded. */
  amount: number
  /** Starts of free slots, UTC milliseconds. */
  otherTimes: readonly number[]
  /** Absolute URL of the booking page of the same service. */
  againUrl: string
}

/** Says that the payment arrived after the slot was released, and that it is refunded in full. */
function latePaymentMail({ booking, amount, otherTimes, againUrl }: LatePayment): MailContent {
  const formattedAmount = formatPrice(amount, booking.currency)
  return {
    subject: `Not booked, ${formattedAmount} refunded: ${serviceTitle(booking)}`,
    preview: 'Your payment arrived after the time had been released. You will be refunded in full.',
    title: 'Your time is no longer held',
    blocks: [
      textBlock(greeting(booking)),
      textBlock(
        `Your payment reached us after the time had been released, so the meeting is not booked. All of it, ${formattedAmount}, will be refunded to the card it was paid with. Banks take up to ten working days to show it.`,
      ),
      detailsBlock([
        { label: 'Service', lines: [serviceTitle(booking)] },
        ...timeRows(booking),
        { label: 'Refund', lines: [formattedAmount] },
      ]),
      ...otherTimesBlocks(booking, otherTimes),
      buttonBlock('Choose another time', againUrl),
    ],
    reason: 'You received this email because this address was used for a booking and its payment.',
    isDemo: booking.demo === 1,
  }
}

function otherTimesBlocks(
  { time_zone, owner_zone }: Booking,
  times: readonly number[],
): MailBlock[] {
  if (times.length === 0) return []
  const items = times.map((start) => instantLines(start, [time_zone, owner_zone]).join('\n'))
  return [textBlock('These times are currently free:'), { kind: 'list', items }]
}

interface PaymentMailParts {
  db: Database
  mails: MailQueue
  findBooking: BookingPort['find']
  /** Starts of a few free slots of the same service, UTC milliseconds. */
  findOtherStarts(booking: Booking): Promise<number[]>
  /** The site's address, without a trailing slash. */
  siteUrl: string
}

const ReceiptMailData = v.object({
  bookingId: v.string(),
  series: v.picklist(['real', 'demo']),
  number: v.number(),
})

const LatePaymentMailData = v.object({ bookingId: v.string(), amount: v.number() })

/** Registers the mails about money. Each is queued once, in the transaction of its cause. */
export function createPaymentMails(parts: PaymentMailParts): MailPort {
  registerReceiptMail(parts)
  registerLatePaymentMail(parts)
  const { mails } = parts
  return {
    async queueReceipt(tx, { id: bookingId }, { series, number }) {
      const data: v.InferOutput<typeof ReceiptMailData> = { bookingId, series, number }
      await mails.add(tx, { kind: 'receipt', dedupeKey: `${series}:${number}`, bookingId, data })
    },
    async queueLateRefund(tx, { id: bookingId }, amount) {
      const data: v.InferOutput<typeof LatePaymentMailData> = { bookingId, amount }
      await mails.add(tx, { kind: 'late-money', dedupeKey: bookingId, bookingId, data })
    },
  }
}

function registerReceiptMail({ db, mails, findBooking }: PaymentMailParts): void {
  mails.on({
    kind: 'receipt',
    data: ReceiptMailData,
    render: async ({ bookingId, series, number }) => {
      const booking = await findBooking(db.read, bookingId)
      const row = await findReceipt(db.read, series, number)
      if (!booking || !row)
        throw new Error(`Receipt ${series} ${number} or its booking does not exist`)
      const refund = row.refund_id ? await findRefund(db.read, row.refund_id) : undefined
      const content = receiptMail(toReceipt(row), booking, refund?.state === 'settled')
      return { to: guestAddress(booking), content, bypassesLimit: true }
    },
  })
}

function registerLatePaymentMail(parts: PaymentMailParts): void {
  const { db, mails, findBooking, findOtherStarts, siteUrl } = parts
  mails.on({
    kind: 'late-money',
    data: LatePaymentMailData,
    render: async ({ bookingId, amount }) => {
      const booking = await findBooking(db.read, bookingId)
      if (!booking) return undefined
      const againUrl = `${siteUrl}/service/${booking.service_type}`
      const content = latePaymentMail({
        booking,
        amount,
        otherTimes: await findOtherStarts(booking),
        againUrl,
      })
      return { to: guestAddress(booking), content, bypassesLimit: true }
    },
  })
}
