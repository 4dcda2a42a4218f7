import { expect, it } from 'vitest'
import {
  buildTimeline,
  type ClientTimelineState,
  formatCallTimes,
  formatMoment,
  groupTimeline,
  type TimelineRecords,
} from '#client/desk/clients/timeline/timeline.ts'
import { emptyClient } from '#shared/clients/client-fields.ts'
import { formatTripDates, formatTripDays } from '#shared/clients/format-trip.ts'
import type { FormGroup } from '#shared/submissions/api.ts'
import { completeMarks } from '#shared/submissions/marks.ts'
import { buildDeskBooking } from '#tests/support/booking/desk-booking.ts'

const zone = 'Europe/Oslo'
/** Tuesday 24 November 2026, 08:50 in Oslo. */
const now = Date.parse('2026-11-24T07:50:00Z')
const context = { now, zone }

const createTraces = (over: Partial<ClientTimelineState> = {}): ClientTimelineState => ({
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
  pendingFields: {},
  rejected: [],
  pendingNotes: [],
  ...over,
})

const noRecords: TimelineRecords = {
  bookings: [],
  forms: [],
  ledger: { sales: [], pendingRefunds: [] },
}

const createFormGroup = (over: Partial<FormGroup['submissions'][number]> = {}): FormGroup => ({
  name: 'contact',
  timeZone: zone,
  total: 1,
  submissions: [
    {
      id: 4,
      created_at: '2026-09-09T12:12:00.000Z',
      ...completeMarks({ readAt: 1 }),
      booking_id: null,
      data: { email: 'claire@example.com', message: 'What is open in March?' },
      ...over,
    },
  ],
})

const createBooking = (over: Parameters<typeof buildDeskBooking>[0] = {}) =>
  buildDeskBooking({
    clientEmail: 'claire@EXAMPLE.com',
    timezone: 'Europe/Paris',
    start: '2026-11-24T09:30:00.000Z',
    ...over,
  })

const listTitles = (traces = createTraces(), records: Partial<TimelineRecords> = {}) =>
  groupTimeline(buildTimeline(traces, { ...noRecords, ...records }, context), zone).map(
    ({ title, entries }) => [title, ...entries.map((entry) => entry.title)],
  )

it('The timeline has one order: upcoming entries, then month by month, newest first', () => {
  const records = { bookings: [createBooking()], forms: [createFormGroup()] }
  expect(listTitles(createTraces(), records)).toEqual([
    ['Ahead', 'Trip: Western fjords', 'Call: Initial Consultation'],
    ['November 2026', 'Note', 'Trip: Voss', 'Booked on the website, from New York'],
    ['September 2026', 'Added as client', 'Contact message'],
  ])
})

it('The timeline includes what came from any of the client’s addresses in any spelling, and from no other', () => {
  const bookings = [
    createBooking({ id: 'own', history: [] }),
    createBooking({ id: 'other', history: [], clientEmail: 'C.Marchetti@example.org ' }),
    createBooking({ id: 'foreign', history: [], clientEmail: 'someone@example.com' }),
  ]
  const entries = buildTimeline(
    createTraces(),
    { ...noRecords, bookings, forms: [createFormGroup({ data: {} })] },
    context,
  )
  expect(entries.map(({ key }) => key).filter((key) => !/trip|note|added/.test(key))).toEqual([
    'own',
    'other',
  ])
})

it('A form that became a booking is listed once, at the booking', () => {
  const records = {
    bookings: [createBooking()],
    forms: [createFormGroup({ booking_id: 'Qm9va2luZy1vZi10ZXN0cw' })],
  }
  expect(listTitles(createTraces(), records).flat()).not.toContain('Contact message')
})

it('A call that was cancelled in time appears only in its history', () => {
  const history = [
    { at: '2026-11-20T10:00:00.000Z', kind: 'booking' as const, text: 'Cancelled by the guest' },
  ]
  const titles = listTitles(createTraces(), {
    bookings: [createBooking({ status: 'cancelled', history })],
  }).flat()
  expect(titles).toContain('Cancelled by the guest')
  expect(titles).not.toContain('Call: Initial Consultation')
})

