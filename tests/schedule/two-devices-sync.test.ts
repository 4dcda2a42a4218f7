import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  defaultContent,
  diffSchedules,
  getPart,
  hasPartValue,
  type PartName,
  type ScheduleContent,
  takeParts,
} from '#shared/schedule/merge-schedules.ts'
import { MAX_EXCEPTIONS, TOO_MANY_EXCEPTIONS } from '#shared/schedule/schema.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'
import { changeSchedule } from '#tests/support/schedule/schedule.ts'
import { schedules } from '#tests/support/schedule/schedule-arbitraries.ts'
import { readOffered, ScheduleDevice } from '#tests/support/schedule/schedule-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'

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

interface Story {
  server: SyncServer
  open: (name: string) => Promise<ScheduleDevice>
}

async function withServer(
  start: ScheduleContent,
  work: (story: Story) => Promise<void>,
): Promise<void> {
  const server = await SyncServer.open()
  const devices: ScheduleDevice[] = []
  const open = async (name: string) => {
    const device = await ScheduleDevice.open(server, name)
    devices.push(device)
    return device
  }
  try {
    await changeSchedule(server.db, start)
    await work({ server, open })
  } finally {
    for (const device of devices) device.close()
    await server.close()
  }
}

async function saveChanges(device: ScheduleDevice, changes: readonly Change[]): Promise<void> {
  for (const one of changes) await device.save(applyChange(await device.readContent(), one))
}

const expectSame = (a: ScheduleContent, b: ScheduleContent) =>
  expect(diffSchedules(a, b)).toEqual([])

async function expectConverged(server: SyncServer, devices: ScheduleDevice[]): Promise<void> {
  for (const device of devices) await device.sync()
  for (const device of devices) {
    await device.sync()
    expectSame(await device.readContent(), await readOffered(server))
    const nothing = { isPending: false, disputed: [], rejected: [] }
    expect(await device.readView()).toMatchObject(nothing)
  }
}

const closed = { enabled: false, timeSlots: [] }
const createOpenDay = (start: string, end: string) => ({
  enabled: true,
  timeSlots: [{ start, end }],
})

function replaceDay(content: ScheduleContent, at: number, day: ReturnType<typeof createOpenDay>) {
  return { ...content, weekly: content.weekly.map((old, index) => (index === at ? day : old)) }
}

