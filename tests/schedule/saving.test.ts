import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { saveSchedule } from '#server/schedule/commands.ts'
import { ownerSchedule } from '#server/schedule/queries.ts'
import { readSchedule, writeSchedule } from '#server/schedule/store.ts'
import { contentOf, type ScheduleUpdate, wireOf } from '#shared/schedule/desk-api.ts'
import { changedParts, type ScheduleContent } from '#shared/schedule/merge.ts'
import { defaultSchedule, defaultWeek } from '#shared/schedule/schema.ts'
import { schedules } from '#tests/support/schedules.ts'

const NOW = Date.parse('2026-11-24T07:32:00Z')

let db: Database
let dataDir: string
let now: number
let meetings: { id: string; name: string; start: string; end: string }[]

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'schedule-'))
  db = openDatabase(dataDir)
  now = NOW
  meetings = []
})

afterEach(() => {
  db.close()
  fs.rmSync(dataDir, { recursive: true })
})

const parts = {
  clock: () => now,
  keptMeetings: () =>
    meetings.map((meeting) => ({ ...meeting, serviceType: 'initial-consultation' as const })),
  epoch: () => 'the epoch of the tests',
  published: () => {},
}

const save = (update: ScheduleUpdate) => db.write((tx) => saveSchedule(tx, parts, update))
const stored = () => readSchedule(db.read)

const open = (start: string, end: string) => ({ enabled: true, timeSlots: [{ start, end }] })
const closed = { enabled: false, timeSlots: [] }

/** The default week with some of its days replaced. */
function week(days: Record<number, (typeof defaultWeek)[number]>) {
  return defaultWeek.map((day, index) => days[index] ?? day)
}

async function saved(update: ScheduleUpdate) {
  const result = await save(update)
  if (!result.ok) throw new Error(result.refusal.error)
  return result.value
}

