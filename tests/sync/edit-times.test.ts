import { afterEach, beforeEach, expect, it } from 'vitest'
import { toMarkId } from '#shared/submissions/mark-id.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'

const CLAIRE = { coll: 'client', id: 'claire' } as const
const HOUR = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()

let world: SyncServer
let laptop: SyncDevice
let telephone: SyncDevice

/** Sets the clocks of the server and of both devices to so many hours after the beginning. */
function setHours(hours: number): void {
  for (const { time } of [world, laptop, telephone]) time.now = TODAY + hours * HOUR
}

async function sync(...devices: SyncDevice[]): Promise<void> {
  for (const device of devices) expect(await device.sync(world.createTransport())).toBe('done')
}

beforeEach(async () => {
  world = await SyncServer.open()
  laptop = new SyncDevice('laptop')
  telephone = new SyncDevice('telephone')
  for (const device of [laptop, telephone]) {
    await sync(device)
    await device.db.device.update('device', { deviceName: `Her ${device.name}` })
  }
  await laptop.edit(CLAIRE, { name: 'Claire', phone: '1', location: 'Lyon' })
  await sync(laptop, telephone)
})

afterEach(async () => {
  for (const device of [laptop, telephone]) device.crash()
  await world.close()
})

const openConflicts = async () => (await world.findRecord('claire'))?.conflicts ?? []

it('A conflict names the device and the time of both values, however late they arrived', async () => {
  setHours(1)
  await telephone.edit(CLAIRE, { phone: '2' })
  setHours(2)
  await laptop.edit(CLAIRE, { phone: '3', location: 'Paris' })
  setHours(5)
  await sync(laptop)
  setHours(9)
  await sync(telephone)
  expect(await openConflicts()).toMatchObject([
    {
      field: 'phone',
      value: '2',
      deviceName: 'Her telephone',
      at: iso(TODAY + HOUR),
      currentBy: {
        deviceName: 'Her laptop',
        deviceId: expect.any(String),
        at: iso(TODAY + 2 * HOUR),
      },
    },
  ])
  // A later edit of another field does not change this field's time.
  setHours(10)
  await laptop.edit(CLAIRE, { location: 'Nice' })
  await sync(laptop)
  expect((await openConflicts())[0]?.currentBy?.at).toBe(iso(TODAY + 2 * HOUR))
  setHours(11)
  await laptop.edit(CLAIRE, { phone: '4' })
  await sync(laptop)
  expect((await openConflicts())[0]?.currentBy?.at).toBe(iso(TODAY + 11 * HOUR))
})

it('A value chosen from a conflict retains the device and the time of its original edit', async () => {
  setHours(1)
  await telephone.edit(CLAIRE, { phone: '2' })
  await laptop.edit(CLAIRE, { phone: '3' })
  await sync(laptop, telephone)
  const [open] = await openConflicts()
  setHours(3)
  const decision = { op: 'resolve', cid: open?.cid ?? '', choice: 'take', seen: '3' } as const
  await telephone.edits.applyAll([{ ...CLAIRE, ...decision }])
  await laptop.edit(CLAIRE, { phone: '5' })
  await sync(telephone, laptop)
  expect(await openConflicts()).toMatchObject([
    {
      value: '5',
      deviceName: 'Her laptop',
      currentBy: { deviceName: 'Her telephone', at: iso(TODAY + HOUR) },
    },
  ])
})

it.each([
  ['ahead', 24],
  ['behind', -24],
])('An edit from a device whose clock is a day %s gets its time of arrival', async (_, hours) => {
  setHours(1)
  await telephone.edit(CLAIRE, { phone: '2' })
  laptop.time.now += hours * HOUR
  await laptop.edit(CLAIRE, { phone: '3' })
  world.time.now = TODAY + 2 * HOUR
  await sync(laptop)
  await sync(telephone)
  expect((await openConflicts())[0]?.currentBy?.at).toBe(iso(TODAY + 2 * HOUR))
})

