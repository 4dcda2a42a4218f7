import { describe, expect, it } from 'vitest'
import { buildBookingList, countBookings, matchesSearch } from '#shared/booking/booking-list.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { buildDeskBooking } from '#tests/support/booking/desk-booking.ts'

const zone = 'Europe/Oslo'
/** Saturday, 13:00 in Oslo. */
const now = Date.parse('2026-11-21T12:00:00Z')

function listIds(bookings: DeskBooking[], filter: 'all' | 'upcoming' | 'past', at = now) {
  const { upcoming, past } = buildBookingList(bookings, { filter, search: '', now: at, zone })
  const each = (days: typeof past) =>
    days.map(({ date, bookings: of }) => [date, ...of.map(({ id }) => id)])
  return { upcoming: each(upcoming), past: each(past) }
}

const createRecordAt = (id: string, start: string) => buildDeskBooking({ id, start })

it('Only bookings that will take place count as upcoming', () => {
  const status = (id: string, status: DeskBooking['status']) => ({
    ...createRecordAt(id, '2026-11-25T09:00:00Z'),
    status,
  })
  const all = [
    status('confirmed', 'confirmed'),
    status('requested', 'requested'),
    status('cancelled', 'cancelled'),
    status('expired', 'expired'),
    createRecordAt('long ago', '2026-09-01T09:00:00Z'),
  ]
  const list = buildBookingList(all, { filter: 'all', search: '', now, zone })
  expect(countBookings(list)).toEqual({ upcoming: 2, cancelled: 2, past: 1 })
})

describe('The list of bookings', () => {
  const bookings = [
    createRecordAt('tomorrow', '2026-11-22T09:00:00Z'),
    createRecordAt('this morning', '2026-11-20T23:00:00Z'),
    createRecordAt('last night', '2026-11-20T22:59:00Z'),
    createRecordAt('later today', '2026-11-21T20:00:00Z'),
    createRecordAt('long ago', '2026-09-01T09:00:00Z'),
  ]

  it('shows bookings from midnight today in the owner’s zone, then earlier ones, the latest first', () => {
    expect(listIds(bookings, 'all')).toEqual({
      upcoming: [
        ['2026-11-21', 'this morning', 'later today'],
        ['2026-11-22', 'tomorrow'],
      ],
      past: [
        ['2026-11-20', 'last night'],
        ['2026-09-01', 'long ago'],
      ],
    })
  })

  it('shows only upcoming or only past bookings if that filter is chosen', () => {
    expect(listIds(bookings, 'upcoming').past).toEqual([])
    expect(listIds(bookings, 'past').upcoming).toEqual([])
  })

  it.each([
    ['the short day of spring', '2027-03-28T10:00:00Z', '2027-03-27T23:00:00Z'],
    ['the long day of autumn', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z'],
  ])('starts at local midnight on %s', (_day, present, midnight) => {
    const bounds = [
      createRecordAt('before', new Date(Date.parse(midnight) - 1).toISOString()),
      createRecordAt('first', midnight),
    ]
    const listed = listIds(bounds, 'all', Date.parse(present))
    expect(listed.upcoming.flat()).toContain('first')
    expect(listed.past.flat()).toContain('before')
  })
})

describe('A search', () => {
  const booking = buildDeskBooking({
    clientName: 'Sólrún Bjørnsdóttir',
    clientEmail: 'solrun@example.is',
    clientPhone: '+354 555 01 23',
    destinations: ['Iceland'],
    message: 'Két lélek, a tenger mellett.',
    reference: 'Qm9va2luZy1vZi10ZXN0cw',
  })

  it.each([
    ['an empty search', ''],
    ['a name without its accents', 'solrun'],
    ['a name with them, in capitals', 'SÓLRÚN'],
    ['letters that are no accents', 'bjornsdottir'],
    ['several words in any order', 'iceland  solrun'],
    ['a part of an address', 'example.is'],
    ['a number without its spaces', '3545550123'],
    ['a service', 'initial cons'],
    ['a status', 'confirmed'],
    ['words of the message', 'lelek'],
    ['the reference', 'qm9va2'],
  ])('finds a booking by %s', (_what, text) => {
    expect(matchesSearch(booking, text)).toBe(true)
  })

  it.each(['sweden', 'solrun sweden', 'zebra'])('finds no booking by %s', (text) => {
    expect(matchesSearch(booking, text)).toBe(false)
  })
})
