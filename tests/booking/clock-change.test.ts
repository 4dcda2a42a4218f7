import { describe, expect, test } from 'vitest'
import {
  findClockChange,
  formatClockChange,
  formatStartTime,
  listClockChanges,
} from '#shared/booking/zoned-time.ts'
import { getOffset, toWallTime } from '#shared/lib/time-zone.ts'

const DAY = 86_400_000

const at = (iso: string) => Date.parse(iso)

describe('A clock change between today and a meeting', () => {
  test('is found to the millisecond, whether the clocks go forward or back', () => {
    expect(
      findClockChange(at('2026-10-01T00:00Z'), at('2026-11-01T00:00Z'), 'Europe/Oslo'),
    ).toEqual({ zone: 'Europe/Oslo', at: at('2026-10-25T01:00Z'), minutes: -60 })
    expect(
      findClockChange(at('2026-03-01T00:00Z'), at('2026-04-01T00:00Z'), 'Europe/Oslo'),
    ).toEqual({ zone: 'Europe/Oslo', at: at('2026-03-29T01:00Z'), minutes: 60 })
  })

  test('counts only if it is strictly after now and not after the meeting', () => {
    const change = at('2026-10-25T01:00Z')
    expect(findClockChange(change, change + 3_600_000, 'Europe/Oslo')).toBeUndefined()
    expect(findClockChange(change - 1, change, 'Europe/Oslo')?.at).toBe(change)
    expect(findClockChange(change - 3_600_000, change - 1, 'Europe/Oslo')).toBeUndefined()
  })

  test('is found even if the clocks change and change back before the meeting', () => {
    const change = findClockChange(
      at('2026-02-01T00:00Z'),
      at('2026-04-20T00:00Z'),
      'Africa/Casablanca',
    )
    expect(change).toMatchObject({ minutes: -60 })
  })

  test('is listed for both zones, the visitor’s first, and only once if both change at the same time', () => {
    const now = at('2026-10-20T00:00Z')
    const meeting = at('2026-11-10T10:00Z')
    const apart = listClockChanges(meeting, now, {
      visitor: 'America/New_York',
      owner: 'Europe/Oslo',
    })
    expect(apart.map(({ zone }) => zone)).toEqual(['America/New_York', 'Europe/Oslo'])
    const together = listClockChanges(meeting, now, {
      visitor: 'Europe/Paris',
      owner: 'Europe/Oslo',
    })
    expect(together.map(({ zone }) => zone)).toEqual(['Europe/Paris'])
  })

  test('is not found in zones that never change, or if the meeting is before the change', () => {
    const now = at('2026-11-21T12:00Z')
    const meeting = at('2026-11-25T09:30Z')
    expect(listClockChanges(meeting, now, { visitor: 'UTC', owner: 'Europe/Oslo' })).toEqual([])
    expect(findClockChange(now, at('2027-11-21T12:00Z'), 'Asia/Kathmandu')).toBeUndefined()
  })

  test('is described in a sentence, including changes of half an hour', () => {
    const oslo = findClockChange(at('2026-03-01T00:00Z'), at('2026-04-01T00:00Z'), 'Europe/Oslo')
    expect(oslo && formatClockChange(oslo)).toBe(
      'Clocks in Europe/Oslo go forward one hour on Sunday 29 March. The time shown already allows for it.',
    )
    const howe = findClockChange(
      at('2026-03-20T00:00Z'),
      at('2026-04-20T00:00Z'),
      'Australia/Lord_Howe',
    )
    expect(howe && formatClockChange(howe)).toContain('Lord Howe go back 30 minutes')
  })
})

describe('A start time', () => {
  test('shows its UTC offset in the hour that occurs twice, and at no other time', () => {
    const night = ['23:30Z', '00:00Z', '00:30Z', '01:00Z', '01:30Z', '02:00Z'].map((time, i) =>
      at(`2027-10-3${i === 0 ? 0 : 1}T${time}`),
    )
    expect(night.map((start) => formatStartTime(start, 'Europe/Oslo'))).toEqual([
      '01:30',
      '02:00 GMT+2',
      '02:30 GMT+2',
      '02:00 GMT+1',
      '02:30 GMT+1',
      '03:00',
    ])
    expect(formatStartTime(at('2027-03-28T01:00Z'), 'Europe/Oslo')).toBe('03:00')
  })

  // Lord Howe changes by half an hour, Casablanca goes back in spring, Chatham changes at 03:45.
  test.each([
    'Europe/Oslo',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Pacific/Chatham',
    'Asia/Kathmandu',
  ])('is shown differently from every other on its day in %s', (zone) => {
    const days = Array.from({ length: 365 }, (_, day) => at('2027-01-01T00:00Z') + day * DAY)
    const changes = days.filter((day) => getOffset(day, zone) !== getOffset(day + DAY, zone))
    expect(changes.length).toBe(zone === 'Asia/Kathmandu' ? 0 : 2)
    const seenNames = new Set<string>()
    // The week around each change, and an ordinary week.
    for (const day of [...changes, at('2027-07-01T00:00Z')])
      for (let start = day - 3 * DAY; start < day + 4 * DAY; start += 1_800_000) {
        const name = `${toWallTime(start, zone).date} ${formatStartTime(start, zone)}`
        expect(seenNames).not.toContain(name)
        seenNames.add(name)
      }
  })
})