it('Payments come from the sales records, or from the booking if there is no sales record', () => {
  const paid = { at: '2026-11-19T20:05:00.000Z', kind: 'money' as const, text: 'NOK 4,000 paid' }
  const bookings = [createBooking({ id: 'b1', history: [paid] })]
  const sale = {
    kind: 'receipt' as const,
    label: '2026-0012',
    bookingId: 'b1',
    serviceType: 'bespoke-planning',
    serviceTitle: 'Bespoke Planning',
    client: 'Claire Marchetti',
    amount: 400_000,
    vat: 80_000,
    vatRate: 25,
    vatReason: 'home' as const,
    country: 'NO',
    date: '2026-11-19',
    issuedAt: '2026-11-19T20:05:00.000Z',
  }
  const books = { sales: [sale], pendingRefunds: [] }
  expect(listTitles(createTraces(), { bookings }).flat()).toContain('NOK 4,000 paid')
  const titles = listTitles(createTraces(), { bookings, ledger: books }).flat()
  expect(titles).toContain('NOK\u00a04,000 received')
  expect(titles).not.toContain('NOK 4,000 paid')
})

it('Pending, conflicting and rejected entries are marked', () => {
  const traces = createTraces({
    pendingFields: {
      journal: '2026-11-24T07:41:01.000Z',
      phone: '2026-11-24T07:45:00.000Z',
      location: '2026-11-24T07:45:00.000Z',
    },
    pendingNotes: ['n1'],
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
    rejected: [
      { n: 1, set: { name: '' }, reason: 'Please enter a name.', at: '2026-11-22T10:00:00.000Z' },
    ],
  })
  const marked = buildTimeline(traces, noRecords, context).filter(({ mark }) => mark)
  expect(marked.map(({ title, text, mark }) => [title, text, mark])).toEqual([
    ['Note', 'Call in the evening.', 'pending'],
    ['Changed on this device', 'Phone, Location', 'pending'],
    ['Changed on Old laptop', 'Email', 'conflict'],
    ['Rejected by the server', 'Name. Please enter a name.', 'rejected'],
  ])
  const sent = createTraces({ ...traces, pendingNotes: [] })
  expect(
    buildTimeline(sent, noRecords, context).find(({ title }) => title === 'Note')?.mark,
  ).toBeUndefined()
})

it('Times are in the owner’s time zone, and name the year only if it is not the current one', () => {
  const at = (iso: string) => formatMoment({ at: Date.parse(iso) }, now, zone)
  expect(at('2026-11-24T09:30:00Z')).toBe('Today, 10:30')
  expect(at('2026-11-17T23:20:00Z')).toBe('18 Nov, 00:20')
  expect(
    formatMoment({ at: Date.parse('2027-03-11T23:00:00Z'), isDateOnly: true }, now, zone),
  ).toBe('12 Mar 2027')
})

it('A call also shows its time in the client’s time zone', () => {
  const times = (timezone: string, start = '2026-11-24T09:30:00Z') =>
    formatCallTimes(
      {
        start,
        end: new Date(Date.parse(start) + 1_800_000).toISOString(),
        timezone,
        seenOffset: null,
      },
      zone,
    )
  expect(times('Europe/Oslo')).toBe('10:30 to 11:00, Europe/Oslo.')
  expect(times('Europe/Paris')).toBe('10:30 to 11:00, Europe/Oslo. Same time in Paris.')
  expect(times('America/New_York')).toBe('10:30 to 11:00, Europe/Oslo. 04:30 in New York.')
  expect(times('Asia/Tokyo', '2026-11-24T15:30:00Z')).toBe(
    '16:30 to 17:00, Europe/Oslo. 00:30 on Wednesday 25 November 2026 in Tokyo.',
  )
})

it('The dates of a trip are written as briefly as possible', () => {
  expect(formatTripDates({ start: '2027-03-12', end: '2027-03-19' })).toBe('12 to 19 March 2027')
  expect(formatTripDates({ start: '2026-11-28', end: '2026-12-03' })).toBe(
    '28 November to 3 December 2026',
  )
  expect(formatTripDates({ start: '2026-12-28', end: '2027-01-03' })).toBe(
    '28 December 2026 to 3 January 2027',
  )
  expect(formatTripDates({ start: '2027-03-12', end: '2027-03-12' })).toBe('12 March 2027')
  expect(formatTripDays({ start: '2026-11-22', end: '2026-11-27' })).toBe('22 to 27 November')
})
