import { describe, expect, test } from 'vitest'
import {
  destinationsOf,
  ownersTime,
  rowTime,
  serviceOf,
  wishedTime,
} from '#client/desk/forms/form-words.ts'
import { countWords, matching } from '#client/desk/forms/forms-body.tsx'
import { bookingFields } from '#tests/support/forms.ts'

const OSLO = 'Europe/Oslo'

test('the count above a list that is shown in part says that the export has all', () => {
  const none = { name: 'contact', timeZone: OSLO, total: 0, unread: 0, submissions: [] } as const
  expect(countWords({ ...none, submissions: [] })).toBe('0 submissions, none unread')
  expect(countWords({ ...none, total: 1, unread: 1, submissions: [] })).toBe(
    '1 submission, 1 unread. The latest 0 are shown; the export has all.',
  )
})

describe('a booking form reads', () => {
  const fields = bookingFields({
    date: '2026-11-25',
    time: '23:30',
    timezone: 'America/New_York',
    start: '2026-11-26T04:30:00.000Z',
    destinations: 'Norway,Other Nordic Country',
    other_destination: 'Faroe Islands',
  })

  test('with the time as its guest saw it, and beside it the owner’s, with the date where that differs', () => {
    expect(wishedTime(fields)).toBe('Wednesday 25 November 2026, 23:30')
    expect(ownersTime(fields, OSLO)).toBe('05:30 on Thursday 26 November 2026 in Europe/Oslo')
    expect(ownersTime(fields, 'America/New_York')).toBeUndefined()
    expect(ownersTime({ ...fields, start: '' }, OSLO)).toBeUndefined()
  })

  test('with the service and the destinations as they are called', () => {
    expect(serviceOf(fields)).toBe('Initial Consultation')
    expect(destinationsOf(fields)).toBe('Norway, Other Nordic Country: Faroe Islands')
    expect(destinationsOf({})).toBe('')
  })
})

test('a row tells when it came by the owner’s midnight, not the device’s', () => {
  const now = Date.parse('2026-11-24T08:00:00Z')
  expect(rowTime('2026-11-23T23:30:00Z', OSLO, now)).toBe('Today, 00:30')
  expect(rowTime('2026-11-22T23:00:00Z', OSLO, now)).toBe('Yesterday, 00:00')
  expect(rowTime('2026-11-20T12:00:00Z', OSLO, now)).toBe('20 Nov')
  expect(rowTime('2025-11-20T12:00:00Z', OSLO, now)).toBe('20 Nov 2025')
})

test('the search finds all words in any field, whatever their case and accents', () => {
  const list = ['Åse Sørbø', 'Kenji Arai'].map((name, id) => ({
    id,
    created_at: '',
    read: false,
    booking_id: null,
    data: { first_name: name, message: 'Ferries and trains' },
  }))
  const found = (typed: string) => matching(list, typed).map(({ id }) => id)
  expect(found('')).toEqual([0, 1])
  expect(found('ase')).toEqual([0])
  expect(found('TRAINS kenji')).toEqual([1])
  expect(found('trains boat')).toEqual([])
})
