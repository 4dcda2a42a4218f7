import { expect } from 'vitest'
import { test as it } from '#tests/support/sync/sync-test.ts'

const CLAIRE = { coll: 'client', id: 'claire' } as const

/** Both devices have the client, and a page of the laptop shows her current values. */
it.beforeEach(async ({ world, laptop, telephone }) => {
  await laptop.edit(CLAIRE, { name: 'Claire', phone: '1' })
  for (const device of [laptop, telephone]) await device.sync(world.createTransport())
})

it('Saving a form opened before a deletion arrived restores the client, with a conflict for the owner', async ({
  world,
  laptop,
  telephone,
}) => {
  const { rev } = await laptop.readRecord(CLAIRE)
  await telephone.edits.remove(CLAIRE)
  await telephone.sync(world.createTransport())
  await laptop.sync(world.createTransport())
  await laptop.edits.patch(CLAIRE, { base: { phone: '1' }, set: { phone: '2' } }, rev)
  await laptop.sync(world.createTransport())
  expect(await world.findRecord('claire')).toMatchObject({
    deleted: false,
    data: { phone: '2' },
    conflicts: [{ kind: 'delete' }],
  })
})

it('Deleting a client on a page that did not show an edit yet does not discard that edit', async ({
  world,
  laptop,
  telephone,
}) => {
  const { rev } = await laptop.readRecord(CLAIRE)
  await telephone.edit(CLAIRE, { phone: '3' })
  await telephone.sync(world.createTransport())
  await laptop.sync(world.createTransport())
  await laptop.edits.remove(CLAIRE, rev)
  await laptop.sync(world.createTransport())
  expect(await world.findRecord('claire')).toMatchObject({
    deleted: false,
    data: { phone: '3' },
    conflicts: [{ kind: 'delete' }],
  })
})