describe('saving the schedule', () => {
  test('as the specification calls it: seven days and nothing else', async () => {
    const answer = await saved({ schedule: week({ 1: open('10:00', '12:00') }) })
    expect(answer).toMatchObject({ version: 2, outside: [] })
    expect(answer.schedule[1]).toEqual({ day: 1, ...open('10:00', '12:00') })
    expect(stored().weekly[1]).toEqual(open('10:00', '12:00'))
  })

  test('tells which device saved what is in force', async () => {
    const first = await saved({ schedule: week({ 1: closed }), version: 1, device: 'Telephone' })
    expect(first.savedBy).toBe('Telephone')
    const same = await saved({ schedule: week({ 1: closed }), version: 2, device: 'Laptop' })
    expect(same.savedBy).toBe('Telephone')
    expect((await saved({ schedule: week({}), version: 2 })).savedBy).toBe('')
  })

  test('raises the version with each change, and only then', async () => {
    await saved({ schedule: week({ 1: closed }), version: 1 })
    await saved({ schedule: week({ 1: closed }), version: 2 })
    expect(stored().version).toBe(2)
    await saved({ schedule: week({}), version: 2 })
    expect(stored().version).toBe(3)
  })

  test('leaves dates and rules as they are when only the week is sent', async () => {
    const exceptions = [{ date: '2026-12-24', timeSlots: [], note: 'Christmas' }]
    writeAll({ exceptions, bufferMinutes: 15 })
    await saved({ schedule: week({ 2: closed }) })
    expect(stored()).toMatchObject({ exceptions, bufferMinutes: 15, version: 6 })
  })

  test('sorts the slots of a day', async () => {
    const two = [
      { start: '13:00', end: '17:00' },
      { start: '09:00', end: '12:00' },
    ]
    await saved({ schedule: week({ 1: { enabled: true, timeSlots: two } }) })
    expect(stored().weekly[1]?.timeSlots).toEqual([...two].reverse())
  })

  test('of an older version is merged day by day with what was saved since', async () => {
    await saved({ schedule: week({ 5: closed }), version: 1 })
    const { settings } = wireOf({ ...defaultSchedule, windowDays: 60 })
    const second = await saved({
      schedule: week({ 2: open('10:00', '12:00') }),
      settings,
      version: 1,
    })
    expect(second.version).toBe(3)
    expect(stored().weekly[5]).toEqual(closed)
    expect(stored()).toMatchObject({ windowDays: 60 })
    expect(stored().weekly[2]).toEqual(open('10:00', '12:00'))
  })

  test('is refused, and changes nothing, only where one day was changed twice; both are told', async () => {
    now = Date.parse('2026-11-24T07:26:00Z')
    await saved({ schedule: week({ 3: open('08:00', '17:00'), 5: closed }), version: 1 })
    now = NOW
    const refused = await save({
      schedule: week({ 2: closed, 3: open('09:00', '18:00') }),
      version: 1,
    })
    expect(refused).toEqual({
      ok: false,
      status: 409,
      refusal: { code: 'changed', error: 'The schedule was changed on two devices' },
      conflicts: [
        {
          part: 'day:3',
          mine: open('09:00', '18:00'),
          theirs: open('08:00', '17:00'),
          changedAt: '2026-11-24T07:26:00.000Z',
        },
      ],
    })
    expect(stored().version).toBe(2)
    expect(stored().weekly[2]).toEqual(defaultWeek[2])
  })

  test('goes through once the owner chose, from the version that was shown', async () => {
    await saved({ schedule: week({ 3: open('08:00', '17:00') }), version: 1 })
    await saved({ schedule: week({ 3: open('09:00', '18:00') }), version: 2 })
    expect(stored().weekly[3]).toEqual(open('09:00', '18:00'))
  })

  test('asks about every difference from a version that nobody knows', async () => {
    const refused = await save({ schedule: week({ 1: closed }), version: 40 })
    expect(refused).toMatchObject({ status: 409, conflicts: [{ part: 'day:1' }] })
    await saved({ schedule: week({}), version: 40 })
    expect(stored().version).toBe(1)
  })

  test('sent again after its answer was lost changes nothing more', async () => {
    const update = { schedule: week({ 1: closed }), version: 1 }
    await saved(update)
    expect((await saved(update)).version).toBe(2)
  })

  test('knows the version that an older program saved', async () => {
    writeAll({ weekly: week({ 1: closed }) })
    await saved({ schedule: week({ 1: closed, 2: closed }), version: 5 })
    expect(stored().version).toBe(6)
    const merged = await saved({ schedule: week({ 1: closed, 4: closed }), version: 5 })
    expect(merged.schedule.filter(({ enabled }) => enabled).map(({ day }) => day)).toEqual([3, 5])
  })

  test('remembers of each part when it was last changed', async () => {
    await saved({ schedule: week({ 1: closed }) })
    now = NOW + 60_000
    await saved({ schedule: week({ 1: closed, 2: closed }) })
    expect(ownerSchedule(db.read, parts).changedAt).toEqual({
      'day:1': '2026-11-24T07:32:00.000Z',
      'day:2': '2026-11-24T07:33:00.000Z',
    })
  })

  test('names the meetings that the new hours leave outside, and refuses nothing for them', async () => {
    meetings = [
      { id: 'a', name: 'Kenji Arai', start: '2026-11-27T12:30:00Z', end: '2026-11-27T13:00:00Z' },
      { id: 'b', name: 'Eva Lund', start: '2026-11-26T12:30:00Z', end: '2026-11-26T13:00:00Z' },
    ]
    const answer = await saved({ schedule: week({ 5: closed }) })
    expect(answer.outside.map(({ name }) => name)).toEqual(['Kenji Arai'])
  })

  test.each([
    ['an end before its start', week({ 1: open('12:00', '09:00') }), 'schedule.1.timeSlots.0.end'],
    ['an end past midnight', week({ 1: open('23:30', '00:30') }), 'schedule.1.timeSlots.0.end'],
    [
      'a day that is on without hours',
      week({ 1: { ...closed, enabled: true } }),
      'schedule.1.timeSlots',
    ],
  ])('is refused for %s, at the very slot', async (_what, schedule, field) => {
    const refused = await save({ schedule })
    expect(refused).toMatchObject({ ok: false, status: 422 })
    expect(Object.keys((!refused.ok && refused.refusal.fields) || {})).toEqual([field])
    expect(stored().version).toBe(1)
  })

  test('takes 00:00 as the end of the day', async () => {
    await saved({ schedule: week({ 1: open('18:00', '00:00') }) })
    expect(stored().weekly[1]).toEqual(open('18:00', '00:00'))
  })

  test('of two devices at the same moment loses nothing that either changed alone', async () => {
    const both = await Promise.all([
      save({ schedule: week({ 1: closed }), version: 1 }),
      save({ schedule: week({ 2: closed }), version: 1 }),
      save({ schedule: week({ 2: open('10:00', '11:00') }), version: 1 }),
    ])
    expect(both.map((result) => result.ok)).toEqual([true, true, false])
    expect(stored()).toMatchObject({ version: 3, weekly: week({ 1: closed, 2: closed }) })
  })

  test('by three devices in any order: whatever is accepted stays until someone who saw it changes it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ device: fc.integer({ min: 0, max: 2 }), edit: schedules }), {
          minLength: 1,
          maxLength: 8,
        }),
        async (edits) => {
          const first = ownerSchedule(db.read, parts)
          const seen = [first, first, first]
          for (const { device, edit } of edits) {
            const base = seen[device] ?? first
            const before = contentOf(ownerSchedule(db.read, parts))
            const result = await save({ ...wireOf(edit), version: base.version })
            const after = contentOf(ownerSchedule(db.read, parts))
            const mine = new Set(changedParts(contentOf(base), edit))
            if (!result.ok) expect(changedParts(before, after)).toEqual([])
            // Only parts that this device changed from what it saw may change.
            for (const part of changedParts(before, after)) expect(mine).toContain(part)
            seen[device] = result.ok ? result.value : ownerSchedule(db.read, parts)
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})

function writeAll(change: Partial<ScheduleContent>): void {
  void db.write((tx) => writeSchedule(tx, { ...defaultSchedule, ...change, version: 5 }))
}
