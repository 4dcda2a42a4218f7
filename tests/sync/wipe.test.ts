import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dropOwnerDatabase, ownerDatabase } from '#client/book/store/database.ts'
import { rescueQueue } from '#client/book/store/raw-store.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined))

/** Opens the database as a frozen tab, which never closes it. */
function frozenTab(): Promise<IDBDatabase> {
  return new Promise((resolve) => {
    const request = indexedDB.open('crm-owner')
    request.onsuccess = () => resolve(request.result)
  })
}

/** The number of records in each table. */
function counts(tab: IDBDatabase): Promise<number[]> {
  return new Promise((resolve) => {
    const names = [...tab.objectStoreNames]
    const reading = tab.transaction(names)
    const asked = names.map((name) => reading.objectStore(name).count())
    reading.oncomplete = () => resolve(asked.map(({ result }) => result))
  })
}

const stores = async () => (await indexedDB.databases()).map(({ name }) => name)

async function typed(): Promise<void> {
  const about = { coll: 'client', id: 'ada', baseEpoch: '', baseRev: 0 } as const
  const intent = { op: 'delete', ...about, at: '' } as const
  await ownerDatabase('owner').queue.add({ key: 'client/ada', intent, at: '' })
  await ownerDatabase('owner').copies.put({ key: 'bookings', data: ['Ada'], asOf: 0 })
}

describe('what this device kept of the owner’s data', () => {
  it('is gone at signing out', async () => {
    await typed()
    await dropOwnerDatabase('owner')
    expect(await stores()).toEqual([])
  })

  it('is gone where a frozen tab holds on to the store, and nobody waits for that tab', async () => {
    await typed()
    const tab = await frozenTab()
    await dropOwnerDatabase('owner')
    expect(new Set(await counts(tab))).toEqual(new Set([0]))
    tab.close()
    await expect.poll(stores).toEqual([])
  })

  it('begins anew for whoever signs in on it afterwards', async () => {
    await typed()
    await dropOwnerDatabase('owner')
    await typed()
    expect((await rescueQueue({ userId: 'owner' })).queue).toHaveLength(1)
    await dropOwnerDatabase('owner')
  })
})
