import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Edits } from '#client/data/edits/edits.ts'
import { countUnsynced, readUnsynced } from '#client/data/raw-store.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import { NEXT_STORE_VERSION } from '#client/data/store/schema.ts'
import { BlockedUpgrade } from '#client/outbox/other-tabs.ts'
import { LEGACY_CLIENTS_KEY } from '#shared/clients/import/legacy-clients-key.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { noHints } from '#tests/support/sync/sync-device.ts'
import { toClientRef } from '#tests/support/sync/sync-transports.ts'

/** While `refuses` is set, opening with a version fails; opening without a version works. */
class FailingFactory extends IDBFactory {
  refuses = false

  override open(name: string, version?: number) {
    if (version !== undefined && this.refuses)
      throw new DOMException('The disk is in a mood', 'InvalidStateError')
    return super.open(name, version)
  }
}

let factory: FailingFactory
beforeEach(() => {
  factory = new FailingFactory()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

function open() {
  const db = new OwnerDatabase('owner', { indexedDB: factory, IDBKeyRange })
  const edits = new Edits({ db, clock: () => TODAY, newId: () => 'laptop', hints: noHints })
  const type = (name: string) => edits.patch(toClientRef('ada'), { base: {}, set: { name } })
  return { db, type }
}

/** Opens the database as a page of another version that does not close it. */
function otherTab(version: number) {
  return new Promise<IDBDatabase>((resolve) => {
    const request = factory.open('crm-owner', version)
    request.onsuccess = () => resolve(request.result)
  })
}

const mutation = { key: 'client/ada', intent: { set: { name: 'Ada' } } }

describe('The owner’s database', () => {
  it('is reopened after the browser closed it, and stores the edit', async () => {
    const { db, type } = open()
    await db.open()
    db.backendDB().close()
    await type('Ada')
    expect(await db.queue.toArray()).toMatchObject([mutation])
  })

  it('reports that an older tab blocks it, and stores the edit once that tab closes', async () => {
    const old = await otherTab(10)
    const { db, type } = open()
    const blocked = new BlockedUpgrade(db)
    const saved = type('Ada')
    await expect.poll(() => blocked.getSnapshot()).toBe(true)
    old.close()
    await saved
    expect(blocked.getSnapshot()).toBe(false)
    expect(await db.queue.toArray()).toMatchObject([mutation])
  })

  it('closes when a later version of the site needs it, and accepts no further writes from this version', async () => {
    const { db, type } = open()
    await type('Ada')
    const later = await otherTab(NEXT_STORE_VERSION)
    expect(db.isSuperseded).toBe(true)
    await expect(type('Bo')).rejects.toThrow()
    later.close()
    await expect(type('Bo')).rejects.toThrow()
  })

  it('is not considered superseded when another tab deletes it', async () => {
    const { db, type } = open()
    await type('Ada')
    await new Promise((resolve) => {
      factory.deleteDatabase('crm-owner').onsuccess = resolve
    })
    expect(db.isSuperseded).toBe(false)
  })

  it('has its queued and rejected edits and its drafts rescued if it cannot be upgraded or opened', async () => {
    const { db, type } = open()
    await type('Ada')
    await db.rejected.put({
      ...{ n: 9, key: 'client/bo', at: '', reason: '', fieldErrors: {} },
      intent: { op: 'delete', coll: 'client', id: 'bo', baseEpoch: '', baseRev: 0, at: '' },
    })
    await db.drafts.put({ key: 'schedule', data: { bufferMinutes: {} } })
    db.close()
    factory.refuses = true
    const broken = open()
    await expect(broken.type('Bo')).rejects.toThrow()
    expect(await readUnsynced({ factory, userId: 'owner' })).toMatchObject({
      drafts: [{ key: 'schedule' }],
      queue: [mutation],
      rejected: [{ n: 9, key: 'client/bo' }],
    })
  })

  it('has its drafts counted at sign-out, without the copy of the old site’s list', async () => {
    const { db } = open()
    await db.drafts.bulkPut([
      { key: 'schedule', data: {} },
      { key: `${LEGACY_CLIENTS_KEY}-taken`, data: {} },
    ])
    db.close()
    const count = await countUnsynced('owner', factory)
    expect(count).toEqual({ changes: 0, documents: 0, drafts: 1 })
  })

  it('has nothing to rescue if it does not exist', async () => {
    const nothing = { queue: [], rejected: [], drafts: [] }
    expect(await readUnsynced({ factory, userId: 'owner' })).toEqual(nothing)
  })
})
