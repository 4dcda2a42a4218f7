import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOURS } from '#tests/support/story-hours.ts'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { client, create, DAY, watched } from '#tests/support/sync-steps.ts'
import { SyncWorld } from '#tests/support/sync-world.ts'

let world: SyncWorld
let laptop: SyncDevice
let phone: SyncDevice
beforeEach(async () => {
  world = new SyncWorld()
  laptop = new SyncDevice('laptop')
  phone = new SyncDevice('phone')
  await create(laptop, 'ada', { name: 'Ada', phone: '+47 1', notes: 'Tea.' })
  for (const device of [laptop, phone]) await device.sync(world.transport())
})
afterEach(() => {
  laptop.crash()
  phone.crash()
  world.close()
})

const ADA = client('ada')

describe.each([-365, 365])('a device whose clock is %i days off', (days) => {
  it.each([
    ['first', () => [laptop, phone]],
    ['last', () => [phone, laptop]],
  ])('decides nothing by it, where it comes %s', async (_when, order) => {
    laptop.time.now += days * DAY
    for (const [device, number] of [
      [laptop, '+47 2'],
      [phone, '+47 3'],
    ] as const)
      await device.edit(ADA, { phone: number, notes: `${device.name}.\nTea.` })
    const [first, last] = order() as [SyncDevice, SyncDevice]
    const typed = { [laptop.name]: '+47 2', [phone.name]: '+47 3' }
    for (const device of [first, last, first])
      expect(await device.sync(world.transport())).toBe('done')
    for (const device of [laptop, phone])
      expect(await device.view(ADA)).toMatchObject({
        data: { phone: typed[first.name] },
        open: [{ value: typed[last.name] }, { field: 'notes' }],
      })
    await last.edit(ADA, { name: 'Ada L.' })
    await last.sync(world.transport())
    expect(world.record('ada')?.data).toMatchObject({ name: 'Ada L.' })
  })

  it('sends a restored server what it had acknowledged before', async () => {
    world.backUp()
    await laptop.edit(ADA, { phone: '+47 2' })
    await laptop.sync(world.transport())
    laptop.time.now += days * DAY
    await laptop.edit(ADA, { name: 'Ada L.' })
    await laptop.sync(world.transport())
    await world.restore()
    await laptop.sync(world.transport())
    expect(world.record('ada')?.data).toMatchObject({ phone: '+47 2', name: 'Ada L.' })
  })
})

it('hours that were published first of all, by an answer without a date, go to a restored server', async () => {
  const tablet = new SyncDevice('tablet')
  world.backUp()
  await tablet.edits.publish(HOURS, { version: 1, epoch: '' })
  await tablet.sync(world.transport())
  await create(tablet, 'bo', { name: 'Bo' })
  await tablet.sync(world.transport())
  await world.restore()
  const { transport, sent } = watched(world)
  await tablet.sync(transport)
  const ops = sent.flatMap(({ mutations }) => mutations.map(({ op }) => op))
  expect(ops).toContain('publish')
  tablet.crash()
})
