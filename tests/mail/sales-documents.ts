import { issueCreditNotes } from '#server/payment/credit-notes.ts'
import { issueReceipt } from '#server/payment/receipts.ts'
import { insertIntent, insertRefund, updateRefund } from '#server/payment/store.ts'
import { getService } from '#shared/content/services.ts'
import type { Seller } from '#shared/payment/seller.ts'
import { decideVat } from '#shared/payment/vat.ts'
import type { ParsedMail } from '#tests/support/mail/mail-parser.ts'
import { buildPurchase, companyBuyer, privateBuyer } from '#tests/support/payment/buyer.ts'
import { buildIntent, buildRefund } from '#tests/support/payment/money-rows.ts'
import { NOW, openMailHarness, paidRow } from './mail-harness.ts'

const seller = (vatRegistered: boolean, inForetaksregisteret: boolean): Seller => ({
  legalName: 'Solheim Reiser AS',
  address: 'Storgata 12, 0184 Oslo, Norway',
  organizationNumber: '923609016',
  vatRegistered,
  inForetaksregisteret,
})

const abroadAddress = {
  country: 'DE',
  street: 'Unter den Linden 5',
  postalCode: '10117',
  city: 'Berlin',
}
export const buyers = {
  'private in Norway': privateBuyer,
  'private abroad': { ...privateBuyer, ...abroadAddress },
  'company in Norway': companyBuyer,
  'company abroad': {
    ...companyBuyer,
    ...abroadAddress,
    company: 'Haus am See GmbH',
    organizationNumber: 'DE 811128135',
  },
}

export const sellers = {
  'registered for VAT, in Foretaksregisteret': seller(true, true),
  'registered for VAT': seller(true, false),
  'not registered': seller(false, false),
  'not registered for VAT, in Foretaksregisteret': seller(false, true),
}

export const kinds = ['receipt', 'credit note', 'correction'] as const

export type Buyer = (typeof buyers)[keyof typeof buyers]

/** Sells the service and mails its receipt, or what follows a refund and a refund that fails. */
export async function writeDocument(
  kind: (typeof kinds)[number],
  buyer: Buyer,
  from: Seller,
): Promise<ParsedMail> {
  const office = await openMailHarness()
  try {
    const { vat: rule } = getService('bespoke-planning')
    const { vatRegistered: isRegistered } = from
    const vat = decideVat(rule, { isRegistered, country: buyer.country })
    const booking = paidRow({ purchase: JSON.stringify(buildPurchase({ buyer, vat })) })
    await office.keep(booking)
    await office.db.write(async (tx) => {
      const receipt = await issueReceipt(tx, { booking, seller: from }, NOW)
      if (kind === 'receipt') return office.payment.queueReceipt(tx, booking, receipt)
      await insertIntent(tx, buildIntent({ booking_id: booking.id }))
      const refund = buildRefund({ booking_id: booking.id, state: 'done' })
      await insertRefund(tx, refund)
      let documents = await issueCreditNotes(tx, booking, NOW)
      if (kind === 'correction') {
        await updateRefund(tx, refund.id, { state: 'failed' })
        documents = await issueCreditNotes(tx, booking, NOW)
      }
      for (const document of documents) await office.payment.queueReceipt(tx, booking, document)
    })
    await office.jobs.drain()
    return office.mail('receipt')
  } finally {
    await office.close()
  }
}
