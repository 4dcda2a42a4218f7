import { describe, expect, test } from 'vitest'
import {
  filterSubmissions,
  formatFilteredCount,
  formatFormDestinations,
  formatOwnerTime,
  formatRequestedTime,
  formatRowTime,
  formatService,
  listRowStates,
} from '#client/desk/forms/forms-text.ts'
import type { FormGroup } from '#shared/submissions/api.ts'
import { completeMarks } from '#shared/submissions/marks.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'

const OSLO = 'Europe/Oslo'

test('The count above a shortened list says that the export contains all submissions', () => {
  const none = { name: 'contact', timeZone: OSLO, total: 0, submissions: [] } as const
  const submission = { id: 1, created_at: '', ...completeMarks(), booking_id: null, data: {} }
  const group: FormGroup = { ...none, total: 2, submissions: [submission] }
  expect(formatFilteredCount(group, { matching: [submission], filter: 'all' })).toBe(
    '1 submission, 1 to answer. The latest 1 of 2 are here; the export has all.',
  )
})

test('The count above the list is of what the filter shows', () => {
  const submission = { id: 1, created_at: '', ...completeMarks(), booking_id: null, data: {} }
  const answered = { ...submission, id: 2, answeredAt: 5 }
  const matching = [submission, answered]
  const group: FormGroup = { name: 'contact', timeZone: OSLO, total: 2, submissions: matching }
  expect(formatFilteredCount(group, { matching, filter: 'all' })).toBe('2 submissions, 1 to answer')
  expect(formatFilteredCount(group, { matching: [answered], filter: 'all' })).toBe(
    '1 submission, none to answer',
  )
  expect(formatFilteredCount(group, { matching: [submission], filter: 'to-answer' })).toBe(
    '1 submission to answer',
  )
  expect(formatFilteredCount(group, { matching: [], filter: 'put-aside' })).toBe(
    '0 submissions put aside',
  )
})

test('The row of a submission that is answered and put aside says both', () => {
  expect(listRowStates(completeMarks({ readAt: 5 }))).toEqual([])
  const both = completeMarks({ answeredAt: 5, putAsideAt: 5 })
  expect(listRowStates(both)).toEqual(['Answered', 'Put aside'])
})

describe('A submitted booking form', () => {
  const fields = buildBookingFields({
    date: '2026-11-25',
    time: '23:30',
    timezone: 'America/New_York',
    start: '2026-11-26T04:30:00.000Z',
    destinations: 'Norway,Other Nordic Country',
    other_destination: 'Faroe Islands',
  })

  test('shows the guest’s time and, next to it, the owner’s, with the date if that differs', () => {
    expect(formatRequestedTime(fields)).toBe('Wednesday 25 November 2026, 23:30')
    expect(formatOwnerTime(fields, OSLO)).toBe('05:30 on Thursday 26 November 2026 in Europe/Oslo')
    expect(formatOwnerTime(fields, 'America/New_York')).toBeUndefined()
    expect(formatOwnerTime({ ...fields, start: '' }, OSLO)).toBeUndefined()
  })

  test('shows the service by its name of that time, and the destinations by theirs', () => {
    expect(formatService({ ...fields, service_title: 'First Talk' })).toBe('First Talk')
    expect(formatService(fields)).toBe('initial_consultation')
    expect(formatFormDestinations(fields)).toBe('Norway, Other Nordic Country: Faroe Islands')
    expect(formatFormDestinations({})).toBe('')
  })
})

test('A row shows when it arrived by the owner’s midnight, not by the device’s', () => {
  const now = Date.parse('2026-11-24T08:00:00Z')
  expect(formatRowTime('2026-11-23T23:30:00Z', OSLO, now)).toBe('Today, 00:30')
  expect(formatRowTime('2026-11-22T23:00:00Z', OSLO, now)).toBe('Yesterday, 00:00')
  expect(formatRowTime('2026-11-20T12:00:00Z', OSLO, now)).toBe('20 Nov')
  expect(formatRowTime('2025-11-20T12:00:00Z', OSLO, now)).toBe('20 Nov 2025')
})

test('The search matches all words in any field, ignoring case and accents', () => {
  const list = ['Åse Sørbø', 'Kenji Arai'].map((name, id) => ({
    id,
    created_at: '',
    ...completeMarks(),
    booking_id: null,
    data: { first_name: name, message: 'Ferries and trains' },
  }))
  const found = (typed: string) => filterSubmissions(list, typed).map(({ id }) => id)
  expect(found('')).toEqual([0, 1])
  expect(found('ase')).toEqual([0])
  expect(found('TRAINS kenji')).toEqual([1])
  expect(found('trains boat')).toEqual([])
})
