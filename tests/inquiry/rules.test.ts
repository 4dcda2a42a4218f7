import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  companionsOf,
  isOpen,
  MOST_TRAVELLERS,
  openings,
  sentFields,
} from '#shared/inquiry/fields.ts'
import { askedIn, questions } from '#shared/inquiry/questions.ts'
import { readInquiry } from '#shared/inquiry/schema.ts'
import { inquirySheet } from '#shared/inquiry/sheet.ts'
import { addDays } from '#shared/lib/date.ts'
import { inquiryFields } from './answers.ts'

const TODAY = '2026-11-21'

const problemsOf = (over: Record<string, string>) => {
  const read = readInquiry(sentFields(inquiryFields(over)), TODAY)
  return read.ok ? {} : (read.refusal.fields ?? {})
}

test('a whole form is accepted', () => {
  expect(problemsOf({})).toEqual({})
})

describe('each required answer', () => {
  test.each([
    'first_name',
    'last_name',
    'email',
    'phone',
    'nationality',
    'communication_style',
    'travel_destination',
    'departure_date',
    'return_date',
    'book_own_airfare',
    'departure_airport',
    'privacy_policy',
    'package_agreement',
    'consent',
    'special_occasion_other',
    'travel_destination_other',
    'allergies_detail',
    'travelers.0.first_name',
    'travelers.0.last_name',
    'travelers.1.relationship',
  ])('%s is missed by its own name, and no other', (name) => {
    expect(Object.keys(problemsOf({ [name]: '  ' }))).toEqual([name])
  })

  test.each([
    'special_occasion',
    'trip_budget',
    'flight_class',
    'small_planes',
    'moving_hotels',
    'hotel_preference',
    'allergies',
    'outdoor_activities',
    'areas_of_interest',
    'accommodations',
    'pet_peeves',
    'free_time_activities',
  ])('but %s may stay empty', (name) => {
    expect(problemsOf({ [name]: '' })).toEqual({})
  })
})

test.each([
  ['communication_style', 'Telegram'],
  ['special_occasion', 'Divorce'],
  ['travel_destination', 'Norway,Atlantis'],
  ['trip_budget', 'Less than USD 1'],
  ['flight_class', 'Cargo'],
  ['book_own_airfare', 'Perhaps'],
  ['small_planes', 'Depends on trip/circumstance'],
  ['hotel_preference', '<b>None</b>'],
  ['outdoor_activities', 'Hiking,Base jumping'],
  ['areas_of_interest', 'Crime'],
  ['adults', '0'],
  ['adults', '1.5'],
  ['children', '-1'],
  ['children', String(MOST_TRAVELLERS + 1)],
  ['phone', '+47 1234567'],
  ['phone', '+999 12345678'],
  ['departure_date', '2027-02-30'],
  ['departure_date', '08.02.2027'],
])('%s is not taken as %s', (name, value) => {
  expect(problemsOf({ [name]: value })).toHaveProperty([name])
})

describe('dates make sense together', () => {
  const days = fc.integer({ min: -400, max: 1500 })

  test('a journey begins today at the earliest and never ends before it begins', () => {
    fc.assert(
      fc.property(days, days, (from, to) => {
        const departure_date = addDays(TODAY, from)
        const return_date = addDays(TODAY, to)
        const problems = problemsOf({ departure_date, return_date })
        expect('departure_date' in problems).toBe(from < 0)
        expect('return_date' in problems).toBe(to < from)
      }),
    )
  })

  test('a slip in the year is noticed', () => {
    expect(problemsOf({ departure_date: '2072-02-08', return_date: '2072-02-10' })).toEqual({
      departure_date: 'Please check the year.',
      return_date: 'Please check the year.',
    })
  })

  test('without a today, as at build time, no date is held against the form', () => {
    const old = { departure_date: '2001-01-01', return_date: '2001-01-02' }
    expect(readInquiry(sentFields(inquiryFields(old)), undefined).ok).toBe(true)
  })
})

