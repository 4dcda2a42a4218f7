import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Edits } from '#client/book/edits/edits.ts'
import type { BookNews } from '#client/book/store/channel.ts'
import { OwnerDatabase } from '#client/book/store/database.ts'
import { reseal } from '#client/encryption/reseal.ts'
import { Sealer } from '#client/encryption/sealer.ts'
import { syncPush } from '#shared/sync/protocol.ts'
import { syncBooks } from '#sw/send.ts'
import { TODAY } from '#tests/support/site.ts'
import { noHints } from '#tests/support/sync-device.ts'
import { eraseRecords } from '#tests/support/sync-erase.ts'
import { client } from '#tests/support/sync-steps.ts'
import { answerOf, SyncWorld } from '#tests/support/sync-world.ts'

let world: SyncWorld
let db: OwnerDatabase
let page: BroadcastChannel
/** The changes announced to an open page. */
let told: (readonly string[] | 'all')[]
/** Whether pulls never return, as when the browser stops the worker during one. */
let hangs = false

beforeEach(() => {
  world = new SyncWorld()
  db = new OwnerDatabase('owner')
  told = []
  hangs = false
  page = new BroadcastChannel('crm-owner')
  page.onmessage = ({ data }: MessageEvent<BookNews>) => {
    if (data.type === 'changed') told.push(data.ids)
  }
  const locks = { request: (_name: string, _how: object, act: () => unknown) => act() }
  vi.stubGlobal('navigator', { locks })
  vi.stubGlobal('fetch', server)
})
afterEach(async () => {
  page.close()
  await db.delete()
  world.close()
})

async function server(address: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const pushes = pathname === syncPush.path
  if (hangs && !pushes) return new Promise(() => undefined)
  const { status, text } = answerOf(
    pushes
      ? await world.push(JSON.parse(String(init.body)))
      : world.pull(Object.fromEntries(searchParams)),
  )
  return new Response(text, { status })
}

async function type(id: string, set: Record<string, string>): Promise<void> {
  const edits = new Edits({ db, clock: () => TODAY, newId: () => 'laptop', hints: noHints })
  await edits.patch(client(id), { base: {}, set })
}

describe('pages that are open while the worker sends', () => {
  it('hear once all was fetched, which may have taken away what nothing names', async () => {
    await type('ada', { name: 'Ada' })
    await syncBooks()
    await vi.waitFor(() => expect(told.at(-1)).toBe('all'))
    expect(world.record('ada')?.data).toEqual({ name: 'Ada' })
  })

  it('hear of each step when it is done, and not only at the end, which the worker may not reach', async () => {
    await type('ada', { name: 'Ada' })
    await syncBooks()
    await vi.waitFor(() => expect(told).toContain('all'))
    told.length = 0
    await type('bo', { name: 'Bo' })
    // A change is left to pull, so that the push's answer does not contain everything.
    await world.push({
      ...{ deviceId: 'phone', deviceName: '', epoch: (await epoch()) ?? '', schema: 1 },
      ...{ userId: 'owner', mutations: [created('cy')] },
    })
    hangs = true
    void syncBooks()
    await vi.waitFor(() => expect(told).toEqual([['bo']]))
    expect(world.record('bo')?.data).toEqual({ name: 'Bo' })
  })

  it('are told to read all anew where somebody was erased', async () => {
    await type('ada', { name: 'Ada' })
    await syncBooks()
    await vi.waitFor(() => expect(told).toContain('all'))
    told.length = 0
    await eraseRecords(world, ['ada'])
    await type('ada', { name: 'Ada L.' })
    await syncBooks()
    await vi.waitFor(() => expect(told[0]).toBe('all'))
  })

  it('hear nothing where nothing waited, and the server is not asked', async () => {
    await type('ada', { name: 'Ada' })
    await syncBooks()
    await vi.waitFor(() => expect(told.at(-1)).toBe('all'))
    told.length = 0
    const asks = vi.spyOn(globalThis, 'fetch')
    await syncBooks()
    const last = new BroadcastChannel('crm-owner')
    last.postMessage({ type: 'changed', ids: ['last'] })
    await vi.waitFor(() => expect(told).toEqual([['last']]))
    last.close()
    expect(asks).not.toHaveBeenCalled()
  })
})

describe('a book with a passphrase', () => {
  it('is left alone by the worker, which has no way to open it, and waits for its page', async () => {
    await type('ada', { name: 'Ada' })
    db.close()
    const sealer = new Sealer(new Uint8Array(32).fill(5))
    const empty = new Uint8Array(0)
    await reseal({
      factory: indexedDB,
      userId: 'owner',
      convert: (table, value) => sealer.seal(table, value),
      before: undefined,
      seal: { name: 'seal', id: 'ours', salt: empty, rounds: 1, nonce: empty, wrapped: empty },
      onBlocked: () => undefined,
    })
    const asks = vi.spyOn(globalThis, 'fetch')
    await syncBooks()
    expect(asks).not.toHaveBeenCalled()
    db = new OwnerDatabase('owner', { sealer: async () => sealer })
    expect(await db.queue.count()).toBe(1)
  })
})

const epoch = async () => (await db.device.get('device'))?.epoch

function created(id: string) {
  const about = { ...client(id), baseEpoch: '', baseRev: 0 }
  return { mid: 1, op: 'patch', ...about, base: {}, set: { name: id }, at: '' }
}
