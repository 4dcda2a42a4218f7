import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  closeData,
  getData,
  readCached,
  readDraft,
  storeCached,
  storeDraft,
  waitForData,
} from '#client/data/data-client.ts'
import { isEncryptedOnDevice } from '#client/data/encryption/encrypted-flag.ts'
import { dropKey, requestKey } from '#client/data/encryption/keys.ts'
import { getLockState, setLockState, watchLock } from '#client/data/encryption/lock-state.ts'
import {
  changePassphrase,
  IdleTimer,
  lock,
  refreshLock,
  removePassphrase,
  setPassphrase,
  unlock,
} from '#client/data/encryption/page-lock.ts'
import { readUnsyncedDecrypted } from '#client/data/export-unsynced.ts'
import { countUnsynced, readKeyEnvelope, wipeStore } from '#client/data/raw-store.ts'
import { openOwnerDatabase } from '#client/data/store/database.ts'
import { storeAccount } from '#client/lib/data/stored-account.ts'
import { emptyClient } from '#shared/clients/client-fields.ts'
import { FakeDataWorker } from '#tests/support/data/fake-data-worker.ts'
import { TODAY } from '#tests/support/server/site.ts'

const OWNER_ID = 'owner'
const PASSPHRASE = 'seven quiet lamps'
const CACHED_ANSWER = { key: '/functions/get-bookings', data: ['Booked by Ada'], asOf: TODAY }

let pushes = 0
const noAnswer = { status: 0, body: undefined, text: '' }
FakeDataWorker.transport = {
  push: async () => {
    pushes += 1
    return noAnswer
  },
  pull: async () => noAnswer,
  isRevoked: async () => false,
}

beforeEach(async () => {
  vi.stubGlobal('Worker', FakeDataWorker)
  const account = {
    id: OWNER_ID,
    name: 'Astrid',
    email: 'astrid@lysning.example',
    hasSecondFactor: false,
  }
  storeAccount({ ...account, role: 'owner' })
  await waitForData()
  await getData().clients.save(undefined, {
    base: {},
    set: { ...emptyClient, name: 'Ada' },
    rev: 0,
  })
  await storeDraft('note:ada', 'Half a note')
  await storeCached(OWNER_ID, CACHED_ANSWER)
  await setPassphrase(OWNER_ID, PASSPHRASE, () => undefined)
  await waitForData()
})
afterEach(async () => {
  storeAccount(null)
  closeData()
  await wipeStore(OWNER_ID)
  await refreshLock(OWNER_ID, false)
})

const listNames = async () => {
  await waitForData()
  const { items: lines } = await getData().clients.list({ text: '', sort: 'name' }, 0, 9)
  return lines.map(({ name }) => name)
}

test('With the passphrase the desk works as before; when locked, it shows, stores and sends nothing', async () => {
  expect(await listNames()).toEqual(['Ada'])
  expect(await readDraft('note:ada')).toBe('Half a note')
  expect(await storeDraft('note:ada', 'A whole note')).toBe(true)
  expect(await readCached(OWNER_ID, CACHED_ANSWER.key)).toEqual(CACHED_ANSWER)

  const running = FakeDataWorker.runningCount
  pushes = 0
  lock(OWNER_ID)
  expect(getLockState(OWNER_ID)).toBe('locked')
  expect(FakeDataWorker.runningCount).toBe(running - 1)
  const tried = [
    readDraft('note:ada'),
    readCached(OWNER_ID, CACHED_ANSWER.key),
    storeDraft('note:bo', 'Open'),
    storeCached(OWNER_ID, CACHED_ANSWER),
  ]
  expect(await Promise.all(tried)).toEqual([undefined, undefined, false, false])
  expect(await countUnsynced(OWNER_ID)).toEqual({ changes: 1, documents: 0, drafts: 1 })
  expect(pushes).toBe(0)

  expect(await unlock(OWNER_ID, 'seven quiet lambs')).toBe(false)
  expect(getLockState(OWNER_ID)).toBe('locked')
  expect(await unlock(OWNER_ID, PASSPHRASE)).toBe(true)
  expect(getLockState(OWNER_ID)).toBe('open')
  expect(await readDraft('note:ada')).toBe('A whole note')
  expect(await listNames()).toEqual(['Ada'])
}, 60_000)

