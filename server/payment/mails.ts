import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import type { ReceiptTable } from '#server/db/tables-payment.ts'
import {
  buttonBlock,
  type DetailRow,
  detailsBlock,
  type MailBlock,
  type MailContent,
  textBlock,
} from '#server/mail/content.ts'
import {
  bothTimes,
  greeting,
  guestAddress,
  referenceRow,
  serviceTitle,
  timeRows,
} from '#server/mail/meeting-text.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { toSingleLine } from '#server/mail/typed-text.ts'
import { parseBookedService } from '#shared/booking/booked-service.ts'
import { formatFullDate } from '#shared/booking/zoned-time.ts'
import { toServicePath } from '#shared/content/services.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { formatOrganizationNumber } from '#shared/lib/values/organization-number.ts'
import { getCountryName } from '#shared/payment/purchase.ts'
import { type Receipt, receiptNames } from '#shared/payment/receipt.ts'
import { explainVat } from '#shared/payment/vat.ts'
import type { Booking, BookingPort, MailPort, NotMadeRefund } from './ports.ts'
import { toReceipt } from './receipts.ts'
import { findReceipt, findRefund } from './store.ts'

const RECEIPT_REASON = 'Please keep this email for your accounts.'

/** How money moved: to or from the card, in another way, or through the guest's bank. */
type MoneyPath = 'card' | 'other' | 'bank'

/** A sales document, with all that Norwegian bookkeeping requires of it. */
function receiptMail(receipt: Receipt, booking: Booking, path: MoneyPath): MailContent {
  const demo = receipt.series === 'demo'
  const name = `${receiptNames[receipt.kind]} ${receipt.label}`
  const total = formatPrice(Math.abs(receipt.total), receipt.currency)
  const { preview, lead } = demo ? getDemoText(receipt) : leadTexts[receipt.kind](total, path)
  return {
    subject: `${name}: ${receipt.title}, ${total}`,
    preview,
    title: name,
    blocks: [
      textBlock(greeting(booking)),
      textBlock(lead),
      sumsBlock(receipt),
      detailsBlock([...documentRows(receipt, booking), methodRow(receipt, path)]),
    ],
    reason: demo ? 'A demonstration: this is not a valid receipt.' : RECEIPT_REASON,
    isSigned: true,
    isDemo: demo,
  }
}

const totalLabels: Record<Receipt['kind'], string> = {
  receipt: 'Total paid',
  credit_note: 'Total refunded',
  correction: 'Total not refunded',
}

function sumsBlock(receipt: Receipt): MailBlock {
  const { title, currency, net, vat, total, kind, seller, vatOutcome } = receipt
  const amount = (minor: number) => formatPrice(minor, currency)
  // A seller who is not registered for VAT may show none, not even zero.
  const parts = seller.vatRegistered
    ? [
        { label: `${title}, excluding VAT`, amount: amount(net) },
        { label: `VAT ${vatOutcome.rate}%`, amount: amount(vat) },
      ]
    : [{ label: title, amount: amount(total) }]
  return {
    kind: 'sums',
    rows: [
      ...parts,
      {
        label: totalLabels[kind],
        amount: amount(total),
        isTotal: true,
      },
    ],
  }
}

function documentRows(receipt: Receipt, booking: Booking): DetailRow[] {
  const { buyer, label, refersTo, issuedAt, startsAt, kind } = receipt
  const { owner_zone } = booking
  const { durationMinutes } = parseBookedService(booking)
  const corrected = kind === 'correction' ? 'Credit note' : 'Receipt'
  return [
    { label: `${receiptNames[kind]} number`, lines: [label] },
    ...(refersTo ? [{ label: 'Corrects', lines: [`${corrected} ${refersTo}`] }] : []),
    { label: 'Date', lines: [formatFullDate(issuedAt, owner_zone)] },
    { label: 'Seller', lines: listSellerLines(receipt) },
    { label: 'Buyer', lines: [...listBuyerLines(receipt), booking.email] },
    { label: 'Service', lines: [`${receipt.title}, ${durationMinutes} minutes`] },
    {
      label: 'VAT',
      lines: [
        explainVat(receipt.vatOutcome, {
          isCompany: buyer.isCompany,
          country: getCountryName(buyer.country),
        }),
      ],
    },
    { label: 'Date of service', lines: [formatFullDate(startsAt, owner_zone)] },
    { ...referenceRow(booking), label: 'Booking' },
  ]
}

