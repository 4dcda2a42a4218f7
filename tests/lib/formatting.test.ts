import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { toFormEntries } from '#client/desk/clients/timeline/timeline.ts'
import { getPreview } from '#client/desk/forms/forms-text.ts'
import { formatTestTime } from '#client/desk/settings/video/test-card.tsx'
import { formatTravelDates } from '#shared/inquiry/answer-sheet.ts'
import { formatDate, formatInstantDate, formatTimeOfDay } from '#shared/lib/format-date.ts'
import { formatCount } from '#shared/lib/format-number.ts'
import { formatAmount, formatFigure, formatPrice, parseAmount } from '#shared/lib/money.ts'

describe('A date', () => {
  it.each([
    ['full', 'Tuesday 1 September 2026'],
    ['weekday', 'Tuesday 1 September'],
    ['long', '1 September 2026'],
    ['day', '1 September'],
    ['month', 'September 2026'],
  ] as const)('has the same wording everywhere in the form %s', (form, text) => {
    expect(formatDate('2026-09-01', form)).toBe(text)
  })

  it('is the date in the given time zone, and text that is not a date is unchanged', () => {
    const instant = Date.parse('2026-12-31T23:30:00Z')
    expect(formatInstantDate(instant, 'Europe/Oslo', 'long')).toBe('1 January 2027')
    expect(formatInstantDate(instant, 'America/New_York', 'long')).toBe('31 December 2026')
    expect(formatDate('next summer', 'long')).toBe('next summer')
  })

  it('of an enquiry is written out in the list and in a client’s timeline', () => {
    const data = {
      travel_destination: 'Norway,Iceland',
      departure_date: '2027-06-14',
      return_date: '2027-06-28',
    }
    expect(getPreview(data)).toBe('Norway, Iceland, 14 to 28 June 2027')
    const [entry] = toFormEntries({
      name: 'inquiry',
      timeZone: 'Europe/Oslo',
      submissions: [
        { id: 1, created_at: '2026-11-01T10:00:00Z', readAt: null, booking_id: null, data },
      ],
    } as unknown as Parameters<typeof toFormEntries>[0])
    expect(entry?.text).toBe('Norway, Iceland, 14 to 28 June 2027')
    expect(formatTravelDates('2026-12-30', '2027-01-03')).toBe('30 December 2026 to 3 January 2027')
    expect(formatTravelDates('some day', '')).toBe('some day to ')
  })
})

describe('A time of day', () => {
  it('is written with 24 hours', () => {
    expect([0, 570, 810, 1439, 1440].map(formatTimeOfDay)).toEqual([
      '00:00',
      '09:30',
      '13:30',
      '23:59',
      '24:00',
    ])
    vi.stubEnv('TZ', 'Europe/Oslo')
    expect(formatTestTime('2026-11-24T13:05:09.000Z')).toMatch(/^24 November 2026, \d\d:05:09$/)
    vi.unstubAllEnvs()
  })
})

describe('Money', () => {
  it('is always written the same way, with no decimals for whole kroner', () => {
    expect(formatPrice(400_000, 'nok')).toBe('NOK\u00a04,000')
    expect(formatPrice(123_456, 'nok')).toBe('NOK\u00a01,234.56')
    expect(formatPrice(150_050, 'nok')).toBe('NOK\u00a01,500.50')
    expect(formatFigure(-40_000)).toBe('−400')
    expect(formatCount(12_345)).toBe('12,345')
  })
})

describe('An amount that somebody types', () => {
  it.each([
    ['1500', 150_000],
    ['1,500', 150_000],
    ['1.500', 150_000],
    ['1 500', 150_000],
    ['1\u00a0500,5', 150_050],
    ['1,500.50', 150_050],
    ['1.500,50', 150_050],
    ['1’500.50', 150_050],
    ['1,234,567', 123_456_700],
    ['NOK\u00a01,500', 150_000],
    ['kr 1500,-', 150_000],
    ['1500 kr.', 150_000],
    ['0,05', 5],
    ['1333.33', 133_333],
  ])('%j is read as %i of the smallest unit', (typed, amount) => {
    expect(parseAmount(typed)).toBe(amount)
  })

  it.each([
    '',
    'kr',
    '1,50,0',
    '1,5000',
    '15,00,000',
    '1.500.50',
    '1500,123',
    '-5',
    '1e3',
    '5 %',
    '1,5,',
  ])('%j is not guessed at', (typed) => {
    expect(parseAmount(typed)).toBeUndefined()
  })

  it('as it is printed is the same amount again', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), (amount) => {
        expect(parseAmount(formatPrice(amount, 'nok'))).toBe(amount)
        expect(parseAmount(formatAmount(amount, 'nok'))).toBe(amount)
      }),
    )
  })
})