test('Only a person who knows the passphrase can change or remove it', async () => {
  expect(await changePassphrase(OWNER_ID, 'seven quiet lambs', 'nine loud ravens')).toBe(false)
  expect(await removePassphrase(OWNER_ID, 'seven quiet lambs', () => undefined)).toBe(false)
  expect(await changePassphrase(OWNER_ID, PASSPHRASE, 'nine loud ravens')).toBe(true)
  lock(OWNER_ID)
  expect(await unlock(OWNER_ID, PASSPHRASE)).toBe(false)
  expect(await unlock(OWNER_ID, 'nine loud ravens')).toBe(true)
  expect(await removePassphrase(OWNER_ID, 'nine loud ravens', () => undefined)).toBe(true)
  expect(await readKeyEnvelope(OWNER_ID)).toBeUndefined()
  expect(isEncryptedOnDevice(OWNER_ID)).toBe(false)
  expect(await readDraft('note:ada')).toBe('Half a note')
  expect(await storeDraft('note:ada', undefined)).toBe(true)
  expect(await listNames()).toEqual(['Ada'])
}, 60_000)

test('A page locks if the data is encrypted though its flag was cleared, and opens if it was wiped though the flag remains', async () => {
  lock(OWNER_ID)
  localStorage.removeItem('sealed')
  await refreshLock(OWNER_ID, false)
  expect(getLockState(OWNER_ID)).toBe('locked')
  expect(isEncryptedOnDevice(OWNER_ID)).toBe(true)
  await wipeStore(OWNER_ID)
  expect(isEncryptedOnDevice(OWNER_ID)).toBe(false)
  localStorage.setItem('sealed', OWNER_ID)
  await refreshLock(OWNER_ID, false)
  expect(getLockState(OWNER_ID)).toBe('open')
  expect(isEncryptedOnDevice(OWNER_ID)).toBe(false)
}, 60_000)

test('Unsent changes can be exported in readable form only while the desk is unlocked', async () => {
  expect((await readUnsyncedDecrypted(OWNER_ID)).queue).toMatchObject([
    { intent: { set: { name: 'Ada' } } },
  ])
  lock(OWNER_ID)
  await expect(readUnsyncedDecrypted(OWNER_ID)).rejects.toThrow('locked')
}, 60_000)

test('The desk locks after fifteen minutes without pointer or key input in any tab, also after computer sleep', () => {
  vi.useFakeTimers()
  let now = TODAY
  const did: string[] = []
  const idle = new IdleTimer({
    clock: () => now,
    lock: () => did.push('locked'),
    reportActivity: () => did.push('told'),
  })
  const pass = (minutes: number) => {
    now += minutes * 60_000
    vi.advanceTimersByTime(minutes * 60_000)
  }
  pass(14)
  dispatchEvent(new Event('keydown'))
  dispatchEvent(new Event('pointermove'))
  expect(did).toEqual(['told'])
  pass(14)
  idle.noteActivity(now)
  pass(14)
  expect(did).toEqual(['told'])
  // A tab that was frozen receives the news of another tab late.
  idle.noteActivity(now - 10 * 60_000)
  // The computer slept, so timers did not run; a key press wakes it.
  now += 60 * 60_000
  dispatchEvent(new Event('keydown'))
  expect(did[1]).toBe('locked')
  idle.stop()
  did.length = 0
  pass(30)
  expect(did).toEqual([])
  vi.useRealTimers()
})

test('A write in progress when the desk locks is not encrypted with a stale key, and works after unlocking', async () => {
  const before = openOwnerDatabase(OWNER_ID)
  const draft = { key: 'answer', data: 'Open until noon' }
  const late = before.transaction('rw', before.drafts, async () => {
    await before.drafts.get(draft.key)
    lock(OWNER_ID)
    await before.drafts.put(draft)
  })
  await expect(late).rejects.toThrow('locked')
  await expect(before.drafts.get('note:ada')).rejects.toThrow()
  expect(await unlock(OWNER_ID, PASSPHRASE)).toBe(true)
  await openOwnerDatabase(OWNER_ID).drafts.put(draft)
  expect(await readDraft(draft.key)).toBe(draft.data)
  lock(OWNER_ID)
  expect(await unlock(OWNER_ID, PASSPHRASE)).toBe(true)
  expect(await readDraft(draft.key)).toBe(draft.data)
}, 60_000)

test('A tab that was outside the desk locks when it opens the desk, and opens if the data was wiped', async () => {
  dropKey()
  setLockState(OWNER_ID, 'open')
  const end = watchLock(OWNER_ID)
  await expect.poll(() => getLockState(OWNER_ID)).toBe('locked')
  end()
  await wipeStore(OWNER_ID)
  watchLock(OWNER_ID)()
  await expect.poll(() => getLockState(OWNER_ID)).toBe('open')
}, 60_000)

test('A tab that was idle too long locks when another tab requests the key, and does not share it', async () => {
  const envelope = await readKeyEnvelope(OWNER_ID)
  const given: unknown[] = []
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60 * 60_000)
  const end = requestKey(OWNER_ID, envelope?.id ?? '', (key) => given.push(key))
  await expect.poll(() => getLockState(OWNER_ID)).toBe('locked')
  clock.mockRestore()
  end()
  expect(given).toEqual([])
}, 60_000)
