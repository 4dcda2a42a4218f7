import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { VatRule } from '#shared/content/service.ts'
import { listServices } from '#shared/content/services.ts'
import { listOtherDialCodes, mainDialCodes } from '#shared/lib/phone/dial-codes.ts'
import {
  formatOrganizationNumber,
  parseOrganizationNumber,
} from '#shared/lib/values/organization-number.ts'
import { validateBuyer } from '#shared/payment/purchase.ts'
import { decideVat, explainVat, formatTaxNote, splitVat } from '#shared/payment/vat.ts'
import { companyFields } from '#tests/support/payment/buyer.ts'

const anyRule = fc.record<VatRule>({
  home: fc.constantFrom('standard', 'reduced', 'none'),
  abroad: fc.constantFrom('none', 'as_at_home'),
})
const countries = [...mainDialCodes, ...listOtherDialCodes()].map(({ country }) => country)
const abroad = fc.constantFrom(...countries.filter((country) => country !== 'NO'))

describe('VAT', () => {
  test.each([
    ['standard', 'none', 'NO', 25, 'home'],
    ['reduced', 'none', 'NO', 12, 'home'],
    ['none', 'none', 'NO', 0, 'exempt'],
    ['standard', 'none', 'DE', 0, 'abroad'],
    ['standard', 'none', 'SJ', 0, 'abroad'],
    ['standard', 'as_at_home', 'DE', 25, 'abroad_as_home'],
    ['reduced', 'as_at_home', 'US', 12, 'abroad_as_home'],
    ['none', 'as_at_home', 'US', 0, 'exempt'],
  ] as const)('of a service taxed %s, abroad %s, for a buyer in %s is %i', (...row) => {
    const [home, away, country, rate, reason] = row
    const rule = { home, abroad: away }
    expect(decideVat(rule, { isRegistered: true, country })).toEqual({ rate, reason })
  })

  it('is never charged by a seller who is not registered, who shows none either', () => {
    fc.assert(
      fc.property(anyRule, fc.constantFrom(...countries), (rule, country) => {
        const outcome = decideVat(rule, { isRegistered: false, country })
        expect(outcome).toEqual({ rate: 0, reason: 'not_registered' })
        expect(formatTaxNote('nok', outcome)).toBe('')
      }),
    )
  })

  it('of today’s services is 25 % in Norway and none for every buyer abroad', () => {
    fc.assert(
      fc.property(fc.constantFrom(...listServices()), abroad, ({ vat }, country) => {
        expect(decideVat(vat, { isRegistered: true, country: 'NO' }).rate).toBe(25)
        expect(decideVat(vat, { isRegistered: true, country }).rate).toBe(0)
      }),
    )
  })

  test.each([
    ['home', false, 'Norway', '25% VAT, because the buyer lives in Norway.'],
    ['home', true, 'Norway', '25% VAT, because the buyer has its seat in Norway.'],
    [
      'abroad',
      false,
      'United Kingdom',
      'No VAT, because the buyer lives outside the Norwegian VAT area (United Kingdom).',
    ],
    [
      'abroad',
      true,
      'Svalbard & Jan Mayen',
      'No VAT, because the buyer has its seat outside the Norwegian VAT area (Svalbard & Jan Mayen).',
    ],
  ] as const)('%s is explained in a sentence that suits the country', (...row) => {
    const [reason, isCompany, country, sentence] = row
    const rate = reason === 'home' ? 25 : 0
    expect(explainVat({ rate, reason }, { isCompany, country })).toBe(sentence)
  })

  it('and net add up to the price at every rate', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.constantFrom(0, 12, 25), (amount, rate) => {
        const { net, vat } = splitVat(amount, rate)
        expect(net + vat).toBe(amount)
        expect(Math.abs(vat - (net * rate) / 100)).toBeLessThan(1)
      }),
    )
  })

  it('is rounded exactly, at every price the same way where it ends in half of the smallest unit', () => {
    expect(splitVat(14, 12)).toEqual({ net: 12, vat: 2 })
    const prices = Array.from({ length: 5_000 }, (_, index) => 14 + 28 * index)
    expect(
      prices.filter((price) => splitVat(price, 12).vat !== Math.ceil((price * 3) / 28)),
    ).toEqual([])
  })
})

describe('A Norwegian organisation number', () => {
  test.each([
    '923 609 016',
    '923609016',
    'NO923609016MVA',
    'no-923.609.016-mva',
    ' 923.609.016 ',
    '923\u00a0609\u202f016',
    '923\u2011609\u2011016',
    '\u200e923609016\u200b',
    '９２３６０９０１６',
    'Org.nr. 923 609 016',
    'Organisasjonsnummer: 923 609 016 MVA',
    'NO 923 609 016 MVA, Foretaksregisteret',
    '923609016/MVA',
  ])('%j is accepted', (typed) => {
    expect(parseOrganizationNumber(typed)).toBe('923609016')
  })

  test.each([
    '',
    'NO MVA',
    '923609017',
    '92360901',
    '9236090166',
    '923609016 974760673',
    '000000000',
    'DE923609016',
    '92360901x',
    'O23609016',
  ])('%j is refused', (typed) => {
    expect(parseOrganizationNumber(typed)).toBeUndefined()
  })

  it('with one wrong digit is always refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const digits = [...'923609016'].map(Number)
        digits[place] = ((digits[place] ?? 0) + by) % 10
        expect(parseOrganizationNumber(digits.join(''))).toBeUndefined()
      }),
    )
  })

  it('that has nine digits, but not the right ones, is not asked for as if digits were missing', () => {
    const refuse = (buyer_number: string) =>
      validateBuyer({ ...companyFields, buyer_number }, 'both').buyer_number
    expect(refuse('923 609 017')).toBe(
      'Please check the organisation number; one of its digits is wrong.',
    )
    expect(refuse('923 609 01')).toBe('Please enter the nine digits of the organisation number.')
    expect(refuse('923 609 016')).toBeUndefined()
  })

  it('is printed in groups of three', () => {
    expect(formatOrganizationNumber('923609016')).toBe('923 609 016')
  })

  it('of another country is printed as it was typed', () => {
    for (const typed of ['DE 811 128 135', '811128135', 'ATU12345678', '12-3456789'])
      expect(formatOrganizationNumber(typed)).toBe(typed)
  })
})
