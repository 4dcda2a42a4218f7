import { expect, it } from 'vitest'
import { emptyClient } from '#shared/clients/fields.ts'
import {
  type ClientTraces,
  callTimes,
  type DeskRecords,
  momentLabel,
  timelineGroups,
  timelineOf,
} from '#shared/clients/timeline.ts'
import { tripDates, tripDays } from '#shared/clients/trip-words.ts'
import type { FormGroup } from '#shared/submissions/api.ts'
import { deskRecord } from '#tests/support/desk-record.ts'

const zone = 'Europe/Oslo'
/** Tuesday 24 November 2026, 08:50 in Oslo. */
const now = Date.parse('2026-11-24T07:50:00Z')
const reading = { now, zone }

const claire = (over: Partial<ClientTraces> = {}): ClientTraces => ({
  id: 'claire',
  client: {
    ...emptyClient,
    name: 'Claire Marchetti',
    email: 'Claire@example.com',
    otherEmails: ['c.marchetti@example.org'],
    trips: [
      { id: 't1', place: 'Western fjords', start: '2027-03-12', end: '2027-03-19' },
      { id: 't2', place: 'Voss', start: '2026-11-20', end: '2026-11-23' },
    ],
    journal: [{ id: 'n1', at: '2026-11-24T07:41:00.000Z', text: 'Call in the evening.' }],
  },
  createdAt: Date.parse('2026-09-09T13:30:00Z'),
  conflicts: [],
  waiting: {},
  refused: [],
  waitingNotes: [],
  ...over,
})

const nothing: DeskRecords = { bookings: [], forms: [], books: { sales: [], waiting: [] } }

const form = (over: Partial<FormGroup['submissions'][number]> = {}): FormGroup => ({
  name: 'contact',
  timeZone: zone,
  total: 1,
  unread: 0,
  submissions: [
    {
      id: 4,
      created_at: '2026-09-09T12:12:00.000Z',
      read: true,
      booking_id: null,
      data: { email: 'claire@example.com', message: 'What is open in March?' },
      ...over,
    },
  ],
})

const call = (over: Parameters<typeof deskRecord>[0] = {}) =>
  deskRecord({
    clientEmail: 'claire@EXAMPLE.com',
    timezone: 'Europe/Paris',
    start: '2026-11-24T09:30:00.000Z',
    ...over,
  })

const told = (traces = claire(), records: Partial<DeskRecords> = {}) =>
  timelineGroups(timelineOf(traces, { ...nothing, ...records }, reading), zone).map(
    ({ title, entries }) => [title, ...entries.map((entry) => entry.title)],
  )

it('tells everything in one order: what is ahead, then month by month, the newest first', () => {
  const records = { bookings: [call()], forms: [form()] }
  expect(told(claire(), records)).toEqual([
    ['Ahead', 'Trip: Western fjords', 'Call: Initial Consultation'],
    ['November 2026', 'Note', 'Trip: Voss', 'Booked on the website, from New York'],
    ['September 2026', 'Added as client', 'Contact message'],
  ])
})

it('finds what came from any of the client’s addresses, however they were written, and nobody else’s', () => {
  const bookings = [
    call({ id: 'own', history: [] }),
    call({ id: 'other', history: [], clientEmail: 'C.Marchetti@example.org ' }),
    call({ id: 'foreign', history: [], clientEmail: 'someone@example.com' }),
  ]
  const entries = timelineOf(
    claire(),
    { ...nothing, bookings, forms: [form({ data: {} })] },
    reading,
  )
  expect(entries.map(({ key }) => key).filter((key) => !/trip|note|added/.test(key))).toEqual([
    'own',
    'other',
  ])
})

it('tells of a form that became a booking once, at the booking', () => {
  const records = { bookings: [call()], forms: [form({ booking_id: 'Qm9va2luZy1vZi10ZXN0cw' })] }
  expect(told(claire(), records).flat()).not.toContain('Contact message')
})

it('leaves a call that was called off in time to its history', () => {
  const history = [
    { at: '2026-11-20T10:00:00.000Z', kind: 'booking' as const, text: 'Cancelled by the guest' },
  ]
  const titles = told(claire(), { bookings: [call({ status: 'cancelled', history })] }).flat()
  expect(titles).toContain('Cancelled by the guest')
  expect(titles).not.toContain('Call: Initial Consultation')
})