/** "MVA" after the number says that the seller is registered for VAT. */
function listSellerLines({ seller }: Receipt): string[] {
  const { legalName, address, organizationNumber, vatRegistered, inForetaksregisteret } = seller
  const number = formatOrganizationNumber(organizationNumber)
  return [
    legalName,
    `Organisation number ${number}${vatRegistered ? ' MVA' : ''}`,
    ...(inForetaksregisteret ? ['Foretaksregisteret'] : []),
    address,
  ]
}

function listBuyerLines({ buyer }: Receipt): string[] {
  const { name, contact, organizationNumber, address } = buyer
  const number = organizationNumber && formatOrganizationNumber(organizationNumber)
  const lines = [
    name,
    number && `Organisation number ${number}`,
    ...address,
    contact && `Booked by ${contact}`,
  ]
  return lines.map(toSingleLine).filter(Boolean)
}

const pathLabels: Record<MoneyPath, string> = {
  card: 'Card',
  other: 'Another payment method',
  bank: 'Your bank',
}

function methodRow({ kind, series }: Receipt, path: MoneyPath): DetailRow {
  const label = kind === 'credit_note' ? 'Refunded to' : 'Paid by'
  if (series === 'demo') return { label, lines: ['No card: a demonstration'] }
  return { label, lines: [kind === 'credit_note' ? pathLabels[path] : 'Card'] }
}

interface LeadText {
  preview: string
  lead: string
}

const leadTexts: Record<Receipt['kind'], (total: string, path: MoneyPath) => LeadText> = {
  receipt: (total) => ({
    preview: `Paid, with thanks: ${total}.`,
    lead: `Thank you. I have received ${total}.`,
  }),
  credit_note: (total, path) => ({
    preview: path === 'bank' ? `Your bank paid ${total} back.` : `${total} goes back to you.`,
    lead: creditSentences[path](total),
  }),
  correction: (total, path) =>
    path === 'bank'
      ? {
          preview: `The payment of ${total} stands.`,
          lead: `The dispute about your payment has been decided: the payment of ${total} stands, so the credit note named below no longer applies.`,
        }
      : {
          preview: `The refund of ${total} did not arrive.`,
          lead: `Your bank could not take the refund of ${total}, so it has come back to me and the credit note named below no longer applies. I will write to you about another way to refund it.`,
        },
}

/** The demo charges no card, so there is no money to receive or refund. */
function getDemoText({ kind }: Receipt): LeadText {
  const lead = `No card was charged${kind === 'receipt' ? '' : ', so there is nothing to refund'}.`
  return { preview: lead, lead }
}

const creditSentences: Record<MoneyPath, (total: string) => string> = {
  card: (total) =>
    `${total} is being refunded to the card it was paid with. Banks take up to ten working days to show it.`,
  other: (total) =>
    `The bank could not refund ${total} to your card, so I have refunded you in another way.`,
  bank: (total) =>
    `You disputed this payment at your bank, and your bank has paid ${total} back to you.`,
}

interface RefundNotMade {
  booking: Booking
  /** Minor units. */
  amount: number
  cause: NotMadeRefund['cause']
}

const notMadeTexts: Record<NotMadeRefund['cause'], string> = {
  dispute:
    'Your bank is handling a dispute about this payment and holds the money, so I cannot refund it myself. If the bank decides for you, the money reaches you from your bank.',
  card: 'It could not go back to the card it was paid with. I will write to you about another way to refund it.',
}

