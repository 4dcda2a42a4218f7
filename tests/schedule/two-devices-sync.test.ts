import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  diffSchedules,
  findPart,
  type PartName,
  type ScheduleContent,
  takeParts,
} from '#shared/schedule/merge-schedules.ts'
import { listDraftedParts } from '#shared/schedule/schedule-drafts.ts'
import { assertProperty } from '#tests/support/property-runs.ts'
import { schedules } from '#tests/support/schedule-arbitraries.ts'
import {
  openScheduleServer,
  ScheduleDevice,
  type ScheduleServer,
} from '#tests/support/schedule-device.ts'

const MINUTE = 60_000

/** A change to some of the parts in which a random schedule differs from the current one. */
const anyChange = fc.record({
  to: schedules,
  picks: fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
})

type Change = typeof anyChange extends fc.Arbitrary<infer C> ? C : never

function applyChange(from: ScheduleContent, { to, picks }: Change): ScheduleContent {
  const names = diffSchedules(from, to).filter((_name, index) => picks[index % picks.length])
  return takeParts(from, to, names)
}

async function withServer(work: (server: ScheduleServer) => Promise<void>): Promise<void> {
  const server = await openScheduleServer()
  try {
    await work(server)
  } finally {
    await server.close()
  }
}

async function editDevice(device: ScheduleDevice, changes: readonly Change[]): Promise<void> {
  for (const one of changes) {
    await device.edit(applyChange(await device.getVisibleContent(), one))
    await device.save()
  }
}

const expectSame = (a: ScheduleContent, b: ScheduleContent) =>
  expect(diffSchedules(a, b)).toEqual([])

async function expectConverged(server: ScheduleServer, devices: ScheduleDevice[]): Promise<void> {
  for (const device of devices) await device.syncUntilDone()
  for (const device of devices) {
    await device.syncUntilDone()
    expectSame(await device.getVisibleContent(), await server.content())
    expect(await device.listDrafts()).toEqual([])
    const { queuedPublish: queued, conflicts: alternatives } = await device.readUnpublished()
    expect([queued, alternatives]).toEqual([undefined, []])
  }
}

describe('A schedule that was published offline on two devices', () => {
  it(
    'is merged day by day, with a conflict where both changed, and loses nothing in any order',
    async () => {
      await assertProperty(
        fc.asyncProperty(
          fc.record({
            start: schedules,
            a: fc.array(anyChange, { minLength: 1, maxLength: 3 }),
            b: fc.array(anyChange, { minLength: 1, maxLength: 3 }),
            order: fc.boolean(),
            losses: fc.array(fc.boolean(), { maxLength: 3 }),
            choice: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
          }),
          ({ start, a, b, order, losses, choice }) =>
            withServer(async (server) => {
              await server.save(start)
              const initial = await server.content()
              const [one, two] = [
                await ScheduleDevice.open(server),
                await ScheduleDevice.open(server),
              ]
              await editDevice(one, a)
              await editDevice(two, b)
              const [first, second] = order ? [one, two] : [two, one]
              const [early, late] = [
                await first.getVisibleContent(),
                await second.getVisibleContent(),
              ]
              const byFirst = diffSchedules(initial, early)
              const bySecond = diffSchedules(initial, late)
              const met = diffSchedules(early, late).filter(
                (part) => byFirst.includes(part) && bySecond.includes(part),
              )
              first.lostAnswers = [...losses]
              second.lostAnswers = [...losses]

              await first.syncUntilDone()
              expectSame(await server.content(), early)
              await second.syncUntilDone()
              if (met.length > 0) {
                // Publishing pauses, and both values can be shown.
                expect(second.statuses).toEqual(['conflict'])
                expectSame(await server.content(), early)
                expect((await second.listConflicts()).sort()).toEqual([...met].sort())
                for (const part of bySecond)
                  expect(findPart(await second.getVisibleContent(), part)).toEqual(
                    findPart(late, part),
                  )
              }
              const mine = bySecond.filter(
                (part, index) => !met.includes(part) || choice[index % choice.length],
              )
              const chosen = takeParts(early, late, mine)
              if (met.length > 0) {
                await second.resolveConflict(chosen)
                await second.syncUntilDone()
              }
              expect(second.statuses.at(-1)).toBe('applied')
              expectSame(await server.content(), chosen)
              await expectConverged(server, [first, second])
            }),
        ),
        { numRuns: 25 },
      )
    },
    40 * MINUTE,
  )

  it(
    'never conflicts with itself: saved again after a lost response, it ends as it was last saved',
    async () => {
      await assertProperty(
        fc.asyncProperty(
          schedules,
          fc.array(anyChange, { minLength: 2, maxLength: 4 }),
          fc.boolean(),
          (start, changes, elsewhere) =>
            withServer(async (server) => {
              await server.save(start)
              const device = await ScheduleDevice.open(server)
              const touched = new Set<PartName>()
              for (const one of changes) {
                await editDevice(device, [one])
                for (const part of diffSchedules(start, await device.getVisibleContent()))
                  touched.add(part)
                device.lostAnswers = [true]
                expect(await device.syncOnce()).toBe('failed')
              }
              const last = await device.getVisibleContent()
              const free = (['day:0', 'day:1', 'day:2'] as PartName[]).find(
                (part) => !touched.has(part),
              )
              const other = { enabled: true, timeSlots: [{ start: '01:00', end: '02:00' }] }
              const { weekly, ...rest } = await server.content()
              const day = Number(free?.at(-1))
              const merges = elsewhere && free !== undefined
              if (merges)
                await server.save({
                  ...rest,
                  weekly: weekly.map((entry, index) => (index === day ? other : entry)),
                })
              await expectConverged(server, [device])
              expect(device.statuses).not.toContain('conflict')
              const expected = merges
                ? { ...last, weekly: last.weekly.map((it, index) => (index === day ? other : it)) }
                : last
              expectSame(await server.content(), expected)
            }),
        ),
        { numRuns: 25 },
      )
    },
    40 * MINUTE,
  )
})

