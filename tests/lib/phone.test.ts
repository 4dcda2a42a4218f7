import fc from 'fast-check'
import examples from 'libphonenumber-js/examples.mobile.json'
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { parse, safeParse } from 'valibot'
import { describe, expect, test } from 'vitest'
import { listOtherDialCodes, mainDialCodes } from '#shared/lib/phone/dial-codes.ts'
import {
  formatPhone,
  isPhoneTooShort,
  Phone,
  parsePhone,
  readPhone,
  stripPhone,
  validatePhone,
} from '#shared/lib/phone/phone.ts'

const allCodes = [...mainDialCodes, ...listOtherDialCodes()]

/** What the library's types leave out. */
interface TypedPlan {
  type(name: 'MOBILE' | 'FIXED_LINE'): { possibleLengths(): number[] } | undefined
  nationalPrefix(): string | undefined
}

function readNumberingPlan(country: string) {
  if (!isSupportedCountry(country)) throw new Error(`${country} is unknown to libphonenumber`)
  const found = new Metadata()
  found.selectNumberingPlan(country)
  const plan = found.numberingPlan as unknown as TypedPlan
  return {
    code: getCountryCallingCode(country),
    mobile: plan.type('MOBILE')?.possibleLengths() ?? [],
    fixed: plan.type('FIXED_LINE')?.possibleLengths() ?? [],
    trunk: plan.nationalPrefix() || undefined,
  }
}

test('The table of dial codes has the lengths of numbers that libphonenumber has for each country', () => {
  const expected = allCodes.map(({ country, code }) => {
    const plan = readNumberingPlan(country)
    const areaDigits = code.length - 1 - plan.code.length
    // South Africa's five-digit mobile numbers are services that only the country itself can call.
    const shortest = country === 'ZA' ? 9 : Math.min(...plan.mobile)
    const longest = Math.min(15 - plan.code.length, Math.max(...plan.mobile, ...plan.fixed))
    return { country, shortest: shortest - areaDigits, longest: longest - areaDigits }
  })
  expect(
    allCodes.map(({ country, shortest, longest }) => ({ country, shortest, longest })),
  ).toEqual(expected)
})

const codes = fc.constantFrom(...allCodes.map(({ country }) => country as CountryCode))

/** A valid mobile number of any country: an example of libphonenumber with other last digits. */
const numbers = fc.tuple(codes, fc.stringMatching(/^\d{0,4}$/)).map(([country, end]) => {
  const example = examples[country] ?? ''
  const changed = example.slice(0, example.length - end.length) + end
  const number = parsePhoneNumberFromString(changed, country)
  // Some countries have short or divided ranges: there the example itself is taken.
  const isUsable = number?.isValid() === true && number.nationalNumber.length === example.length
  const national = isUsable ? number.nationalNumber : example
  return { country, national, ...readNumberingPlan(country) }
})

type Sample = typeof numbers extends fc.Arbitrary<infer T> ? T : never

/** The ways in which people, address books and browsers write the whole number. */
const wholeForms: ((sample: Sample) => string)[] = [
  ({ code, national }) => `+${code}${national}`,
  ({ code, national }) => `+${code} ${national}`,
  ({ code, national }) => `(+${code}) ${national}`,
  ({ code, national }) => `+ ${code}-${national}`,
  ({ code, national }) => `00${code}${national}`,
  ({ code, national }) => `00 ${code} ${national}`,
  ({ code, national, trunk }) =>
    trunk === '0' ? `+${code} (0)${national}` : `+${code}${national}`,
  ({ code, national, trunk = '' }) => `+${code} ${trunk}${national}`,
  ({ code, national }) => `+${code} +${code} ${national}`,
  ({ code, national }) => `+${code} 00${code}${national}`,
  ({ code, national }) => `tel:+${code}-${national}`,
  ({ code, national }) => `tel:${national};phone-context=+${code}`,
  ({ code, national }) => `Mobile: +${code} ${national}`,
]

/** The number beside the chosen country, without its code. */
const nationalForms: ((sample: Sample) => string)[] = [
  ({ national }) => national,
  ({ national, trunk = '' }) => `${trunk}${national}`,
  ({ national, trunk = '' }) => `${trunk} ${national}`,
]

