import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { saveSchedule } from '#server/schedule/commands.ts'
import { readOwnerSchedule } from '#server/schedule/queries.ts'
import { readSchedule } from '#server/schedule/store.ts'
import { addDays } from '#shared/lib/date.ts'
import {
  type ScheduleUpdate,
  toScheduleContent,
  toWireSchedule,
} from '#shared/schedule/desk-api.ts'
import { diffSchedules } from '#shared/schedule/merge-schedules.ts'
import {
  defaultSchedule,
  defaultWeek,
  MAX_EXCEPTIONS,
  TOO_MANY_EXCEPTIONS,
} from '#shared/schedule/schema.ts'
import { openDatabase } from '#tests/support/db/database.ts'
import { changeSchedule } from '#tests/support/schedule/schedule.ts'
import { schedules } from '#tests/support/schedule/schedule-arbitraries.ts'

const NOW = Date.parse('2026-11-24T07:32:00Z')

let db: Database
let dataDir: string
let now: number
let meetings: { id: string; name: string; start: string; end: string }[]

beforeEach(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'schedule-'))
  db = await openDatabase(dataDir)
  now = NOW
  meetings = []
})

afterEach(async () => {
  await db.close()
  fs.rmSync(dataDir, { recursive: true })
})

const saveParts = {
  clock: () => now,
  readUpcomingMeetings: async () =>
    meetings.map((meeting) => ({ ...meeting, serviceTitle: 'Initial Consultation' })),
  readEpoch: async () => 'the epoch of the tests',
}

const saveUpdate = (update: ScheduleUpdate) => db.write((tx) => saveSchedule(tx, saveParts, update))
const readStored = () => readSchedule(db.read)

const createOpenDay = (start: string, end: string) => ({
  enabled: true,
  timeSlots: [{ start, end }],
})
const closed = { enabled: false, timeSlots: [] }

/** The default week with some of its days replaced. */
function createWeek(days: Record<number, (typeof defaultWeek)[number]>) {
  return defaultWeek.map((day, index) => days[index] ?? day)
}

async function saveOk(update: ScheduleUpdate) {
  const result = await saveUpdate(update)
  if (!result.ok) throw new Error(result.refusal.error)
  return result.value
}