/** Corrects an earlier mail that announced the refund. */
function refundNotMadeMail({ booking, amount, cause }: RefundNotMade): MailContent {
  const sum = formatPrice(amount, booking.currency)
  return {
    subject: `Refund of ${sum} not made: ${serviceTitle(booking)}`,
    preview: `I wrote that ${sum} would be refunded. That was not possible.`,
    title: 'Your refund was not made',
    blocks: [
      textBlock(greeting(booking)),
      textBlock(`I wrote that ${sum} would be refunded to you. ${notMadeTexts[cause]}`),
      detailsBlock([
        { label: 'Service', lines: [serviceTitle(booking)] },
        ...timeRows(booking),
        referenceRow(booking),
      ]),
    ],
    reason: 'You received this email because this address was used for a booking and its payment.',
    isSigned: true,
    isDemo: booking.demo === 1,
  }
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
        `Your payment arrived after the time had been released, so the meeting is not booked. All of it, ${formattedAmount}, will be refunded to the card it was paid with. Banks take up to ten working days to show it.`,
      ),
      detailsBlock([
        { label: 'Service', lines: [serviceTitle(booking)] },
        ...timeRows(booking),
        referenceRow(booking),
        { label: 'Refund', lines: [formattedAmount] },
      ]),
      ...otherTimesBlocks(booking, otherTimes),
      buttonBlock('Choose another time', againUrl),
    ],
    reason: 'You received this email because this address was used for a booking and its payment.',
    isSigned: true,
    isDemo: booking.demo === 1,
  }
}

function otherTimesBlocks(booking: Booking, times: readonly number[]): MailBlock[] {
  if (times.length === 0) return []
  const items = times.map((start) => bothTimes(booking, start).join('\n'))
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

const RefundNotMadeMailData = v.object({
  bookingId: v.string(),
  amount: v.number(),
  cause: v.picklist(['dispute', 'card']),
})

const LatePaymentMailData = v.object({ bookingId: v.string(), amount: v.number() })

/** Registers the mails about money. Each is queued once, in the transaction of its cause. */
export function createPaymentMails(parts: PaymentMailParts): MailPort {
  registerReceiptMail(parts)
  registerLatePaymentMail(parts)
  registerRefundNotMadeMail(parts)
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
    async queueRefundNotMade(tx, { id: bookingId }, { refundId, amount, cause }) {
      const data: v.InferOutput<typeof RefundNotMadeMailData> = { bookingId, amount, cause }
      await mails.add(tx, { kind: 'refund-not-made', dedupeKey: refundId, bookingId, data })
    },
  }
}

function registerReceiptMail({ db, mails, findBooking }: PaymentMailParts): void {
  mails.on({
    kind: 'receipt',
    data: ReceiptMailData,
    render: async ({ series, number }) => {
      const found = await readReceiptMail(db.read, { series, number }, findBooking)
      if (!found) throw new Error(`Receipt ${series} ${number} or its booking does not exist`)
      const { booking, content } = found
      if (isErased(booking)) return undefined
      return { to: guestAddress(booking), content, bypassesLimit: true }
    },
  })
}

/** A sales document as it is mailed, and the booking that it is for. */
export async function readReceiptMail(
  tx: Tx,
  { series, number }: Pick<Receipt, 'series' | 'number'>,
  findBooking: BookingPort['find'],
): Promise<{ booking: Booking; content: MailContent } | undefined> {
  const row = await findReceipt(tx, series, number)
  const booking = row && (await findBooking(tx, row.booking_id))
  if (!booking) return undefined
  return { booking, content: receiptMail(toReceipt(row), booking, await readPath(tx, row)) }
}

async function readPath(tx: Tx, { refund_id, dispute_id }: ReceiptTable): Promise<MoneyPath> {
  if (dispute_id) return 'bank'
  const refund = refund_id ? await findRefund(tx, refund_id) : undefined
  return refund?.state === 'settled' ? 'other' : 'card'
}

/** A refund or dispute may arrive after the guest was erased. */
export function isErased({ email }: Booking): boolean {
  return email === ''
}

function registerRefundNotMadeMail({ db, mails, findBooking }: PaymentMailParts): void {
  mails.on({
    kind: 'refund-not-made',
    data: RefundNotMadeMailData,
    render: async ({ bookingId, amount, cause }) => {
      const booking = await findBooking(db.read, bookingId)
      if (!booking || isErased(booking)) return undefined
      const content = refundNotMadeMail({ booking, amount, cause })
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
      const againUrl = siteUrl + toServicePath(booking.service_type)
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
