import { describe, expect, it, vi } from 'vitest'
import { noteOf } from '#client/desk/forms/form-words.ts'
import { testedWords } from '#client/desk/settings/video/test-card.tsx'
import { formEntries } from '#shared/clients/timeline.ts'
import { travelDates } from '#shared/inquiry/sheet.ts'
import { dateWords, instantDateWords, timeOfDay } from '#shared/lib/date-words.ts'
import { formatFigure, formatPrice } from '#shared/lib/money.ts'
import { countText } from '#shared/lib/number-words.ts'

describe('a date', () => {
  it.each([
    ['full', 'Tuesday 1 September 2026'],
    ['weekday', 'Tuesday 1 September'],
    ['long', '1 September 2026'],
    ['day', '1 September'],
    ['month', 'September 2026'],
  ] as const)('reads the same everywhere as %s', (form, words) => {
    expect(dateWords('2026-09-01', form)).toBe(words)
  })

  it('is that of the zone, and what is no date stays as it was', () => {
    const instant = Date.parse('2026-12-31T23:30:00Z')
    expect(instantDateWords(instant, 'Europe/Oslo', 'long')).toBe('1 January 2027')
    expect(instantDateWords(instant, 'America/New_York', 'long')).toBe('31 December 2026')
    expect(dateWords('next summer', 'long')).toBe('next summer')
  })

  it('of an enquiry is written out, on the list and in a client’s timeline', () => {
    const data = {
      travel_destination: 'Norway,Iceland',
      departure_date: '2027-06-14',
      return_date: '2027-06-28',
    }
    expect(noteOf(data)).toBe('Norway, Iceland, 14 to 28 June 2027')
    const [entry] = formEntries({
      name: 'inquiry',
      timeZone: 'Europe/Oslo',
      submissions: [
        { id: 1, created_at: '2026-11-01T10:00:00Z', read: false, booking_id: null, data },
      ],
    } as unknown as Parameters<typeof formEntries>[0])
    expect(entry?.text).toBe('Norway, Iceland, 14 to 28 June 2027')
    expect(travelDates('2026-12-30', '2027-01-03')).toBe('30 December 2026 to 3 January 2027')
    expect(travelDates('some day', '')).toBe('some day to ')
  })
})

describe('a clock', () => {
  it('has 24 hours', () => {
    expect([0, 570, 810, 1439, 1440].map(timeOfDay)).toEqual([
      '00:00',
      '09:30',
      '13:30',
      '23:59',
      '24:00',
    ])
    vi.stubEnv('TZ', 'Europe/Oslo')
    expect(testedWords('2026-11-24T13:05:09.000Z')).toMatch(/^24 November 2026, \d\d:05:09$/)
    vi.unstubAllEnvs()
  })
})

describe('money', () => {
  it('is written one way, whole kroner without decimals', () => {
    expect(formatPrice(400_000, 'nok')).toBe('NOK\u00a04,000')
    expect(formatPrice(123_456, 'nok')).toBe('NOK\u00a01,234.56')
    expect(formatPrice(150_050, 'nok')).toBe('NOK\u00a01,500.50')
    expect(formatFigure(-40_000)).toBe('−400')
    expect(countText(12_345)).toBe('12,345')
  })
})