describe('Saving the schedule', () => {
  test('works with the seven days alone, as the specification calls it', async () => {
    const answer = await saveOk({ schedule: createWeek({ 1: createOpenDay('10:00', '12:00') }) })
    expect(answer).toMatchObject({ version: 2, meetingsOutsideHours: [] })
    expect(answer.schedule[1]).toEqual({ day: 1, ...createOpenDay('10:00', '12:00') })
    expect((await readStored()).weekly[1]).toEqual(createOpenDay('10:00', '12:00'))
  })

  test('returns which device saved the version in force', async () => {
    const first = await saveOk({
      schedule: createWeek({ 1: closed }),
      version: 1,
      deviceName: 'Telephone',
    })
    expect(first.savedByDevice).toBe('Telephone')
    const same = await saveOk({
      schedule: createWeek({ 1: closed }),
      version: 2,
      deviceName: 'Laptop',
    })
    expect(same.savedByDevice).toBe('Telephone')
    expect((await saveOk({ schedule: createWeek({}), version: 2 })).savedByDevice).toBe('')
  })

  test('increases the version with each change, and only with a change', async () => {
    await saveOk({ schedule: createWeek({ 1: closed }), version: 1 })
    await saveOk({ schedule: createWeek({ 1: closed }), version: 2 })
    expect((await readStored()).version).toBe(2)
    await saveOk({ schedule: createWeek({}), version: 2 })
    expect((await readStored()).version).toBe(3)
  })

  test('preserves dates and rules if only the week is sent', async () => {
    const exceptions = [{ date: '2026-12-24', timeSlots: [], note: 'Christmas' }]
    await changeSchedule(db, { exceptions, bufferMinutes: 15 })
    await saveOk({ schedule: createWeek({ 2: closed }) })
    expect(await readStored()).toMatchObject({ exceptions, bufferMinutes: 15, version: 3 })
  })

  test('is refused if the exceptions of both sides together are more than can be saved', async () => {
    const listExceptions = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        date: addDays('2027-01-01', from + index),
        timeSlots: [],
      }))
    await changeSchedule(db, { exceptions: listExceptions(0, MAX_EXCEPTIONS - 1) })
    const { version: _version, ...content } = await readStored()
    await changeSchedule(db, { exceptions: listExceptions(0, MAX_EXCEPTIONS) })
    const added = [...content.exceptions, ...listExceptions(MAX_EXCEPTIONS, 1)]
    const update = { ...toWireSchedule({ ...content, exceptions: added }), version: 2 }
    const refused = await saveUpdate(update)
    expect(refused).toMatchObject({ status: 422, refusal: { error: TOO_MANY_EXCEPTIONS } })
    expect((await readStored()).exceptions).toEqual(listExceptions(0, MAX_EXCEPTIONS))
  })

  test('sorts the slots of a day', async () => {
    const two = [
      { start: '13:00', end: '17:00' },
      { start: '09:00', end: '12:00' },
    ]
    await saveOk({ schedule: createWeek({ 1: { enabled: true, timeSlots: two } }) })
    expect((await readStored()).weekly[1]?.timeSlots).toEqual([...two].reverse())
  })

  test('from an older version merges the edit day by day with what was saved since', async () => {
    await saveOk({ schedule: createWeek({ 5: closed }), version: 1 })
    const { settings } = toWireSchedule({ ...defaultSchedule, windowDays: 60 })
    const second = await saveOk({
      schedule: createWeek({ 2: createOpenDay('10:00', '12:00') }),
      settings,
      version: 1,
    })
    expect(second.version).toBe(3)
    expect((await readStored()).weekly[5]).toEqual(closed)
    expect(await readStored()).toMatchObject({ windowDays: 60 })
    expect((await readStored()).weekly[2]).toEqual(createOpenDay('10:00', '12:00'))
  })

  test('is refused without any change only if one day was changed twice, and the refusal has both values', async () => {
    now = Date.parse('2026-11-24T07:26:00Z')
    await saveOk({
      schedule: createWeek({ 3: createOpenDay('08:00', '17:00'), 5: closed }),
      version: 1,
    })
    now = NOW
    const refused = await saveUpdate({
      schedule: createWeek({ 2: closed, 3: createOpenDay('09:00', '18:00') }),
      version: 1,
    })
    expect(refused).toEqual({
      ok: false,
      status: 409,
      refusal: { code: 'changed', error: 'The schedule was changed on two devices' },
      conflicts: [
        {
          part: 'day:3',
          mine: createOpenDay('09:00', '18:00'),
          theirs: createOpenDay('08:00', '17:00'),
          changedAt: '2026-11-24T07:26:00.000Z',
        },
      ],
    })
    expect((await readStored()).version).toBe(2)
    expect((await readStored()).weekly[2]).toEqual(defaultWeek[2])
  })

  test('succeeds once the owner has chosen, based on the version that was shown', async () => {
    await saveOk({ schedule: createWeek({ 3: createOpenDay('08:00', '17:00') }), version: 1 })
    await saveOk({ schedule: createWeek({ 3: createOpenDay('09:00', '18:00') }), version: 2 })
    expect((await readStored()).weekly[3]).toEqual(createOpenDay('09:00', '18:00'))
  })

  test('reports a conflict for every difference from an unknown version', async () => {
    const refused = await saveUpdate({ schedule: createWeek({ 1: closed }), version: 40 })
    expect(refused).toMatchObject({ status: 409, conflicts: [{ part: 'day:1' }] })
    await saveOk({ schedule: createWeek({}), version: 40 })
    expect((await readStored()).version).toBe(1)
  })

  test('again after a lost response has no further effect', async () => {
    const update = { schedule: createWeek({ 1: closed }), version: 1 }
    await saveOk(update)
    expect((await saveOk(update)).version).toBe(2)
  })

  test('records for each part when it was last changed', async () => {
    await saveOk({ schedule: createWeek({ 1: closed }) })
    now = NOW + 60_000
    await saveOk({ schedule: createWeek({ 1: closed, 2: closed }) })
    expect((await readOwnerSchedule(db.read, saveParts)).changedAt).toEqual({
      'day:1': '2026-11-24T07:32:00.000Z',
      'day:2': '2026-11-24T07:33:00.000Z',
    })
  })

  test('returns the meetings that are outside the new hours, and is not refused because of them', async () => {
    meetings = [
      { id: 'a', name: 'Kenji Arai', start: '2026-11-27T12:30:00Z', end: '2026-11-27T13:00:00Z' },
      { id: 'b', name: 'Eva Lund', start: '2026-11-26T12:30:00Z', end: '2026-11-26T13:00:00Z' },
    ]
    const answer = await saveOk({ schedule: createWeek({ 5: closed }) })
    expect(answer.meetingsOutsideHours.map(({ name }) => name)).toEqual(['Kenji Arai'])
  })

  test.each([
    [
      'an end before its start',
      createWeek({ 1: createOpenDay('12:00', '09:00') }),
      'schedule.1.timeSlots.0.end',
    ],
    [
      'an end past midnight',
      createWeek({ 1: createOpenDay('23:30', '00:30') }),
      'schedule.1.timeSlots.0.end',
    ],
    [
      'a day that is on without hours',
      createWeek({ 1: { ...closed, enabled: true } }),
      'schedule.1.timeSlots',
    ],
  ])('is refused for %s, with an error at the affected field', async (_what, schedule, field) => {
    const refused = await saveUpdate({ schedule })
    expect(refused).toMatchObject({ ok: false, status: 422 })
    expect(Object.keys((!refused.ok && refused.refusal.fields) || {})).toEqual([field])
    expect((await readStored()).version).toBe(1)
  })

  test('accepts 00:00 as the end of the day', async () => {
    await saveOk({ schedule: createWeek({ 1: createOpenDay('18:00', '00:00') }) })
    expect((await readStored()).weekly[1]).toEqual(createOpenDay('18:00', '00:00'))
  })

  test('from two devices at the same moment loses no change that only one of them made', async () => {
    const saved = await Promise.all([
      saveUpdate({ schedule: createWeek({ 1: closed }), version: 1 }),
      saveUpdate({ schedule: createWeek({ 2: closed }), version: 1 }),
      saveUpdate({ schedule: createWeek({ 2: createOpenDay('10:00', '11:00') }), version: 1 }),
    ])
    const [isFirstSaved, ...others] = saved.map((result) => result.ok)
    expect(isFirstSaved).toBe(true)
    expect([...others].sort()).toEqual([false, true])
    const second = others[0] ? closed : createOpenDay('10:00', '11:00')
    expect(await readStored()).toMatchObject({
      version: 3,
      weekly: createWeek({ 1: closed, 2: second }),
    })
  })

  test('from three devices in any order preserves each accepted change until a device that saw it changes it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ device: fc.integer({ min: 0, max: 2 }), edit: schedules }), {
          minLength: 1,
          maxLength: 8,
        }),
        async (edits) => {
          const first = await readOwnerSchedule(db.read, saveParts)
          const seen = [first, first, first]
          for (const { device, edit } of edits) {
            const base = seen[device] ?? first
            const before = toScheduleContent(await readOwnerSchedule(db.read, saveParts))
            const result = await saveUpdate({ ...toWireSchedule(edit), version: base.version })
            const after = toScheduleContent(await readOwnerSchedule(db.read, saveParts))
            const mine = new Set(diffSchedules(toScheduleContent(base), edit))
            if (!result.ok) expect(diffSchedules(before, after)).toEqual([])
            // Only parts that this device changed from what it saw may change.
            for (const part of diffSchedules(before, after)) expect(mine).toContain(part)
            seen[device] = result.ok ? result.value : await readOwnerSchedule(db.read, saveParts)
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})
