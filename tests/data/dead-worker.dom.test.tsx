import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  closeData,
  getData,
  getDataSnapshot,
  readCached,
  storeCached,
  subscribeToData,
} from '#client/data/data-client.ts'
import { storeAccount } from '#client/lib/data/stored-account.ts'
import { astrid } from '#tests/support/data/owner-store.ts'

const workers: SilentWorker[] = []

/** A worker that never answers. */
class SilentWorker extends EventTarget {
  constructor() {
    super()
    workers.push(this)
  }

  postMessage(): void {}
  terminate(): void {}
}

beforeEach(() => {
  workers.length = 0
  vi.stubGlobal('Worker', SilentWorker)
  storeAccount(astrid)
})

afterEach(closeData)

it('A client book whose worker fails to start is unavailable and rejects edits, so that forms can report it', async () => {
  subscribeToData(() => undefined)
  workers[0]?.dispatchEvent(new Event('error'))
  expect(getDataSnapshot().state.phase).toBe('unavailable')
  await expect(getData().clients.save(undefined, { base: {}, set: {}, rev: 0 })).rejects.toThrow(
    'not start',
  )
  await expect(getData().sync.run()).rejects.toThrow()
})

it('Pending requests to a client book that closes or fails are answered at once, so that no list loads for ever', async () => {
  const readDashboard = () => readCached(astrid.id, '/functions/get-site-state')
  const isStored = storeCached(astrid.id, { key: '/functions/get-site-state', data: {}, asOf: 0 })
  closeData()
  expect(await isStored).toBe(false)
  const second = readDashboard()
  workers.at(-1)?.dispatchEvent(new Event('error'))
  expect(await second).toBeUndefined()
  const third = readDashboard()
  storeAccount(null)
  expect(await third).toBeUndefined()
  expect(await readDashboard()).toBeUndefined()
})
