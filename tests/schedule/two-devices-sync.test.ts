import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namesOf } from '#shared/schedule/drafts.ts'
import {
  changedParts,
  type PartName,
  partValue,
  type ScheduleContent,
  takeParts,
} from '#shared/schedule/merge.ts'
import { assertProperty } from '#tests/support/runs.ts'
import {
  openScheduleServer,
  ScheduleDevice,
  type ScheduleServer,
} from '#tests/support/schedule-devices.ts'
import { schedules } from '#tests/support/schedules.ts'

const MINUTE = 60_000

/** A change to some of the parts in which a random schedule differs from the current one. */
const change = fc.record({
  to: schedules,
  picks: fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
})

type Change = typeof change extends fc.Arbitrary<infer C> ? C : never

function changed(from: ScheduleContent, { to, picks }: Change): ScheduleContent {
  const names = changedParts(from, to).filter((_name, index) => picks[index % picks.length])
  return takeParts(from, to, names)
}

async function within(work: (server: ScheduleServer) => Promise<void>): Promise<void> {
  const server = openScheduleServer()
  try {
    await work(server)
  } finally {
    server.close()
  }
}

async function edit(device: ScheduleDevice, changes: readonly Change[]): Promise<void> {
  for (const one of changes) {
    await device.edit(changed(await device.shown(), one))
    await device.save()
  }
}

const same = (a: ScheduleContent, b: ScheduleContent) => expect(changedParts(a, b)).toEqual([])

async function expectRest(server: ScheduleServer, devices: ScheduleDevice[]): Promise<void> {
  for (const device of devices) await device.connect()
  for (const device of devices) {
    await device.connect()
    same(await device.shown(), server.content())
    expect(await device.drafted()).toEqual([])
    const { queued, alternatives } = await device.work()
    expect([queued, alternatives]).toEqual([undefined, []])
  }
}

describe('a schedule published without a connection on two devices', () => {
  it(
    'comes together day by day, asks about what both changed, and loses nothing, in any order',
    async () => {
      await assertProperty(
        fc.asyncProperty(
          fc.record({
            start: schedules,
            a: fc.array(change, { minLength: 1, maxLength: 3 }),
            b: fc.array(change, { minLength: 1, maxLength: 3 }),
            order: fc.boolean(),
            losses: fc.array(fc.boolean(), { maxLength: 3 }),
            choice: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
          }),
          ({ start, a, b, order, losses, choice }) =>
            within(async (server) => {
              await server.save(start)
              const begun = server.content()
              const [one, two] = [new ScheduleDevice(server), new ScheduleDevice(server)]
              await edit(one, a)
              await edit(two, b)
              const [first, second] = order ? [one, two] : [two, one]
              const [early, late] = [await first.shown(), await second.shown()]
              const byFirst = changedParts(begun, early)
              const bySecond = changedParts(begun, late)
              const met = changedParts(early, late).filter(
                (part) => byFirst.includes(part) && bySecond.includes(part),
              )
              first.losses = [...losses]
              second.losses = [...losses]

              await first.connect()
              same(server.content(), early)
              await second.connect()
              if (met.length > 0) {
                // Publishing pauses, and both values can be shown.
                expect(second.statuses).toEqual(['conflict'])
                same(server.content(), early)
                expect((await second.asked()).sort()).toEqual([...met].sort())
                for (const part of bySecond)
                  expect(partValue(await second.shown(), part)).toEqual(partValue(late, part))
              }
              const mine = bySecond.filter(
                (part, index) => !met.includes(part) || choice[index % choice.length],
              )
              const chosen = takeParts(early, late, mine)
              if (met.length > 0) {
                await second.decide(chosen)
                await second.connect()
              }
              expect(second.statuses.at(-1)).toBe('applied')
              same(server.content(), chosen)
              await expectRest(server, [first, second])
            }),
        ),
        { numRuns: 25 },
      )
    },
    40 * MINUTE,
  )

  it(
    'never meets itself: saved again while an answer is lost, it ends as it was saved last',
    async () => {
      await assertProperty(
        fc.asyncProperty(
          schedules,
          fc.array(change, { minLength: 2, maxLength: 4 }),
          fc.boolean(),
          (start, changes, elsewhere) =>
            within(async (server) => {
              await server.save(start)
              const device = new ScheduleDevice(server)
              const touched = new Set<PartName>()
              for (const one of changes) {
                await edit(device, [one])
                for (const part of changedParts(start, await device.shown())) touched.add(part)
                device.losses = [true]
                expect(await device.tryOnce()).toBe('failed')
              }
              const last = await device.shown()
              const free = (['day:0', 'day:1', 'day:2'] as PartName[]).find(
                (part) => !touched.has(part),
              )
              const other = { enabled: true, timeSlots: [{ start: '01:00', end: '02:00' }] }
              const { weekly, ...rest } = server.content()
              const day = Number(free?.at(-1))
              const merges = elsewhere && free !== undefined
              if (merges)
                await server.save({
                  ...rest,
                  weekly: weekly.map((entry, index) => (index === day ? other : entry)),
                })
              await expectRest(server, [device])
              expect(device.statuses).not.toContain('conflict')
              const expected = merges
                ? { ...last, weekly: last.weekly.map((it, index) => (index === day ? other : it)) }
                : last
              same(server.content(), expected)
            }),
        ),
        { numRuns: 25 },
      )
    },
    40 * MINUTE,
  )
})

