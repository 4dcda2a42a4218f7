import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readUnsynced } from '#client/data/raw-store.ts'
import { openOwnerDatabase, wipeOwnerDatabase } from '#client/data/store/database.ts'

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
    const requests = names.map((name) => reading.objectStore(name).count())
    reading.oncomplete = () => resolve(requests.map(({ result }) => result))
  })
}

const stores = async () => (await indexedDB.databases()).map(({ name }) => name)

async function writeEdit(): Promise<void> {
  const about = { coll: 'client', id: 'ada', baseEpoch: '', baseRev: 0 } as const
  const intent = { op: 'delete', ...about, at: '' } as const
  await openOwnerDatabase('owner').queue.add({ key: 'client/ada', intent, at: '' })
  await openOwnerDatabase('owner').queryCache.put({ key: 'bookings', data: ['Ada'], asOf: 0 })
}

describe('The owner’s data on this device', () => {
  it('is deleted at sign-out', async () => {
    await writeEdit()
    await wipeOwnerDatabase('owner')
    expect(await stores()).toEqual([])
  })

  it('is deleted even if a frozen tab has the database open, without waiting for that tab', async () => {
    await writeEdit()
    const tab = await frozenTab()
    await wipeOwnerDatabase('owner')
    expect(new Set(await counts(tab))).toEqual(new Set([0]))
    tab.close()
    await expect.poll(stores).toEqual([])
  })

  it('starts empty for the next person who signs in', async () => {
    await writeEdit()
    await wipeOwnerDatabase('owner')
    await writeEdit()
    expect((await readUnsynced({ userId: 'owner' })).queue).toHaveLength(1)
    await wipeOwnerDatabase('owner')
  })
})