describe('who travels', () => {
  test('there is a row for each adult but the first and for each child, in this order', () => {
    const counts = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 20 }))
    fc.assert(
      fc.property(counts, ([adults, children]) => {
        const rows = companionsOf({ adults: String(adults), children: String(children) })
        expect(rows).toHaveLength(adults - 1 + children)
        expect(rows.filter(({ kind }) => kind === 'adult')).toHaveLength(adults - 1)
        expect(rows.map(({ index }) => index)).toEqual(rows.map((_row, index) => index))
        expect(rows.findLastIndex(({ kind }) => kind === 'adult')).toBe(adults - 2)
      }),
    )
  })

  test('whatever stands in the counts, there is a bounded number of rows', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (adults, children) => {
        const rows = companionsOf({ adults, children })
        expect(rows.length).toBeLessThanOrEqual(2 * MOST_TRAVELLERS - 1)
      }),
    )
  })

  test('companions beyond the counts are not sent', () => {
    const sent = sentFields(inquiryFields({ adults: '1', children: '0' }))
    expect(Object.keys(sent).filter((name) => name.startsWith('travelers.'))).toEqual([])
  })

  test('a form without script may name all companions in one field', () => {
    const over = { travelers_note: 'Anders and Ida', 'travelers.0.first_name': '' }
    expect(problemsOf(over)).toEqual({})
  })
})

describe('what is sent', () => {
  test('holds no detail of a choice that was taken back', () => {
    for (const { question, detail } of openings) {
      const sent = sentFields(inquiryFields({ [question]: '', [detail]: 'Secret' }))
      expect(sent).not.toHaveProperty([detail])
      expect(Object.values(sent)).not.toContain('Secret')
    }
  })

  test('joins country and digits, unless the number was typed whole', () => {
    const phone = (country: string, digits: string) => sentFields({ country, phone: digits }).phone
    expect(phone('NO', '412 09 877')).toBe('+47 41209877')
    expect(phone('LT', '612-34567')).toBe('+370 61234567')
    expect(phone('NO', '+46 70 123 45 67')).toBe('+46 70 123 45 67')
    expect(phone('XX', '41209877')).toBe('41209877')
    expect(phone('NO', '')).toBe('')
  })

  test('is the same when sent again, and holds nothing that no form asks', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (extra) => {
        const sent = sentFields({ ...extra, ...inquiryFields() })
        expect(sentFields(sent)).toEqual(sent)
        expect(Object.keys(sent)).toEqual(Object.keys(sentFields(inquiryFields())))
      }),
    )
  })
})

test('no input makes the rules throw, and every told problem is about a field that is asked', () => {
  const names = fc.constantFrom(...Object.keys(questions), 'travelers.0.first_name', 'country')
  fc.assert(
    fc.property(fc.dictionary(names, fc.string()), (typed) => {
      const read = readInquiry(sentFields(typed), TODAY)
      if (read.ok) return
      const asked = askedIn(sentFields(typed)).map(({ name }) => name)
      for (const name of Object.keys(read.refusal.fields ?? {})) expect(asked).toContain(name)
    }),
  )
})

test('the sheet holds every answer, with what was specified, and nothing that is not asked', () => {
  const sheet = inquirySheet(sentFields(inquiryFields()))
  const rows = Object.fromEntries(
    sheet.flatMap(({ rows: all }) => all.map((r) => [r.label, r.value])),
  )
  expect(rows).toMatchObject({
    'Special occasion': 'Other: A retirement',
    'Travel destination': 'Norway, Other Nordic Country: Faroe Islands',
    'Departure date': 'Monday 8 February 2027',
    'Flexible dates': 'Yes',
    'Traveller 2, adult': 'Anders Sørbø, Husband',
    'Traveller 3, child': 'Ida Sørbø, Daughter',
    Allergies: 'Yes: Shellfish',
    'Outdoor activities': 'Hiking, Sailing',
    'Seasonal letter': 'No',
  })
  const changed = inquirySheet(inquiryFields({ allergies: 'No' }))
  expect(JSON.stringify(changed)).not.toContain('Shellfish')
})

test('a field is closed only by the choice that opens it', () => {
  for (const { question, choice, detail } of openings) {
    expect(isOpen({ [question]: choice }, detail)).toBe(true)
    expect(isOpen({ [question]: 'Norway' }, detail)).toBe(false)
    expect(isOpen({}, question)).toBe(true)
  }
})