it('takes payments from the books, and from the booking where the books have none', () => {
  const paid = { at: '2026-11-19T20:05:00.000Z', kind: 'money' as const, text: 'NOK 4,000 paid' }
  const bookings = [call({ id: 'b1', history: [paid] })]
  const sale = {
    kind: 'receipt' as const,
    label: '2026-0012',
    bookingId: 'b1',
    serviceType: 'bespoke-planning' as const,
    client: 'Claire Marchetti',
    amount: 400_000,
    vat: 80_000,
    date: '2026-11-19',
    issuedAt: '2026-11-19T20:05:00.000Z',
  }
  const books = { sales: [sale], waiting: [] }
  expect(told(claire(), { bookings }).flat()).toContain('NOK 4,000 paid')
  const titles = told(claire(), { bookings, books }).flat()
  expect(titles).toContain('NOK\u00a04,000 received')
  expect(titles).not.toContain('NOK 4,000 paid')
})

it('marks what waits, what met another change and what was refused', () => {
  const traces = claire({
    waiting: {
      journal: '2026-11-24T07:41:01.000Z',
      phone: '2026-11-24T07:45:00.000Z',
      location: '2026-11-24T07:45:00.000Z',
    },
    waitingNotes: ['n1'],
    conflicts: [
      {
        cid: 'c1',
        kind: 'field',
        field: 'email',
        value: 'x',
        deviceId: 'd',
        deviceName: 'Old laptop',
        at: '2026-11-23T10:00:00.000Z',
        rev: 2,
      },
    ],
    refused: [
      { n: 1, set: { name: '' }, reason: 'Please enter a name.', at: '2026-11-22T10:00:00.000Z' },
    ],
  })
  const marked = timelineOf(traces, nothing, reading).filter(({ mark }) => mark)
  expect(marked.map(({ title, text, mark }) => [title, text, mark])).toEqual([
    ['Note', 'Call in the evening.', 'waiting'],
    ['Changed on this device', 'Phone, Location', 'waiting'],
    ['Changed on Old laptop', 'Email', 'conflict'],
    ['Rejected by the server', 'Name. Please enter a name.', 'refused'],
  ])
  const sent = claire({ ...traces, waitingNotes: [] })
  expect(
    timelineOf(sent, nothing, reading).find(({ title }) => title === 'Note')?.mark,
  ).toBeUndefined()
})

it('names moments by the owner’s clock, and the year only where it is another', () => {
  const at = (iso: string) => momentLabel({ at: Date.parse(iso) }, now, zone)
  expect(at('2026-11-24T09:30:00Z')).toBe('Today, 10:30')
  expect(at('2026-11-17T23:20:00Z')).toBe('18 Nov, 00:20')
  expect(momentLabel({ at: Date.parse('2027-03-11T23:00:00Z'), dateOnly: true }, now, zone)).toBe(
    '12 Mar 2027',
  )
})

it('tells when a call is where the client is', () => {
  const times = (timezone: string, start = '2026-11-24T09:30:00Z') =>
    callTimes({ start, end: new Date(Date.parse(start) + 1_800_000).toISOString(), timezone }, zone)
  expect(times('Europe/Oslo')).toBe('10:30 to 11:00, Europe/Oslo.')
  expect(times('Europe/Paris')).toBe('10:30 to 11:00, Europe/Oslo. Same time in Paris.')
  expect(times('America/New_York')).toBe('10:30 to 11:00, Europe/Oslo. 04:30 in New York.')
  expect(times('Asia/Tokyo', '2026-11-24T15:30:00Z')).toBe(
    '16:30 to 17:00, Europe/Oslo. 00:30 on Wednesday 25 November 2026 in Tokyo.',
  )
})

it('writes a journey’s dates as briefly as they allow', () => {
  expect(tripDates({ start: '2027-03-12', end: '2027-03-19' })).toBe('12 to 19 March 2027')
  expect(tripDates({ start: '2026-11-28', end: '2026-12-03' })).toBe(
    '28 November to 3 December 2026',
  )
  expect(tripDates({ start: '2026-12-28', end: '2027-01-03' })).toBe(
    '28 December 2026 to 3 January 2027',
  )
  expect(tripDates({ start: '2027-03-12', end: '2027-03-12' })).toBe('12 March 2027')
  expect(tripDays({ start: '2026-11-22', end: '2026-11-27' })).toBe('22 to 27 November')
})
