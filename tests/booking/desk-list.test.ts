import { describe, expect, it } from 'vitest'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { bookingList, countBookings, matches } from '#shared/booking/desk-list.ts'
import { deskRecord } from '#tests/support/desk-record.ts'

const zone = 'Europe/Oslo'
/** Saturday, 13:00 in Oslo. */
const now = Date.parse('2026-11-21T12:00:00Z')

function ids(bookings: DeskBooking[], filter: 'all' | 'upcoming' | 'past', at = now) {
  const { upcoming, past } = bookingList(bookings, { filter, search: '', now: at, zone })
  const each = (days: typeof past) =>
    days.map(({ date, bookings: of }) => [date, ...of.map(({ id }) => id)])
  return { upcoming: each(upcoming), past: each(past) }
}

const at = (id: string, start: string) => deskRecord({ id, start })

it('counts as upcoming what will take place', () => {
  const status = (id: string, status: DeskBooking['status']) => ({
    ...at(id, '2026-11-25T09:00:00Z'),
    status,
  })
  const all = [
    status('confirmed', 'confirmed'),
    status('requested', 'requested'),
    status('cancelled', 'cancelled'),
    status('expired', 'expired'),
    at('long ago', '2026-09-01T09:00:00Z'),
  ]
  const list = bookingList(all, { filter: 'all', search: '', now, zone })
  expect(countBookings(list)).toEqual({ upcoming: 2, off: 2, past: 1 })
})

describe('the list of bookings', () => {
  const bookings = [
    at('tomorrow', '2026-11-22T09:00:00Z'),
    at('this morning', '2026-11-20T23:00:00Z'),
    at('last night', '2026-11-20T22:59:00Z'),
    at('later today', '2026-11-21T20:00:00Z'),
    at('long ago', '2026-09-01T09:00:00Z'),
  ]

  it('begins with today, from midnight in the owner’s zone on, and goes back from there', () => {
    expect(ids(bookings, 'all')).toEqual({
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

  it('shows one side only where that is asked for', () => {
    expect(ids(bookings, 'upcoming').past).toEqual([])
    expect(ids(bookings, 'past').upcoming).toEqual([])
  })

  it.each([
    ['the short day of spring', '2027-03-28T10:00:00Z', '2027-03-27T23:00:00Z'],
    ['the long day of autumn', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z'],
  ])('knows when %s began', (_day, present, midnight) => {
    const bounds = [
      at('before', new Date(Date.parse(midnight) - 1).toISOString()),
      at('first', midnight),
    ]
    const shown = ids(bounds, 'all', Date.parse(present))
    expect(shown.upcoming.flat()).toContain('first')
    expect(shown.past.flat()).toContain('before')
  })
})

describe('a search', () => {
  const booking = deskRecord({
    clientName: 'Sólrún Bjørnsdóttir',
    clientEmail: 'solrun@example.is',
    clientPhone: '+354 555 01 23',
    destinations: ['Iceland'],
    message: 'Két lélek, a tenger mellett.',
    reference: 'Qm9va2luZy1vZi10ZXN0cw',
  })

  it.each([
    ['nothing at all', ''],
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
  ])('finds %s', (_what, text) => {
    expect(matches(booking, text)).toBe(true)
  })

  it.each(['sweden', 'solrun sweden', 'zebra'])('does not find %s', (text) => {
    expect(matches(booking, text)).toBe(false)
  })
})