describe('A schedule that was saved offline on two devices', () => {
  it(
    'is merged part by part; where both changed one, both values are shown until one is chosen, in any order',
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
            withServer(start, async ({ server, open }) => {
              const [one, two] = [await open('laptop'), await open('phone')]
              await saveChanges(one, a)
              await saveChanges(two, b)
              const [first, second] = order ? [one, two] : [two, one]
              const [early, late] = [await first.readContent(), await second.readContent()]
              const byFirst = diffSchedules(start, early)
              const bySecond = diffSchedules(start, late)
              const met = diffSchedules(early, late).filter(
                (part) => byFirst.includes(part) && bySecond.includes(part),
              )
              first.lostAnswers = [...losses]
              second.lostAnswers = [...losses]

              await first.sync()
              expectSame(await readOffered(server), early)
              await second.sync()
              const merged = takeParts(
                early,
                late,
                bySecond.filter((part) => !met.includes(part)),
              )
              const conflicts = await second.readConflicts()
              expect(conflicts.map(({ part }) => part).sort()).toEqual([...met].sort())
              for (const { part, inUse, alternative } of conflicts) {
                const values = [inUse, alternative].map((value) => hasPartValue(late, part, value))
                expect(values.sort()).toEqual([false, true])
              }
              const isLate = ({ part }: { part: PartName }) =>
                choice[met.indexOf(part) % choice.length]
              await second.resolve((conflict) =>
                hasPartValue(late, conflict.part, conflict.alternative) === isLate(conflict)
                  ? 'take'
                  : 'keep',
              )
              await expectConverged(server, [second, first])
              const chosen = takeParts(
                merged,
                late,
                met.filter((part) => isLate({ part })),
              )
              const undecided = met.filter((part) => !isLate({ part }))
              expectSame(await readOffered(server), takeParts(chosen, early, undecided))
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
            withServer(start, async ({ server, open }) => {
              const device = await open('laptop')
              const touched = new Set<PartName>()
              for (const one of changes) {
                await saveChanges(device, [one])
                for (const part of diffSchedules(start, await device.readContent()))
                  touched.add(part)
                device.lostAnswers = [true]
                await device.syncOnce()
              }
              const last = await device.readContent()
              const free = (['day:0', 'day:1', 'day:2'] as PartName[]).find(
                (part) => !touched.has(part),
              )
              const other = createOpenDay('01:00', '02:00')
              const day = Number(free?.at(-1))
              const merges = elsewhere && free !== undefined
              if (merges)
                await changeSchedule(server.db, replaceDay(await readOffered(server), day, other))
              await expectConverged(server, [device])
              expectSame(await readOffered(server), merges ? replaceDay(last, day, other) : last)
            }),
        ),
        { numRuns: 25 },
      )
    },
    40 * MINUTE,
  )

  it('asks about one day by showing who changed it, and when', () =>
    withServer(defaultContent, async ({ open }) => {
      const [study, phone] = [await open('study'), await open('phone')]
      const before = await study.readContent()
      await study.save(replaceDay(before, 1, createOpenDay('10:00', '12:00')))
      await phone.save(replaceDay(before, 1, closed))
      await study.sync()
      await phone.sync()
      await study.sync()
      for (const device of [study, phone])
        expect(await device.readConflicts()).toMatchObject([
          {
            part: 'day:1',
            inUse: createOpenDay('10:00', '12:00'),
            alternative: closed,
            inUseBy: { at: expect.stringMatching(/^20/) },
            alternativeBy: { at: expect.stringMatching(/^20/) },
          },
        ])
    }))

  it('asks if one removed an exception that the other changed; each choice is carried out', async () => {
    const date = '2026-12-24'
    const part: PartName = `date:${date}`
    const dated = { ...defaultContent, exceptions: [{ date, timeSlots: [] }] }
    const shorter = { date, timeSlots: [{ start: '09:00', end: '11:00' }] }
    for (const choice of ['keep', 'take'] as const)
      await withServer(dated, async ({ server, open }) => {
        const [study, phone] = [await open('study'), await open('phone')]
        await study.save({ ...dated, exceptions: [] })
        await phone.save({ ...dated, exceptions: [shorter] })
        await phone.sync()
        await study.sync()
        const conflicts = await study.readConflicts()
        expect(conflicts).toMatchObject([{ part, inUse: shorter, alternative: null }])
        await study.resolve(() => choice)
        await expectConverged(server, [study, phone])
        expect(getPart(await readOffered(server), part)).toEqual(choice === 'keep' ? shorter : null)
      })
  })
})

it('An exception that was removed and is added again on another device starts anew', () =>
  withServer(defaultContent, async ({ server, open }) => {
    const [study, phone] = [await open('study'), await open('phone')]
    const exceptions = (note: string) => [{ date: '2026-12-24', timeSlots: [], note }]
    await study.save({ ...defaultContent, exceptions: exceptions('Christmas') })
    await study.sync()
    await study.save(defaultContent)
    await expectConverged(server, [study, phone])
    await phone.save({ ...defaultContent, exceptions: exceptions('With family') })
    await expectConverged(server, [phone, study])
    expect((await readOffered(server)).exceptions).toEqual(exceptions('With family'))
  }))

it('A day that two devices have switched off is off, and nobody is asked which hours it keeps', () =>
  withServer(defaultContent, async ({ server, open }) => {
    const [study, phone] = [await open('study'), await open('phone')]
    await study.save(replaceDay(defaultContent, 1, createOpenDay('10:00', '12:00')))
    await study.save(
      replaceDay(defaultContent, 1, { ...createOpenDay('10:00', '12:00'), enabled: false }),
    )
    await phone.save(
      replaceDay(defaultContent, 1, { ...createOpenDay('09:00', '17:00'), enabled: false }),
    )
    await expectConverged(server, [study, phone])
    expect((await readOffered(server)).weekly[1]).toMatchObject({ enabled: false })
    await phone.save(replaceDay(await phone.readContent(), 1, createOpenDay('08:00', '09:00')))
    await expectConverged(server, [phone, study])
    expect((await readOffered(server)).weekly[1]).toEqual(createOpenDay('08:00', '09:00'))
  }))

