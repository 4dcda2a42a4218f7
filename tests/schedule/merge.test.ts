import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInsideHours, scheduleProblems, slotProblems } from '#shared/schedule/checks.ts'
import {
  changedParts,
  mergeSchedules,
  type ScheduleContent,
  takeParts,
} from '#shared/schedule/merge.ts'
import { defaultSchedule } from '#shared/schedule/schema.ts'
import { schedules } from '#tests/support/schedules.ts'

const { version: _version, ...base } = defaultSchedule

const open = (start: string, end: string) => ({ enabled: true, timeSlots: [{ start, end }] })

function withDay(content: ScheduleContent, day: number, value: ScheduleContent['weekly'][number]) {
  return { ...content, weekly: content.weekly.map((old, index) => (index === day ? value : old)) }
}

describe('merging two edits of one schedule', () => {
  it('keeps what each side changed where they changed different days, dates and rules', () => {
    const mine = { ...withDay(base, 2, open('10:00', '12:00')), bufferMinutes: 15 }
    const theirs = {
      ...withDay(base, 5, { enabled: false, timeSlots: [] }),
      exceptions: [{ date: '2026-12-24', timeSlots: [] }],
    }
    const { content, conflicts } = mergeSchedules({ base, theirs, mine })
    expect(conflicts).toEqual([])
    expect(content.weekly[2]).toEqual(open('10:00', '12:00'))
    expect(content.weekly[5]?.enabled).toBe(false)
    expect(content).toMatchObject({ bufferMinutes: 15, exceptions: theirs.exceptions })
  })

  it('asks about a day that both changed, and keeps theirs meanwhile', () => {
    const mine = withDay(base, 3, open('09:00', '18:00'))
    const theirs = withDay(base, 3, open('08:00', '17:00'))
    const { content, conflicts } = mergeSchedules({ base, theirs, mine })
    expect(conflicts).toEqual(['day:3'])
    expect(content.weekly[3]).toEqual(theirs.weekly[3])
  })

  it('asks about every difference where nobody knows what both came from', () => {
    const mine = withDay(base, 1, open('08:00', '09:00'))
    const theirs = withDay(base, 5, open('08:00', '09:00'))
    expect(mergeSchedules({ base: undefined, theirs, mine }).conflicts).toEqual(['day:1', 'day:5'])
  })

  it('asks where one removed a date that the other changed', () => {
    const date = '2026-12-24'
    const dated = { ...base, exceptions: [{ date, timeSlots: [] }] }
    const theirs = { ...dated, exceptions: [{ date, ...open('10:00', '12:00') }] }
    const { conflicts } = mergeSchedules({ base: dated, theirs, mine: base })
    expect(conflicts).toEqual([`date:${date}`])
  })

  it('sees no change in another order of slots, nor in the hidden slots of a day that is off', () => {
    const two = [
      { start: '09:00', end: '12:00' },
      { start: '13:00', end: '17:00' },
    ]
    const there = withDay(base, 2, { enabled: true, timeSlots: two })
    const back = withDay(base, 2, { enabled: true, timeSlots: [...two].reverse() })
    expect(changedParts(there, back)).toEqual([])
    expect(changedParts(base, withDay(base, 0, { enabled: false, timeSlots: two }))).toEqual([])
  })

  it('changes nothing where one side did nothing, and agrees where both did the same', () => {
    fc.assert(
      fc.property(schedules, schedules, (from, to) => {
        const none = { conflicts: [] }
        expect(mergeSchedules({ base: from, theirs: from, mine: to })).toMatchObject(none)
        expect(
          changedParts(mergeSchedules({ base: from, theirs: from, mine: to }).content, to),
        ).toEqual([])
        expect(mergeSchedules({ base: from, theirs: to, mine: from }).content).toEqual(to)
        expect(mergeSchedules({ base: from, theirs: to, mine: to })).toMatchObject(none)
      }),
    )
  })

  it('comes to the same, whoever was first, but for what is asked', () => {
    fc.assert(
      fc.property(schedules, schedules, schedules, (from, one, other) => {
        const first = mergeSchedules({ base: from, theirs: one, mine: other })
        const second = mergeSchedules({ base: from, theirs: other, mine: one })
        expect(first.conflicts).toEqual(second.conflicts)
        expect(changedParts(first.content, second.content)).toEqual(first.conflicts)
        const settled = takeParts(first.content, other, first.conflicts)
        expect(changedParts(settled, second.content)).toEqual([])
      }),
    )
  })
})