const closed = { enabled: false, timeSlots: [] }
const createOpenDay = (start: string, end: string) => ({
  enabled: true,
  timeSlots: [{ start, end }],
})

function replaceDay(content: ScheduleContent, at: number, day: ReturnType<typeof createOpenDay>) {
  return { ...content, weekly: content.weekly.map((old, index) => (index === at ? day : old)) }
}

describe('Unpublished changes', () => {
  it('appear on the other device, which can publish them; after that no device has any', () =>
    withServer(async (server) => {
      const [study, phone] = [await ScheduleDevice.open(server), await ScheduleDevice.open(server)]
      await study.edit(
        replaceDay(await study.getVisibleContent(), 1, createOpenDay('10:00', '12:00')),
      )
      await study.syncUntilDone()
      await phone.syncUntilDone()
      expect(await phone.listDrafts()).toEqual(['day:1'])
      expect((await phone.getVisibleContent()).weekly[1]).toEqual(createOpenDay('10:00', '12:00'))
      await phone.edit(replaceDay(await phone.getVisibleContent(), 2, closed))
      await phone.save()
      await phone.syncUntilDone()
      expect((await server.content()).weekly.slice(1, 3)).toEqual([
        createOpenDay('10:00', '12:00'),
        closed,
      ])
      await expectConverged(server, [study, phone])
    }))

  it('to one day by two devices are both preserved until one is chosen', () =>
    withServer(async (server) => {
      const [study, phone] = [await ScheduleDevice.open(server), await ScheduleDevice.open(server)]
      await study.edit(
        replaceDay(await study.getVisibleContent(), 1, createOpenDay('10:00', '12:00')),
      )
      await phone.edit(replaceDay(await phone.getVisibleContent(), 1, closed))
      await study.syncUntilDone()
      await phone.syncUntilDone()
      await study.syncUntilDone()
      for (const device of [study, phone]) {
        expect((await device.getVisibleContent()).weekly[1]).toEqual(
          createOpenDay('10:00', '12:00'),
        )
        const { conflicts: alternatives } = await device.readUnpublished()
        expect(alternatives.map(({ part, draft }) => [part, draft?.value])).toEqual([
          ['day:1', closed],
        ])
      }
      await phone.chooseDrafts('take')
      await phone.syncUntilDone()
      await study.syncUntilDone()
      expect((await study.getVisibleContent()).weekly[1]).toEqual(closed)
      expect((await study.readUnpublished()).conflicts).toEqual([])
    }))

  it('that were discarded disappear from the other device too', () =>
    withServer(async (server) => {
      const [study, phone] = [await ScheduleDevice.open(server), await ScheduleDevice.open(server)]
      const before = await study.getVisibleContent()
      await study.edit(replaceDay(before, 1, closed))
      await study.syncUntilDone()
      await phone.syncUntilDone()
      await study.edit(before)
      await study.syncUntilDone()
      await phone.syncUntilDone()
      expect(listDraftedParts((await phone.readUnpublished()).drafts)).toEqual([])
    }))
})

describe('A schedule edit after a restore of the server', () => {
  it('conflicts wherever it differs, since old version numbers mean nothing, and no part of it is lost', () =>
    withServer(async (server) => {
      const device = await ScheduleDevice.open(server)
      const initial = await device.getVisibleContent()
      await device.syncUntilDone()
      await device.edit(replaceDay(initial, 1, closed))
      await device.save()
      await server.save(replaceDay(initial, 2, closed))
      await server.restored()
      await device.syncUntilDone()
      expect(device.statuses).toEqual(['conflict'])
      expect((await server.content()).weekly[1]).toEqual(initial.weekly[1])
      expect(await device.listConflicts()).toContain('day:1')
      expect((await device.getVisibleContent()).weekly[1]).toEqual(closed)
    }))
})