const toDigitsFrom = (zero: number) => (text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

/** What keyboards, scripts and copying do to any of these forms. */
const disguises: ((text: string) => string)[] = [
  (text) => text,
  (text) => ` ${text}\t`,
  (text) => `\u202a${text}\u202c`,
  (text) => text.replaceAll(' ', '\u00a0'),
  (text) => text.replaceAll('-', '\u2011'),
  (text) => text.replace(/(\d)(\d{3})$/, '$1\u200e $2'),
  (text) => text.replace(/(\d)(\d{2})(\d{2})$/, '$1.$2.$3'),
  toDigitsFrom(0x0660),
  toDigitsFrom(0x06f0),
  toDigitsFrom(0x0966),
  toDigitsFrom(0xff10),
  (text) => text.replace('+', '\uff0b'),
]

const disguise = fc.constantFrom(...disguises)

test('A whole number is stored the same in every form, whatever country was chosen before', () => {
  const forms = fc.constantFrom(...wholeForms)
  fc.assert(
    fc.property(numbers, forms, disguise, codes, (sample, form, change, chosen) => {
      const written = change(form(sample))
      const stored = formatPhone(chosen, written)
      expect(stored.replace(' ', ''), written).toBe(`+${sample.code}${sample.national}`)
      expect(parse(Phone, written)).toBe(stored)
    }),
    { numRuns: 3000 },
  )
})

test('A number without a country code is stored with that of the chosen country, and without its trunk prefix', () => {
  const forms = fc.constantFrom(...nationalForms)
  fc.assert(
    fc.property(numbers, forms, disguise, (sample, form, change) => {
      const written = change(form(sample))
      const stored = formatPhone(sample.country, written)
      expect(stored.replace(' ', ''), written).toBe(`+${sample.code}${sample.national}`)
    }),
    { numRuns: 3000 },
  )
})

test('Every valid mobile number is accepted, if it has at least eight digits or its country has shorter ones', () => {
  fc.assert(
    fc.property(numbers, (sample) => {
      const isShortHere = ['AT', 'FI', 'AX'].includes(sample.country) && sample.national.length < 8
      expect(validatePhone(sample.country, sample.national)).toBe(
        isShortHere ? 'Phone number must have at least 8 digits' : undefined,
      )
    }),
    { numRuns: 1000 },
  )
})

test('What is stored reads as itself, and fills in the field so that the same is stored again', () => {
  fc.assert(
    fc.property(numbers, fc.constantFrom('', ' ext. 12'), (sample, extension) => {
      const stored = formatPhone(sample.country, sample.national + extension)
      expect(parse(Phone, stored)).toBe(stored)
      const read = readPhone(stored, '')
      expect(formatPhone(read?.country ?? '', read?.national ?? '')).toBe(stored)
    }),
    { numRuns: 1000 },
  )
})

describe('A number beside a chosen country', () => {
  test.each([
    ['NO', '+44 7700 900123', 'GB', '+44 7700900123'],
    ['NO', '+47 412 09 877', 'NO', '+47 41209877'],
    ['NO', '0044 7700 900123', 'GB', '+44 7700900123'],
    ['NO', '004741209877', 'NO', '+47 41209877'],
    ['NO', '+1 (415) 555-0134', 'US', '+1 4155550134'],
    ['GB', '07700 900123', 'GB', '+44 7700900123'],
    ['NO', '47 412 09 877', 'NO', '+47 41209877'],
    ['NO', '47 41 20 98', 'NO', '+47 47412098'],
    ['NO', '+39 06 6982', 'IT', '+39 066982'],
    ['NO', '+39 (0)6 6982', 'IT', '+39 066982'],
    ['VA', '+39 06 698 12345', 'VA', '+39 0669812345'],
    ['NO', '+378 0549 886377', 'SM', '+378 0549886377'],
    ['HU', '06 30 123 4567', 'HU', '+36 301234567'],
    ['RU', '8 (912) 345-67-89', 'RU', '+7 9123456789'],
    ['NO', '+7 800 555 35 35', 'RU', '+7 8005553535'],
    ['LT', '8 612 34567', 'LT', '+370 61234567'],
    ['LT', '0 612 34567', 'LT', '+370 61234567'],
    ['MX', '+52 1 55 1234 5678', 'MX', '+52 5512345678'],
    ['US', '1 415 555 0134', 'US', '+1 4155550134'],
    ['US', '011 44 7700 900123', 'GB', '+44 7700900123'],
    ['AU', '0011 47 412 09 877', 'NO', '+47 41209877'],
    ['CA', '+1 415 555 0134', 'CA', '+1 4155550134'],
    ['JE', '+44 7700 900123', 'JE', '+44 7700900123'],
    ['SJ', '+47 412 09 877', 'SJ', '+47 41209877'],
    ['KZ', '+7 701 234 56 78', 'KZ', '+7 7012345678'],
    ['NO', '+1 268 464 1234', 'AG', '+1268 4641234'],
    ['AG', '268 464 1234', 'AG', '+1268 4641234'],
    ['NO', '+44 20 7946 0958 ext. 12', 'GB', '+44 2079460958 ext. 12'],
    ['GB', '020 7946 0958x12', 'GB', '+44 2079460958 ext. 12'],
    ['NO', 'tel:+44-20-7946-0958;ext=12', 'GB', '+44 2079460958 ext. 12'],
    ['GB', '020 7946 0958 #12', 'GB', '+44 2079460958 ext. 12'],
    ['GB', '020 7946 0958,,12', 'GB', '+44 2079460958 ext. 12'],
    ['NO', '+999 412 09 877', undefined, '+999 412 09 877'],
  ])('beside %s, %s is of %s and stored as %s', (chosen, written, country, stored) => {
    expect(readPhone(written, chosen)?.country).toBe(country)
    expect(formatPhone(chosen, written)).toBe(stored)
  })
})

describe('The length of a number', () => {
  const message = 'Phone number must have at least 8 digits'
  test.each([
    ['IS', '581 2345', undefined],
    ['IS', '58123', message],
    ['FO', '212345', undefined],
    ['FO', '21234', message],
    ['GL', '221234', undefined],
    ['AD', '312345', undefined],
    ['LI', '234 5678', undefined],
    ['NO', '4120987', message],
    ['NO', '+354 581 2345', undefined],
    ['NO', '+47 4120987', message],
    ['FI', '1234567', message],
    ['AT', '1234567', message],
    ['GB', '1234567', message],
    ['NO', '+999 41209877', 'Invalid country code'],
    ['NO', '412 09 877 / 900 00 001', 'Phone number is too long'],
  ])('beside %s, %s gets the message %s', (country, written, expected) => {
    expect(validatePhone(country, written)).toBe(expected)
  })

  test('counts on the server as in the form, with the same messages', () => {
    const read = (text: string) => {
      const result = safeParse(Phone, text)
      return result.success ? result.output : result.issues[0].message
    }
    expect(read('+354 5812345')).toBe('+354 5812345')
    expect(read('+298 212345')).toBe('+298 212345')
    expect(read('+44 (0)7700 900123')).toBe('+44 7700900123')
    expect(read('+47 4120987')).toBe(message)
    expect(read('41209877')).toBe('Invalid country code')
    expect(read('')).toBe('Please enter your phone number.')
    expect(parsePhone('+47 412').ok).toBe(false)
  })

  test.each([
    ['+354 581 2345', false],
    ['412 09 877', false],
    ['+47 412 09', true],
    ['581 2345', true],
    ['', true],
  ])('of a client, %s, is too short: %s', (written, expected) => {
    expect(isPhoneTooShort(written)).toBe(expected)
  })
})

describe('While a number is typed', () => {
  /** Types the keys one after the other; `<` deletes the last character. */
  const type = (keys: string) =>
    [...keys].reduce(
      (text, key) => stripPhone(key === '<' ? text.slice(0, -1) : text + key, text),
      '',
    )

  test.each([
    ['412 09 877', '412 09 877'],
    ['412-09a/877', '412-09877'],
    ['+44 7700', '+44 7700'],
    ['7946 0958 x12', '7946 0958 ext. 12'],
    ['7946 0958 ext. 12', '7946 0958 ext. 12'],
    ['7946 0958 x12<<', '7946 0958'],
    ['tel', ''],
  ])('%s shows %s', (keys, shown) => {
    expect(type(keys)).toBe(shown)
  })
})