describe('what keeps a slot from being saved', () => {
  const slot = (start: string, end: string) => ({ start, end })

  it.each([
    ['an end before the start', [slot('12:00', '09:00')], 0],
    ['an end at the start', [slot('12:00', '12:00')], 0],
    ['an end past midnight, as Add Time Slot makes it late at night', [slot('23:30', '00:30')], 0],
    ['no time at all', [slot('', '')], 0],
    [
      'an overlap, told at the later of the two',
      [slot('09:00', '12:00'), slot('11:30', '13:00')],
      1,
    ],
    ['the same slot twice', [slot('09:00', '12:00'), slot('09:00', '12:00')], 1],
  ])('%s', (_what, slots, at) => {
    expect(slotProblems(slots).map((problem) => problem.slot)).toEqual([at])
  })

  it('nothing is wrong with slots that touch, nor with one that ends at 00:00', () => {
    expect(slotProblems([slot('09:00', '12:00'), slot('12:00', '17:00')])).toEqual([])
    expect(slotProblems([slot('17:00', '23:00'), slot('23:00', '00:00')])).toEqual([])
    expect(slotProblems([slot('00:00', '00:00')])).toEqual([])
  })

  it('a problem stands under the wire name of its slot; days that are off have none', () => {
    const bad = open('12:00', '09:00')
    const weekly = withDay(withDay(base, 1, bad), 2, { ...bad, enabled: false }).weekly
    const exceptions = [
      { date: '2026-12-24', timeSlots: bad.timeSlots },
      { date: '2026-12-24', timeSlots: [] },
    ]
    expect(Object.keys(scheduleProblems(weekly, exceptions))).toEqual([
      'schedule.1.timeSlots.0.end',
      'settings.exceptions.0.timeSlots.0.end',
      'settings.exceptions.1.date',
    ])
    const empty = withDay(base, 1, { enabled: true, timeSlots: [] })
    expect(Object.keys(scheduleProblems(empty.weekly, []))).toEqual(['schedule.1.timeSlots'])
  })

  it('no schedule that can be saved has problems', () => {
    fc.assert(
      fc.property(schedules, ({ weekly, exceptions }) => {
        expect(scheduleProblems(weekly, exceptions)).toEqual({})
      }),
    )
  })
})

describe('whether a meeting lies inside the hours', () => {
  const at = (iso: string, minutes = 30) => {
    const start = Date.parse(iso)
    return { start, end: start + minutes * 60_000 }
  }
  const tuesday = withDay(base, 2, {
    enabled: true,
    timeSlots: [
      { start: '09:00', end: '12:00' },
      { start: '12:00', end: '14:00' },
      { start: '15:00', end: '00:00' },
    ],
  })

  it.each([
    ['at the very start', '2026-11-24T08:00:00Z', 30, true],
    ['over the seam of slots that touch', '2026-11-24T10:30:00Z', 60, true],
    ['into a pause', '2026-11-24T12:30:00Z', 60, false],
    ['up to midnight', '2026-11-24T22:30:00Z', 30, true],
    ['before opening', '2026-11-24T07:30:00Z', 30, false],
  ])('%s', (_what, start, minutes, inside) => {
    expect(isInsideHours(tuesday, at(start, minutes))).toBe(inside)
  })

  it('goes by the exception of the date, and by the owner’s zone', () => {
    const closed = { ...base, exceptions: [{ date: '2026-11-25', timeSlots: [] }] }
    expect(isInsideHours(base, at('2026-11-25T09:00:00Z'))).toBe(true)
    expect(isInsideHours(closed, at('2026-11-25T09:00:00Z'))).toBe(false)
    const moved = { ...base, timeZone: 'America/New_York' }
    expect(isInsideHours(moved, at('2026-11-25T09:00:00Z'))).toBe(false)
  })
})
