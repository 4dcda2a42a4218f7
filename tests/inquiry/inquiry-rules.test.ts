import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildAnswerSheet } from '#shared/inquiry/answer-sheet.ts'
import {
  conditionalFields,
  isFieldActive,
  listCompanions,
  MAX_TRAVELLERS,
} from '#shared/inquiry/fields.ts'
import { listActiveQuestions, questions } from '#shared/inquiry/questions.ts'
import { parseInquiry } from '#shared/inquiry/schema.ts'
import { toSubmittedFields } from '#shared/inquiry/submitted-fields.ts'
import { addDays } from '#shared/lib/date.ts'
import { buildInquiryFields } from './inquiry-fields.ts'

const TODAY = '2026-11-21'

const validate = (over: Record<string, string>) => {
  const read = parseInquiry(toSubmittedFields(buildInquiryFields(over)), TODAY)
  return read.ok ? {} : (read.refusal.fields ?? {})
}

test('A complete form is accepted', () => {
  expect(validate({})).toEqual({})
})

describe('An empty answer', () => {
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
  ])('in the required field %s is reported for that field and no other', (name) => {
    expect(Object.keys(validate({ [name]: '  ' }))).toEqual([name])
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
  ])('in the optional field %s is accepted', (name) => {
    expect(validate({ [name]: '' })).toEqual({})
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
  ['children', String(MAX_TRAVELLERS + 1)],
  ['phone', '+47 1234567'],
  ['phone', '+999 12345678'],
  ['departure_date', '2027-02-30'],
  ['departure_date', '08.02.2027'],
])('The field %s refuses the value %s', (name, value) => {
  expect(validate({ [name]: value })).toHaveProperty([name])
})

describe('The dates of a journey', () => {
  const days = fc.integer({ min: -400, max: 1500 })

  test('cannot begin before today, nor end before they begin', () => {
    fc.assert(
      fc.property(days, days, (from, to) => {
        const departure_date = addDays(TODAY, from)
        const return_date = addDays(TODAY, to)
        const problems = validate({ departure_date, return_date })
        expect('departure_date' in problems).toBe(from < 0)
        expect('return_date' in problems).toBe(to < from)
      }),
    )
  })

  test('with an implausible year are refused with a request to check it', () => {
    expect(validate({ departure_date: '2072-02-08', return_date: '2072-02-10' })).toEqual({
      departure_date: 'Please check the year.',
      return_date: 'Please check the year.',
    })
  })

  test('cause no error if today’s date is unknown, as at build time', () => {
    const old = { departure_date: '2001-01-01', return_date: '2001-01-02' }
    expect(parseInquiry(toSubmittedFields(buildInquiryFields(old)), undefined).ok).toBe(true)
  })
})

describe('The rows for companions', () => {
  test('are one for each adult but the first, then one for each child', () => {
    const counts = fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 20 }))
    fc.assert(
      fc.property(counts, ([adults, children]) => {
        const rows = listCompanions({ adults: String(adults), children: String(children) })
        expect(rows).toHaveLength(adults - 1 + children)
        expect(rows.filter(({ kind }) => kind === 'adult')).toHaveLength(adults - 1)
        expect(rows.map(({ index }) => index)).toEqual(rows.map((_row, index) => index))
        expect(rows.findLastIndex(({ kind }) => kind === 'adult')).toBe(adults - 2)
      }),
    )
  })

  test('are limited in number, whatever the counts contain', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (adults, children) => {
        const rows = listCompanions({ adults, children })
        expect(rows.length).toBeLessThanOrEqual(2 * MAX_TRAVELLERS - 1)
      }),
    )
  })

  test('are not sent if they exceed the counts', () => {
    const sent = toSubmittedFields(buildInquiryFields({ adults: '1', children: '0' }))
    expect(Object.keys(sent).filter((name) => name.startsWith('travelers.'))).toEqual([])
  })

  test('can be replaced by one field in a form without JavaScript', () => {
    const over = { travelers_note: 'Anders and Ida', 'travelers.0.first_name': '' }
    expect(validate(over)).toEqual({})
  })
})

describe('The fields that are sent', () => {
  test('contain no detail of a choice that was cleared', () => {
    for (const { question, detail } of conditionalFields) {
      const sent = toSubmittedFields(buildInquiryFields({ [question]: '', [detail]: 'Secret' }))
      expect(sent).not.toHaveProperty([detail])
      expect(Object.values(sent)).not.toContain('Secret')
    }
  })

  test('join the country code and the digits, unless the whole number was typed', () => {
    const phone = (country: string, digits: string) =>
      toSubmittedFields({ country, phone: digits }).phone
    expect(phone('NO', '412 09 877')).toBe('+47 41209877')
    expect(phone('LT', '612-34567')).toBe('+370 61234567')
    expect(phone('NO', '+46 70 123 45 67')).toBe('+46 701234567')
    expect(phone('XX', '41209877')).toBe('41209877')
    expect(phone('NO', '')).toBe('')
  })

  test('are the same when sent again, and contain nothing that no form requests', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (extra) => {
        const sent = toSubmittedFields({ ...extra, ...buildInquiryFields() })
        expect(toSubmittedFields(sent)).toEqual(sent)
        expect(Object.keys(sent)).toEqual(Object.keys(toSubmittedFields(buildInquiryFields())))
      }),
    )
  })
})

test('No input makes validation throw, and every error reported is about a field that applies', () => {
  const names = fc.constantFrom(...Object.keys(questions), 'travelers.0.first_name', 'country')
  fc.assert(
    fc.property(fc.dictionary(names, fc.string()), (typed) => {
      const read = parseInquiry(toSubmittedFields(typed), TODAY)
      if (read.ok) return
      const activeNames = listActiveQuestions(toSubmittedFields(typed)).map(({ name }) => name)
      for (const name of Object.keys(read.refusal.fields ?? {})) expect(activeNames).toContain(name)
    }),
  )
})

test('The enquiry sheet contains every answer with its details, and nothing that does not apply', () => {
  const sheet = buildAnswerSheet(toSubmittedFields(buildInquiryFields()), 'visitor')
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
  const changed = buildAnswerSheet(buildInquiryFields({ allergies: 'No' }), 'visitor')
  expect(JSON.stringify(changed)).not.toContain('Shellfish')
})

test('The titles of the enquiry sheet address the visitor, or speak of the traveller to the owner', () => {
  const titles = (reader: 'visitor' | 'owner') =>
    buildAnswerSheet(buildInquiryFields(), reader).map(({ title }) => title)
  expect(titles('visitor')).toEqual(expect.arrayContaining(['You', 'Before you send it']))
  expect(titles('owner')).toEqual(expect.arrayContaining(['The traveller', 'Consents']))
  expect(titles('owner')).not.toContain('You')
})

test('A detail field is open only with the choice that opens it, and every other field is always open', () => {
  for (const { question, choice, detail } of conditionalFields) {
    expect(isFieldActive({ [question]: choice }, detail)).toBe(true)
    expect(isFieldActive({ [question]: 'Norway' }, detail)).toBe(false)
    expect(isFieldActive({}, question)).toBe(true)
  }
})