const closed = { enabled: false, timeSlots: [] }
const open = (start: string, end: string) => ({ enabled: true, timeSlots: [{ start, end }] })

function withDay(content: ScheduleContent, at: number, day: ReturnType<typeof open>) {
  return { ...content, weekly: content.weekly.map((old, index) => (index === at ? day : old)) }
}

describe('unpublished work', () => {
  it('is found on the other device, which can publish it; after that there is none anywhere', () =>
    within(async (server) => {
      const [study, phone] = [new ScheduleDevice(server), new ScheduleDevice(server)]
      await study.edit(withDay(await study.shown(), 1, open('10:00', '12:00')))
      await study.connect()
      await phone.connect()
      expect(await phone.drafted()).toEqual(['day:1'])
      expect((await phone.shown()).weekly[1]).toEqual(open('10:00', '12:00'))
      await phone.edit(withDay(await phone.shown(), 2, closed))
      await phone.save()
      await phone.connect()
      expect(server.content().weekly.slice(1, 3)).toEqual([open('10:00', '12:00'), closed])
      await expectRest(server, [study, phone])
    }))

  it('on one day by two devices is kept from both until one is chosen', () =>
    within(async (server) => {
      const [study, phone] = [new ScheduleDevice(server), new ScheduleDevice(server)]
      await study.edit(withDay(await study.shown(), 1, open('10:00', '12:00')))
      await phone.edit(withDay(await phone.shown(), 1, closed))
      await study.connect()
      await phone.connect()
      await study.connect()
      for (const device of [study, phone]) {
        expect((await device.shown()).weekly[1]).toEqual(open('10:00', '12:00'))
        const { alternatives } = await device.work()
        expect(alternatives.map(({ part, draft }) => [part, draft?.value])).toEqual([
          ['day:1', closed],
        ])
      }
      await phone.choose('take')
      await phone.connect()
      await study.connect()
      expect((await study.shown()).weekly[1]).toEqual(closed)
      expect((await study.work()).alternatives).toEqual([])
    }))

  it('that was thrown away is gone from the other device too', () =>
    within(async (server) => {
      const [study, phone] = [new ScheduleDevice(server), new ScheduleDevice(server)]
      const before = await study.shown()
      await study.edit(withDay(before, 1, closed))
      await study.connect()
      await phone.connect()
      await study.edit(before)
      await study.connect()
      await phone.connect()
      expect(namesOf((await phone.work()).drafts)).toEqual([])
    }))
})

describe('after a restore', () => {
  it('a version number means nothing: what differs is asked, and nothing of the edit is lost', () =>
    within(async (server) => {
      const device = new ScheduleDevice(server)
      const begun = await device.shown()
      await device.connect()
      await device.edit(withDay(begun, 1, closed))
      await device.save()
      await server.save(withDay(begun, 2, closed))
      await server.restored()
      await device.connect()
      expect(device.statuses).toEqual(['conflict'])
      expect(server.content().weekly[1]).toEqual(begun.weekly[1])
      expect(await device.asked()).toContain('day:1')
      expect((await device.shown()).weekly[1]).toEqual(closed)
    }))
})
