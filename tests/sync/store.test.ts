import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Edits } from '#client/book/edits/edits.ts'
import { OwnerDatabase } from '#client/book/store/database.ts'
import { rescueQueue } from '#client/book/store/raw-store.ts'
import { LATER_VERSION } from '#client/book/store/schema.ts'
import { Blocked } from '#client/outbox/other-tabs.ts'
import { TODAY } from '#tests/support/site.ts'
import { noHints } from '#tests/support/sync-device.ts'
import { client } from '#tests/support/sync-steps.ts'

/** While `refuses` is set, opening with a version fails; opening without a version works. */
class MoodyFactory extends IDBFactory {
  refuses = false

  override open(name: string, version?: number) {
    if (version !== undefined && this.refuses)
      throw new DOMException('The disk is in a mood', 'InvalidStateError')
    return super.open(name, version)
  }
}

let factory: MoodyFactory
beforeEach(() => {
  factory = new MoodyFactory()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

function open() {
  const db = new OwnerDatabase('owner', { indexedDB: factory, IDBKeyRange })
  const edits = new Edits({ db, clock: () => TODAY, newId: () => 'laptop', hints: noHints })
  const type = (name: string) => edits.patch(client('ada'), { base: {}, set: { name } })
  return { db, type }
}

/** Opens the database as a page of another version that does not close it. */
function otherTab(version: number) {
  return new Promise<IDBDatabase>((resolve) => {
    const request = factory.open('crm-owner', version)
    request.onsuccess = () => resolve(request.result)
  })
}

const typed = { key: 'client/ada', intent: { set: { name: 'Ada' } } }

describe('the owner’s store', () => {
  it('that the browser closes under us is opened again, and takes the edit', async () => {
    const { db, type } = open()
    await db.open()
    db.backendDB().close()
    await type('Ada')
    expect(await db.queue.toArray()).toMatchObject([typed])
  })

  it('that an older tab blocks is known to be blocked, and takes the edit once that is closed', async () => {
    const old = await otherTab(10)
    const { db, type } = open()
    const blocked = new Blocked(db)
    const saved = type('Ada')
    await expect.poll(() => blocked.now()).toBe(true)
    old.close()
    await saved
    expect(blocked.now()).toBe(false)
    expect(await db.queue.toArray()).toMatchObject([typed])
  })

  it('that a later version of the site wants is given up, and nothing of this version is written any more', async () => {
    const { db, type } = open()
    await type('Ada')
    const later = await otherTab(LATER_VERSION)
    expect(db.superseded).toBe(true)
    await expect(type('Bo')).rejects.toThrow()
    later.close()
    await expect(type('Bo')).rejects.toThrow()
  })

  it('that another tab deletes may be had anew', async () => {
    const { db, type } = open()
    await type('Ada')
    await new Promise((resolve) => {
      factory.deleteDatabase('crm-owner').onsuccess = resolve
    })
    expect(db.superseded).toBe(false)
  })

  it('that cannot be upgraded or opened gives up what waits and what was refused', async () => {
    const { db, type } = open()
    await type('Ada')
    await db.refused.put({
      ...{ n: 9, key: 'client/bo', at: '', reason: '', fieldErrors: {} },
      intent: { op: 'delete', coll: 'client', id: 'bo', baseEpoch: '', baseRev: 0, at: '' },
    })
    db.close()
    factory.refuses = true
    const broken = open()
    await expect(broken.type('Bo')).rejects.toThrow()
    expect(await rescueQueue({ factory, userId: 'owner' })).toMatchObject({
      queue: [typed],
      refused: [{ n: 9, key: 'client/bo' }],
    })
  })

  it('that is not there has nothing to be rescued', async () => {
    expect(await rescueQueue({ factory, userId: 'owner' })).toEqual({ queue: [], refused: [] })
  })
})
