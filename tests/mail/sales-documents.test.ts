import { expect, test } from 'vitest'
import type { Seller } from '#shared/payment/seller.ts'
import { type Buyer, buyers, kinds, sellers, writeDocument } from './sales-documents.ts'

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
    test.each(kinds)(
      `A %s for a buyer who is ${who}, by a seller who is ${how}, names both, the sums and the reason for the VAT`,
      async (kind) => {
        const { html, text } = await writeDocument(kind, buyer, from)
        const isHome = buyer.country === 'NO'
        const shown = readText(html)
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
      },
    )

/** The texts of a page in their order, with one space between them. */
function readText(html: string): string {
  const texts = html.replace(/^.*<body/s, '<body').replaceAll(/<[^>]+>/g, ' ')
  expect(texts).not.toMatch(/&(?!nbsp;)/)
  return texts.replaceAll('&nbsp;', ' ').replaceAll(/\s+/g, ' ')
}

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
