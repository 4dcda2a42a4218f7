import { expect, it } from 'vitest'
import { emptyClient } from '#shared/clients/client-fields.ts'
import { createTwoDevices } from '#tests/support/sync/two-devices.ts'

const devices = createTwoDevices()

const other = { coll: 'client', id: 'other' } as const
const content = { ...emptyClient, name: 'Merge Me', phone: '+47 900 00 205', notes: 'nuts' }

it.each([
  ['synced it before', true],
  ['never had it', false],
])(
  'A client that a merge deleted is restored with its content by a device that %s',
  async (_, hadIt) => {
    const { laptop, telephone, sync } = devices
    await laptop.edits.patch(other, { base: {}, set: content })
    await sync(laptop, ...(hadIt ? [telephone] : []))
    await laptop.edits.remove(other)
    await sync(laptop, telephone)
    expect((await telephone.readView(other)).deleted).toBe(true)
    // As an undo of the merge does, with the content from the note about it.
    await telephone.edits.patch(other, { base: content, set: content })
    expect((await telephone.readView(other)).data).toMatchObject(content)
    await sync(telephone, laptop)
    for (const device of [laptop, telephone]) {
      const view = await device.readView(other)
      expect(view).toMatchObject({ deleted: false, data: content })
      expect((await device.readRecord(other)).conflicts).toEqual([])
    }
  },
)
