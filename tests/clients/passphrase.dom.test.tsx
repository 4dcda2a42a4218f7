import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropDraft, keepCopy, keepDraft, readCopy, readDraft } from '#client/book/desk-data.ts'
import { book, bookOpened, closeBook } from '#client/book/page-book.ts'
import { ownerDatabase } from '#client/book/store/database.ts'
import { countUnsent, dropStore, sealOf } from '#client/book/store/raw-store.ts'
import { rescueQueueHere } from '#client/book/unsent.ts'
import { dropKey, onKey } from '#client/encryption/keys.ts'
import { becomeLock, lockOf, watchLock } from '#client/encryption/lock-state.ts'
import {
  changePassphrase,
  Idle,
  lock,
  look,
  removePassphrase,
  setPassphrase,
  unlock,
} from '#client/encryption/page-seal.ts'
import { isSealedHere } from '#client/encryption/sealed-flag.ts'
import { rememberAccount } from '#client/lib/data/account-here.ts'
import { emptyClient } from '#shared/clients/fields.ts'
import { BookWorker } from '#tests/support/book-worker.ts'
import { TODAY } from '#tests/support/site.ts'

const ME = 'owner'
const OURS = 'seven quiet lamps'
const COPY = { key: '/functions/get-bookings', data: ['Booked by Ada'], asOf: TODAY }

let pushes = 0
const nobody = { status: 0, body: undefined, text: '' }
BookWorker.transport = {
  push: async () => {
    pushes += 1
    return nobody
  },
  pull: async () => nobody,
  isRevoked: async () => false,
}

beforeEach(async () => {
  vi.stubGlobal('Worker', BookWorker)
  const account = { id: ME, name: 'Astrid', email: 'astrid@lysning.example', secondFactor: false }
  rememberAccount({ ...account, role: 'owner' })
  await bookOpened()
  await book().save(undefined, { base: {}, set: { ...emptyClient, name: 'Ada' }, rev: 0 })
  await keepDraft(ME, 'note:ada', 'Half a note')
  await keepCopy(ME, COPY)
  await setPassphrase(ME, OURS, () => undefined)
  await bookOpened()
})
afterEach(async () => {
  rememberAccount(null)
  closeBook()
  await dropStore(ME)
  await look(ME, false)
})

const names = async () => {
  await bookOpened()
  const { lines } = await book().list({ text: '', sort: 'name' }, 0, 9)
  return lines.map(({ name }) => name)
}

test('with the passphrase the desk goes on as before, and without it shows, takes and sends nothing', async () => {
  expect(await names()).toEqual(['Ada'])
  expect(await readDraft(ME, 'note:ada')).toBe('Half a note')
  expect(await keepDraft(ME, 'note:ada', 'A whole note')).toBe(true)
  expect(await readCopy(ME, COPY.key)).toEqual(COPY)

  const running = BookWorker.running
  pushes = 0
  lock(ME)
  expect(lockOf(ME)).toBe('locked')
  expect(BookWorker.running).toBe(running - 1)
  const tried = [
    readDraft(ME, 'note:ada'),
    readCopy(ME, COPY.key),
    keepDraft(ME, 'note:bo', 'Open'),
    keepCopy(ME, COPY),
  ]
  expect(await Promise.all(tried)).toEqual([undefined, undefined, false, false])
  expect(await countUnsent(ME)).toBe(1)
  expect(pushes).toBe(0)

  expect(await unlock(ME, 'seven quiet lambs')).toBe(false)
  expect(lockOf(ME)).toBe('locked')
  expect(await unlock(ME, OURS)).toBe(true)
  expect(lockOf(ME)).toBe('open')
  expect(await readDraft(ME, 'note:ada')).toBe('A whole note')
  expect(await names()).toEqual(['Ada'])
}, 60_000)

