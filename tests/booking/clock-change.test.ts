import { describe, expect, test } from 'vitest'
import {
  clockChangeBetween,
  clockChangeNote,
  clockChangesBefore,
  startTime,
} from '#shared/booking/times.ts'
import { offsetAt, wallOf } from '#shared/lib/zone.ts'

const DAY = 86_400_000

const at = (iso: string) => Date.parse(iso)

describe('a clock change between today and a meeting', () => {
  test('is found to the millisecond, forward and back', () => {
    expect(
      clockChangeBetween(at('2026-10-01T00:00Z'), at('2026-11-01T00:00Z'), 'Europe/Oslo'),
    ).toEqual({ zone: 'Europe/Oslo', at: at('2026-10-25T01:00Z'), minutes: -60 })
    expect(
      clockChangeBetween(at('2026-03-01T00:00Z'), at('2026-04-01T00:00Z'), 'Europe/Oslo'),
    ).toEqual({ zone: 'Europe/Oslo', at: at('2026-03-29T01:00Z'), minutes: 60 })
  })

  test('counts only when it lies strictly after now and not after the meeting', () => {
    const change = at('2026-10-25T01:00Z')
    expect(clockChangeBetween(change, change + 3_600_000, 'Europe/Oslo')).toBeUndefined()
    expect(clockChangeBetween(change - 1, change, 'Europe/Oslo')?.at).toBe(change)
    expect(clockChangeBetween(change - 3_600_000, change - 1, 'Europe/Oslo')).toBeUndefined()
  })

  test('is seen where the clocks go there and back within the window', () => {
    const change = clockChangeBetween(
      at('2026-02-01T00:00Z'),
      at('2026-04-20T00:00Z'),
      'Africa/Casablanca',
    )
    expect(change).toMatchObject({ minutes: -60 })
  })

  test('is named for both zones, the visitor first, and once where both change together', () => {
    const now = at('2026-10-20T00:00Z')
    const meeting = at('2026-11-10T10:00Z')
    const apart = clockChangesBefore(meeting, now, {
      visitor: 'America/New_York',
      owner: 'Europe/Oslo',
    })
    expect(apart.map(({ zone }) => zone)).toEqual(['America/New_York', 'Europe/Oslo'])
    const together = clockChangesBefore(meeting, now, {
      visitor: 'Europe/Paris',
      owner: 'Europe/Oslo',
    })
    expect(together.map(({ zone }) => zone)).toEqual(['Europe/Paris'])
  })

  test('is absent in zones that never change, and for a meeting before it', () => {
    const now = at('2026-11-21T12:00Z')
    const meeting = at('2026-11-25T09:30Z')
    expect(clockChangesBefore(meeting, now, { visitor: 'UTC', owner: 'Europe/Oslo' })).toEqual([])
    expect(clockChangeBetween(now, at('2027-11-21T12:00Z'), 'Asia/Kathmandu')).toBeUndefined()
  })

  test('reads as a sentence, half hours included', () => {
    const oslo = clockChangeBetween(at('2026-03-01T00:00Z'), at('2026-04-01T00:00Z'), 'Europe/Oslo')
    expect(oslo && clockChangeNote(oslo)).toBe(
      'Clocks in Europe/Oslo go forward one hour on Sunday 29 March. The time shown already allows for it.',
    )
    const howe = clockChangeBetween(
      at('2026-03-20T00:00Z'),
      at('2026-04-20T00:00Z'),
      'Australia/Lord_Howe',
    )
    expect(howe && clockChangeNote(howe)).toContain('Lord Howe go back 30 minutes')
  })
})

describe('a time at which something starts', () => {
  test('names its offset in the hour that comes twice, and nowhere else', () => {
    const night = ['23:30Z', '00:00Z', '00:30Z', '01:00Z', '01:30Z', '02:00Z'].map((time, i) =>
      at(`2027-10-3${i === 0 ? 0 : 1}T${time}`),
    )
    expect(night.map((start) => startTime(start, 'Europe/Oslo'))).toEqual([
      '01:30',
      '02:00 GMT+2',
      '02:30 GMT+2',
      '02:00 GMT+1',
      '02:30 GMT+1',
      '03:00',
    ])
    expect(startTime(at('2027-03-28T01:00Z'), 'Europe/Oslo')).toBe('03:00')
  })

  // Lord Howe changes by half an hour, Casablanca goes back in spring, Chatham changes at 03:45.
  test.each([
    'Europe/Oslo',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Pacific/Chatham',
    'Asia/Kathmandu',
  ])('is told apart from every other of its day in %s', (zone) => {
    const days = Array.from({ length: 365 }, (_, day) => at('2027-01-01T00:00Z') + day * DAY)
    const changes = days.filter((day) => offsetAt(day, zone) !== offsetAt(day + DAY, zone))
    expect(changes.length).toBe(zone === 'Asia/Kathmandu' ? 0 : 2)
    const told = new Set<string>()
    // The week around each change, and an ordinary week.
    for (const day of [...changes, at('2027-07-01T00:00Z')])
      for (let start = day - 3 * DAY; start < day + 4 * DAY; start += 1_800_000) {
        const name = `${wallOf(start, zone).date} ${startTime(start, zone)}`
        expect(told).not.toContain(name)
        told.add(name)
      }
  })
})