it('What was saved before another device’s changes arrived is compared with what the form showed', () =>
  withServer(defaultContent, async ({ server, open }) => {
    const [study, phone] = [await open('study'), await open('phone')]
    const seen = await study.readContent()
    await phone.save(replaceDay(seen, 1, closed))
    await phone.sync()
    await study.sync()
    await study.save(replaceDay(seen, 1, createOpenDay('10:00', '12:00')), seen)
    await study.sync()
    expect((await readOffered(server)).weekly[1]).toEqual(closed)
    expect(await study.readConflicts()).toMatchObject([
      { part: 'day:1', inUse: closed, alternative: createOpenDay('10:00', '12:00') },
    ])
  }))

it('Hours that a restored server has lost are sent again, and none of its own is overwritten unasked', () =>
  withServer(defaultContent, async ({ server, open }) => {
    const device = await open('study')
    const initial = await device.readContent()
    await server.backUp()
    await device.save(replaceDay(replaceDay(initial, 1, closed), 2, closed))
    await device.sync()
    await server.restore()
    await changeSchedule(server.db, replaceDay(initial, 2, createOpenDay('10:00', '12:00')))
    await device.sync()
    await device.sync()
    const { weekly } = await readOffered(server)
    expect(weekly[1]).toEqual(closed)
    expect([weekly[2], await device.readConflicts()]).toMatchObject([
      createOpenDay('10:00', '12:00'),
      [{ part: 'day:2', alternative: closed }],
    ])
  }))

describe('A push of invalid hours is refused for that part only, with the message of its endpoint:', () => {
  it.each([
    [
      'an overlap',
      {
        enabled: true,
        timeSlots: [
          { start: '09:00', end: '12:00' },
          { start: '11:00', end: '13:00' },
        ],
      },
      'This overlaps 09:00 to 12:00.',
    ],
    [
      'an end before its start',
      createOpenDay('12:00', '09:00'),
      'The end must be later than the start. 00:00 is the end of the day.',
    ],
    [
      'a day without hours',
      { ...closed, enabled: true },
      'Please add a time slot, or switch the day off.',
    ],
    ['a time that is none', createOpenDay('25:00', '26:00'), 'Please enter a time such as 09:00.'],
  ])('%s', (_what, day, reason) =>
    withServer(defaultContent, async ({ server, open }) => {
      const device = await open('study')
      const valid = replaceDay(defaultContent, 2, closed)
      await device.device.edits.patch({ coll: 'schedule', id: 'day-1' }, { base: {}, set: { day } })
      await device.save(valid, defaultContent)
      await device.sync()
      expectSame(await readOffered(server), valid)
      const rejected = await device.device.db.rejected.toArray()
      expect(rejected).toMatchObject([{ intent: { set: { day } }, fieldErrors: { day: reason } }])
    }),
  )

  it.each([
    ['a date that does not exist', 'date-2026-02-30', { date: { timeSlots: [] } }],
    ['an eighth weekday', 'day-7', { day: closed }],
    ['a rule that does not exist', 'rule-colour', { bufferMinutes: 5 }],
    ['a value in another part’s record', 'day-1', { bufferMinutes: 5 }],
  ])('%s', (_what, id, set) =>
    withServer(defaultContent, async ({ server, open }) => {
      const { device } = await open('study')
      await device.edits.patch({ coll: 'schedule', id }, { base: {}, set })
      await device.sync(server.createTransport())
      expect(await device.db.rejected.toArray()).toMatchObject([{ intent: { id } }])
      expectSame(await readOffered(server), defaultContent)
    }),
  )

  it('more exceptions than can be saved', () => {
    const exceptions = Array.from({ length: MAX_EXCEPTIONS + 1 }, (_, index) => ({
      date: new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10),
      timeSlots: [],
    }))
    return withServer(defaultContent, async ({ server, open }) => {
      const device = await open('study')
      await device.save({ ...defaultContent, exceptions })
      await device.sync()
      expect((await readOffered(server)).exceptions).toHaveLength(MAX_EXCEPTIONS)
      const { rejected } = await device.readView()
      expect(rejected).toMatchObject([
        { edit: { value: exceptions.at(-1) }, reason: TOO_MANY_EXCEPTIONS },
      ])
      // One removed in the same save makes room.
      await device.device.db.rejected.clear()
      await device.save({ ...defaultContent, exceptions: exceptions.slice(1) })
      await expectConverged(server, [device])
      expect((await readOffered(server)).exceptions).toEqual(exceptions.slice(1))
    })
  })
})
