import { expect, test } from '@playwright/test'
import { issueCreditNotes } from '#server/payment/credit-notes.ts'
import { issueReceipt } from '#server/payment/receipts.ts'
import { insertIntent, insertRefund, updateRefund } from '#server/payment/store.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import type { Seller } from '#shared/payment/seller.ts'
import { decideVat } from '#shared/payment/vat.ts'
import { NOW, openMailHarness, paidRow } from '#tests/mail/mail-harness.ts'
import type { ParsedMail } from '#tests/support/mail/mail-parser.ts'
import { buildPurchase, companyBuyer, privateBuyer } from '#tests/support/payment/buyer.ts'
import { buildIntent, buildRefund } from '#tests/support/payment/money-rows.ts'

// Every sales document that the site can send, as pictures in test-results/sales-documents.

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
const buyers = {
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

const sellers = {
  'registered for VAT, in Foretaksregisteret': seller(true, true),
  'registered for VAT': seller(true, false),
  'not registered': seller(false, false),
  'not registered for VAT, in Foretaksregisteret': seller(false, true),
}

const kinds = ['receipt', 'credit note', 'correction'] as const

const sums = {
  receipt: {
    home: ['excluding VAT NOK 3,200', 'VAT 25% NOK 800', 'Total paid NOK 4,000'],
    abroad: ['excluding VAT NOK 4,000', 'VAT 0% NOK 0', 'Total paid NOK 4,000'],
    none: ['Bespoke Planning NOK 4,000 Total paid NOK 4,000'],
  },
  'credit note': {
    home: ['excluding VAT NOK −3,200', 'VAT 25% NOK −800', 'Total refunded NOK −4,000'],
    abroad: ['excluding VAT NOK −4,000', 'VAT 0% NOK 0', 'Total refunded NOK −4,000'],
    none: ['Bespoke Planning NOK −4,000 Total refunded NOK −4,000'],
  },
  correction: {
    home: ['excluding VAT NOK 3,200', 'VAT 25% NOK 800', 'Total not refunded NOK 4,000'],
    abroad: ['excluding VAT NOK 4,000', 'VAT 0% NOK 0', 'Total not refunded NOK 4,000'],
    none: ['Bespoke Planning NOK 4,000 Total not refunded NOK 4,000'],
  },
}

for (const [who, buyer] of Object.entries(buyers))
  for (const [how, from] of Object.entries(sellers))
    for (const kind of kinds)
      test(`A ${kind} for a buyer who is ${who}, by a seller who is ${how}`, async ({ page }) => {
        const { html, text } = await writeDocument(kind, buyer, from)
        const isHome = buyer.country === 'NO'
        await page.setViewportSize({ width: 390, height: 844 })
        await page.setContent(html)
        const shown = (await page.locator('body').innerText()).replaceAll(/\s/g, ' ')
        const parts = [
          ...listBuyerParts(buyer),
          from.legalName,
          from.address,
          ...sums[kind][!from.vatRegistered ? 'none' : isHome ? 'home' : 'abroad'],
          explain(buyer, from),
        ]
        for (const part of parts) {
          expect(shown).toContain(part)
          expect(text.replaceAll(/\s+/g, ' ')).toContain(part)
        }
        expect(/923 609 016 MVA/.test(shown)).toBe(from.vatRegistered)
        expect(shown.includes('Foretaksregisteret')).toBe(from.inForetaksregisteret)
        expect(/VAT \d+ %|excluding VAT/.test(shown)).toBe(from.vatRegistered)
        for (const width of [390, 820]) {
          await page.setViewportSize({ width, height: 844 })
          const { overflow, height } = await page.evaluate(() => {
            const { scrollWidth, scrollHeight } = document.documentElement
            return { overflow: scrollWidth - innerWidth, height: scrollHeight }
          })
          expect(overflow).toBeLessThanOrEqual(0)
          // A viewport of the page's height, since Chromium at times refuses to capture beyond one.
          await page.setViewportSize({ width, height })
          const name = `${kind}, ${who}, ${how}, ${width}`.replaceAll(/[ ,]+/g, '-')
          await page.screenshot({ path: `test-results/sales-documents/${name}.png` })
        }
      })

type Buyer = (typeof buyers)[keyof typeof buyers]

function listBuyerParts(buyer: Buyer): string[] {
  const address = [buyer.street, `${buyer.postalCode} ${buyer.city}`]
  const country = buyer.country === 'NO' ? 'Norway' : 'Germany'
  if (buyer.kind === 'private') return ['Elisabeth Sørbø', ...address, country]
  const number = buyer.country === 'NO' ? '999 999 999' : buyer.organizationNumber
  const company = [buyer.company, `Organisation number ${number}`]
  return [...company, ...address, country, 'Booked by Elisabeth Sørbø']
}

function explain({ kind, country }: Buyer, { vatRegistered }: Seller): string {
  if (!vatRegistered) return 'No VAT, because the seller is not registered for it.'
  const lives = kind === 'company' ? 'has its seat' : 'lives'
  return country === 'NO'
    ? `25% VAT, because the buyer ${lives} in Norway.`
    : `No VAT, because the buyer ${lives} outside the Norwegian VAT area (Germany).`
}

/** Sells the service and mails its receipt, or what follows a refund and a refund that fails. */
async function writeDocument(
  kind: (typeof kinds)[number],
  buyer: Buyer,
  from: Seller,
): Promise<ParsedMail> {
  const office = await openMailHarness()
  try {
    const { vat: rule } = catalogue['bespoke-planning']
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