test('it is changed and removed by whoever knows it, and by nobody else', async () => {
  expect(await changePassphrase(ME, 'seven quiet lambs', 'nine loud ravens')).toBe(false)
  expect(await removePassphrase(ME, 'seven quiet lambs', () => undefined)).toBe(false)
  expect(await changePassphrase(ME, OURS, 'nine loud ravens')).toBe(true)
  lock(ME)
  expect(await unlock(ME, OURS)).toBe(false)
  expect(await unlock(ME, 'nine loud ravens')).toBe(true)
  expect(await removePassphrase(ME, 'nine loud ravens', () => undefined)).toBe(true)
  expect(await sealOf(ME)).toBeUndefined()
  expect(isSealedHere(ME)).toBe(false)
  expect(await readDraft(ME, 'note:ada')).toBe('Half a note')
  expect(await dropDraft(ME, 'note:ada')).toBe(true)
  expect(await names()).toEqual(['Ada'])
}, 60_000)

test('a page that finds the store sealed locks, though the sign of it was cleared, and opens where the store was wiped, though the sign is left', async () => {
  lock(ME)
  localStorage.removeItem('sealed')
  await look(ME, false)
  expect(lockOf(ME)).toBe('locked')
  expect(isSealedHere(ME)).toBe(true)
  await dropStore(ME)
  expect(isSealedHere(ME)).toBe(false)
  localStorage.setItem('sealed', ME)
  await look(ME, false)
  expect(lockOf(ME)).toBe('open')
  expect(isSealedHere(ME)).toBe(false)
}, 60_000)

test('what was not sent is rescued readable by whoever has unlocked it, and by nobody else', async () => {
  expect((await rescueQueueHere(ME)).queue).toMatchObject([{ intent: { set: { name: 'Ada' } } }])
  lock(ME)
  await expect(rescueQueueHere(ME)).rejects.toThrow('locked')
}, 60_000)

test('it locks after fifteen minutes without a pointer or a key in any tab, also when the computer slept', () => {
  vi.useFakeTimers()
  let now = TODAY
  const did: string[] = []
  const idle = new Idle({
    clock: () => now,
    lock: () => did.push('locked'),
    tell: () => did.push('told'),
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
  idle.used(now)
  pass(14)
  expect(did).toEqual(['told'])
  // A tab that was frozen receives the news of another tab late.
  idle.used(now - 10 * 60_000)
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

test('what is under way when it locks is not sealed with what is left of the key, and goes on once it is unlocked', async () => {
  const before = ownerDatabase(ME)
  const draft = { key: 'answer', data: 'Open until noon' }
  const late = before.transaction('rw', before.drafts, async () => {
    await before.drafts.get(draft.key)
    lock(ME)
    await before.drafts.put(draft)
  })
  await expect(late).rejects.toThrow('locked')
  await expect(before.drafts.get('note:ada')).rejects.toThrow()
  expect(await unlock(ME, OURS)).toBe(true)
  await ownerDatabase(ME).drafts.put(draft)
  expect(await readDraft(ME, draft.key)).toBe(draft.data)
  lock(ME)
  expect(await unlock(ME, OURS)).toBe(true)
  expect(await readDraft(ME, draft.key)).toBe(draft.data)
}, 60_000)

test('a tab that was elsewhere on the site meanwhile locks when the desk is opened in it, and opens where the store was wiped', async () => {
  dropKey()
  becomeLock(ME, 'open')
  const end = watchLock(ME)
  await expect.poll(() => lockOf(ME)).toBe('locked')
  end()
  await dropStore(ME)
  watchLock(ME)()
  await expect.poll(() => lockOf(ME)).toBe('open')
}, 60_000)

test('a tab that was left alone for too long locks when another asks it for the key, and hands out none', async () => {
  const seal = await sealOf(ME)
  const given: unknown[] = []
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60 * 60_000)
  const end = onKey(ME, seal?.id ?? '', (key) => given.push(key))
  await expect.poll(() => lockOf(ME)).toBe('locked')
  clock.mockRestore()
  end()
  expect(given).toEqual([])
}, 60_000)