it('Merged notes name the device that edited them last, and the time', async () => {
  setHours(1)
  await laptop.edit(CLAIRE, { notes: 'one\ntwo\nthree' })
  await sync(laptop, telephone)
  setHours(2)
  await laptop.edit(CLAIRE, { notes: 'ONE\ntwo\nthree' })
  setHours(3)
  await telephone.edit(CLAIRE, { notes: 'one\ntwo\nTHREE' })
  await sync(laptop, telephone)
  await laptop.edit(CLAIRE, { notes: 'one!\ntwo\nthree?' })
  await sync(laptop)
  expect(await openConflicts()).toMatchObject([
    { field: 'notes', currentBy: { deviceName: 'Her telephone', at: iso(TODAY + 3 * HOUR) } },
  ])
})

it('The conflict of a client restored after a deletion names the device that deleted it, and the time', async () => {
  setHours(1)
  await laptop.edits.remove(CLAIRE)
  await telephone.edit(CLAIRE, { phone: '2' })
  setHours(2)
  await sync(laptop)
  setHours(3)
  await sync(telephone)
  expect(await openConflicts()).toMatchObject([
    { kind: 'delete', deviceName: 'Her laptop', at: iso(TODAY + HOUR) },
  ])
})

it('Both texts of conflicting notes are stored on every device if the owner chooses so', async () => {
  await laptop.edit(CLAIRE, { notes: 'Evenings.' })
  await telephone.edit(CLAIRE, { notes: 'Her mother joins.' })
  await sync(laptop, telephone, laptop)
  const [open] = await openConflicts()
  const both = 'Evenings.\nHer mother joins.'
  await laptop.edits.patch(CLAIRE, { base: { notes: 'Evenings.' }, set: { notes: both } })
  const decision = { op: 'resolve', choice: 'keep', seen: 'Evenings.' } as const
  await laptop.edits.applyAll([{ ...CLAIRE, ...decision, cid: open?.cid ?? '' }])
  await sync(laptop, telephone)
  for (const device of [laptop, telephone])
    expect(await device.readView(CLAIRE)).toMatchObject({ data: { notes: both }, open: [] })
})

const ARRIVALS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const

/** What three devices set without a connection, an hour after each other. */
it.each([
  ['sets it', [null, 2, 3]],
  ['takes it back, as one device did before', [null, 2, null]],
])(
  'Of a mark that three devices edited, the edit made last is kept in whichever order they arrive: it %s',
  async (_, values) => {
    const tablet = new SyncDevice('tablet')
    const devices = [laptop, telephone, tablet]
    for (const [number, arrival] of ARRIVALS.entries()) {
      const mark = { coll: 'submission-mark', id: toMarkId(number + 1, TODAY) } as const
      setHours(0)
      await laptop.edit(mark, { answeredAt: 1 })
      await sync(...devices)
      for (const [index, device] of devices.entries()) {
        device.time.now = TODAY + (index + 1) * HOUR
        await device.edit(mark, { answeredAt: values[index] })
      }
      setHours(9)
      tablet.time.now = TODAY + 9 * HOUR
      for (const index of arrival) await sync(devices[index] ?? tablet)
      await sync(...devices)
      const found = await world.findRecord(mark.id, mark.coll)
      expect([found?.data.answeredAt, found?.conflicts]).toEqual([values[2], []])
      for (const device of devices)
        expect((await device.readView(mark)).data.answeredAt, device.name).toBe(values[2])
    }
    tablet.crash()
  },
)

it('A device that has seen a mark changes it, even if its clock is a minute behind', async () => {
  const mark = { coll: 'submission-mark', id: toMarkId(1, TODAY) } as const
  setHours(1)
  await laptop.edit(mark, { answeredAt: 1 })
  await sync(laptop, telephone)
  telephone.time.now -= 60_000
  await telephone.edit(mark, { answeredAt: null })
  await sync(telephone, laptop)
  expect((await world.findRecord(mark.id, mark.coll))?.data).toMatchObject({ answeredAt: null })
})
