import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  diffSchedules,
  mergeSchedules,
  type ScheduleContent,
  takeParts,
} from '#shared/schedule/merge-schedules.ts'
import { isInsideHours, validateSchedule } from '#shared/schedule/schedule-validation.ts'
import { defaultSchedule } from '#shared/schedule/schema.ts'
import { validateSlots } from '#shared/schedule/time-ranges.ts'
import { schedules } from '#tests/support/schedule/schedule-arbitraries.ts'

const { version: _version, ...base } = defaultSchedule

const createOpenDay = (start: string, end: string) => ({
  enabled: true,
  timeSlots: [{ start, end }],
})

function replaceDay(
  content: ScheduleContent,
  day: number,
  value: ScheduleContent['weekly'][number],
) {
  return { ...content, weekly: content.weekly.map((old, index) => (index === day ? value : old)) }
}

describe('Merging two edits of one schedule', () => {
  it('preserves the changes of both sides if they changed different days, dates and rules', () => {
    const mine = { ...replaceDay(base, 2, createOpenDay('10:00', '12:00')), bufferMinutes: 15 }
    const theirs = {
      ...replaceDay(base, 5, { enabled: false, timeSlots: [] }),
      exceptions: [{ date: '2026-12-24', timeSlots: [] }],
    }
    const { content, conflicts } = mergeSchedules({ base, theirs, mine })
    expect(conflicts).toEqual([])
    expect(content.weekly[2]).toEqual(createOpenDay('10:00', '12:00'))
    expect(content.weekly[5]?.enabled).toBe(false)
    expect(content).toMatchObject({ bufferMinutes: 15, exceptions: theirs.exceptions })
  })

  it('reports a conflict for a day that both changed, and uses the other side’s value meanwhile', () => {
    const mine = replaceDay(base, 3, createOpenDay('09:00', '18:00'))
    const theirs = replaceDay(base, 3, createOpenDay('08:00', '17:00'))
    const { content, conflicts } = mergeSchedules({ base, theirs, mine })
    expect(conflicts).toEqual(['day:3'])
    expect(content.weekly[3]).toEqual(theirs.weekly[3])
  })

  it('reports a conflict for every difference if the common base is unknown', () => {
    const mine = replaceDay(base, 1, createOpenDay('08:00', '09:00'))
    const theirs = replaceDay(base, 5, createOpenDay('08:00', '09:00'))
    expect(mergeSchedules({ base: undefined, theirs, mine }).conflicts).toEqual(['day:1', 'day:5'])
  })

  it('reports a conflict if one side removed a date that the other changed', () => {
    const date = '2026-12-24'
    const dated = { ...base, exceptions: [{ date, timeSlots: [] }] }
    const theirs = { ...dated, exceptions: [{ date, ...createOpenDay('10:00', '12:00') }] }
    const { conflicts } = mergeSchedules({ base: dated, theirs, mine: base })
    expect(conflicts).toEqual([`date:${date}`])
  })

  it('ignores the order of slots and the hidden slots of a day that is off', () => {
    const two = [
      { start: '09:00', end: '12:00' },
      { start: '13:00', end: '17:00' },
    ]
    const there = replaceDay(base, 2, { enabled: true, timeSlots: two })
    const back = replaceDay(base, 2, { enabled: true, timeSlots: [...two].reverse() })
    expect(diffSchedules(there, back)).toEqual([])
    expect(diffSchedules(base, replaceDay(base, 0, { enabled: false, timeSlots: two }))).toEqual([])
  })

  it('takes the other edit if one side changed nothing, and reports no conflict if both made the same edit', () => {
    fc.assert(
      fc.property(schedules, schedules, (from, to) => {
        const none = { conflicts: [] }
        expect(mergeSchedules({ base: from, theirs: from, mine: to })).toMatchObject(none)
        expect(
          diffSchedules(mergeSchedules({ base: from, theirs: from, mine: to }).content, to),
        ).toEqual([])
        expect(mergeSchedules({ base: from, theirs: to, mine: from }).content).toEqual(to)
        expect(mergeSchedules({ base: from, theirs: to, mine: to })).toMatchObject(none)
      }),
    )
  })

  it('has the same result in either order, except for the conflicting parts', () => {
    fc.assert(
      fc.property(schedules, schedules, schedules, (from, one, other) => {
        const first = mergeSchedules({ base: from, theirs: one, mine: other })
        const second = mergeSchedules({ base: from, theirs: other, mine: one })
        expect(first.conflicts).toEqual(second.conflicts)
        expect(diffSchedules(first.content, second.content)).toEqual(first.conflicts)
        const settled = takeParts(first.content, other, first.conflicts)
        expect(diffSchedules(settled, second.content)).toEqual([])
      }),
    )
  })
})

describe('Problems with slots', () => {
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
  ])('are reported for %s', (_what, slots, at) => {
    expect(validateSlots(slots).map((problem) => problem.slot)).toEqual([at])
  })

  it('are not reported for slots that touch, nor for a slot that ends at 00:00', () => {
    expect(validateSlots([slot('09:00', '12:00'), slot('12:00', '17:00')])).toEqual([])
    expect(validateSlots([slot('17:00', '23:00'), slot('23:00', '00:00')])).toEqual([])
    expect(validateSlots([slot('00:00', '00:00')])).toEqual([])
  })

  it('are keyed by the wire name of their slot, and not reported for days that are off', () => {
    const bad = createOpenDay('12:00', '09:00')
    const weekly = replaceDay(replaceDay(base, 1, bad), 2, { ...bad, enabled: false }).weekly
    const exceptions = [
      { date: '2026-12-24', timeSlots: bad.timeSlots },
      { date: '2026-12-24', timeSlots: [] },
    ]
    expect(Object.keys(validateSchedule(weekly, exceptions))).toEqual([
      'schedule.1.timeSlots.0.end',
      'settings.exceptions.0.timeSlots.0.end',
      'settings.exceptions.1.date',
    ])
    const empty = replaceDay(base, 1, { enabled: true, timeSlots: [] })
    expect(Object.keys(validateSchedule(empty.weekly, []))).toEqual(['schedule.1.timeSlots'])
  })

  it('are never reported for a schedule that can be saved', () => {
    fc.assert(
      fc.property(schedules, ({ weekly, exceptions }) => {
        expect(validateSchedule(weekly, exceptions)).toEqual({})
      }),
    )
  })
})

describe('The check whether a meeting lies inside the hours', () => {
  const at = (iso: string, minutes = 30) => {
    const start = Date.parse(iso)
    return { start, end: start + minutes * 60_000 }
  }
  const tuesday = replaceDay(base, 2, {
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
  ])('is correct for a meeting %s', (_what, start, minutes, inside) => {
    expect(isInsideHours(tuesday, at(start, minutes))).toBe(inside)
  })

  it('uses the exception of the date, and the owner’s time zone', () => {
    const closed = { ...base, exceptions: [{ date: '2026-11-25', timeSlots: [] }] }
    expect(isInsideHours(base, at('2026-11-25T09:00:00Z'))).toBe(true)
    expect(isInsideHours(closed, at('2026-11-25T09:00:00Z'))).toBe(false)
    const moved = { ...base, timeZone: 'America/New_York' }
    expect(isInsideHours(moved, at('2026-11-25T09:00:00Z'))).toBe(false)
  })
})
