import { oneLine } from '#server/mail/clean.ts'
import {
  type Block,
  type DetailRow,
  details,
  type MailContent,
  text,
} from '#server/mail/content.ts'
import { greeting } from '#server/mail/meeting.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { longDate } from '#shared/booking/times.ts'
import { formatPrice, VAT_RATE } from '#shared/lib/money.ts'
import type { Receipt } from '#shared/payment/receipt.ts'
import type { Booking } from './ports.ts'

const REASON = 'Please keep this mail: it is your document for the accounts.'

/** A receipt or a credit note, with all that Norwegian bookkeeping asks of a sales document. */
export function receiptMail(
  receipt: Receipt,
  booking: Booking,
  /** The money went back by other means than the card. */
  otherWay = false,
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
    reason: demo ? 'A demonstration: this document proves no sale.' : REASON,
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
    ...(refersTo ? [{ label: 'Takes back', lines: [`Receipt ${refersTo}`] }] : []),
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
  return { label, lines: [otherWay ? 'Other means than the card' : 'Card'] }
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

/** Where no card was charged, no money comes and none goes back. */
function demoWords(credit: boolean): Words {
  const lead = `No card was charged${credit ? ', so nothing goes back' : ''}.`
  return { preview: lead, lead }
}

function backSentence(total: string, otherWay: boolean): string {
  return otherWay
    ? `The bank did not take ${total} back to your card, so we have given it back to you in another way.`
    : `${total} is on its way back to the card it was paid with. Banks take up to ten working days to show it.`
}
