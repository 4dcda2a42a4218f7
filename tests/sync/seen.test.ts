import { afterEach, beforeEach, expect, it } from 'vitest'
import { SyncDevice } from '#tests/support/sync-device.ts'
import { SyncWorld } from '#tests/support/sync-world.ts'

const CLAIRE = { coll: 'client', id: 'claire' } as const

let world: SyncWorld
let laptop: SyncDevice
let telephone: SyncDevice

/** Both devices have the client, and a page of the laptop shows her current values. */
beforeEach(async () => {
  world = new SyncWorld()
  laptop = new SyncDevice('laptop')
  telephone = new SyncDevice('telephone')
  await laptop.edit(CLAIRE, { name: 'Claire', phone: '1' })
  for (const device of [laptop, telephone]) await device.sync(world.transport())
})

afterEach(() => {
  for (const device of [laptop, telephone]) device.crash()
  world.close()
})

it('a form that was opened before a deletion arrived brings the client back, and the owner is asked', async () => {
  const { rev } = await laptop.row(CLAIRE)
  await telephone.edits.remove(CLAIRE)
  await telephone.sync(world.transport())
  await laptop.sync(world.transport())
  await laptop.edits.patch(CLAIRE, { base: { phone: '1' }, set: { phone: '2' } }, rev)
  await laptop.sync(world.transport())
  expect(world.record('claire')).toMatchObject({
    deleted: false,
    data: { phone: '2' },
    conflicts: [{ kind: 'delete' }],
  })
})

it('a deletion pressed on a page that did not show an edit yet does not take the edit along', async () => {
  const { rev } = await laptop.row(CLAIRE)
  await telephone.edit(CLAIRE, { phone: '3' })
  await telephone.sync(world.transport())
  await laptop.sync(world.transport())
  await laptop.edits.remove(CLAIRE, rev)
  await laptop.sync(world.transport())
  expect(world.record('claire')).toMatchObject({
    deleted: false,
    data: { phone: '3' },
    conflicts: [{ kind: 'delete' }],
  })
})
