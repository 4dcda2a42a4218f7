import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Edits } from '#client/data/edits/edits.ts'
import { Cipher } from '#client/data/encryption/cipher.ts'
import { rekeyStore } from '#client/data/encryption/rekey.ts'
import type { TabMessage } from '#client/data/store/channel.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import { syncPush } from '#shared/sync/protocol.ts'
import { syncOwners } from '#sw/background-sync.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { noHints } from '#tests/support/sync/sync-device.ts'
import { eraseRecords } from '#tests/support/sync/sync-erase.ts'
import { SyncServer, toAnswer } from '#tests/support/sync/sync-server.ts'
import { toClientRef } from '#tests/support/sync/sync-transports.ts'

let world: SyncServer
let db: OwnerDatabase
let page: BroadcastChannel
/** The changes announced to an open page. */
let announcedIds: (readonly string[] | 'all')[]
/** Whether pulls never return, as when the browser stops the worker during one. */
let hangs = false

beforeEach(async () => {
  world = await SyncServer.open()
  db = new OwnerDatabase('owner')
  announcedIds = []
  hangs = false
  page = new BroadcastChannel('crm-owner')
  page.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'changed') announcedIds.push(data.ids)
  }
  const locks = { request: (_name: string, _how: object, act: () => unknown) => act() }
  vi.stubGlobal('navigator', { locks })
  vi.stubGlobal('fetch', server)
})
afterEach(async () => {
  page.close()
  await db.delete()
  await world.close()
})

async function server(address: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const pushes = pathname === syncPush.path
  if (hangs && !pushes) return new Promise(() => undefined)
  const { status, text } = toAnswer(
    pushes
      ? await world.push(JSON.parse(String(init.body)))
      : await world.pull(Object.fromEntries(searchParams)),
  )
  return new Response(text, { status })
}

async function type(id: string, set: Record<string, string>): Promise<void> {
  const edits = new Edits({ db, clock: () => TODAY, newId: () => 'laptop', hints: noHints })
  await edits.patch(toClientRef(id), { base: {}, set })
}

describe('Open pages while the service worker syncs', () => {
  it('are notified after a full fetch, which may have removed records that no change names', async () => {
    await type('ada', { name: 'Ada' })
    await syncOwners()
    await vi.waitFor(() => expect(announcedIds.at(-1)).toBe('all'))
    expect((await world.findRecord('ada'))?.data).toEqual({ name: 'Ada' })
  })

  it('are notified after each step and not only at the end, which the worker may not reach', async () => {
    await type('ada', { name: 'Ada' })
    await syncOwners()
    await vi.waitFor(() => expect(announcedIds).toContain('all'))
    announcedIds.length = 0
    await type('bo', { name: 'Bo' })
    // A change is left to pull, so that the push's answer does not contain everything.
    await world.push({
      ...{ deviceId: 'phone', deviceName: '', epoch: (await epoch()) ?? '', schema: 1 },
      ...{ userId: 'owner', mutations: [created('cy')] },
    })
    hangs = true
    void syncOwners()
    await vi.waitFor(() => expect(announcedIds).toEqual([['bo']]))
    expect((await world.findRecord('bo'))?.data).toEqual({ name: 'Bo' })
  })

  it('are notified to reload everything if a client was erased', async () => {
    await type('ada', { name: 'Ada' })
    await syncOwners()
    await vi.waitFor(() => expect(announcedIds).toContain('all'))
    announcedIds.length = 0
    await eraseRecords(world, ['ada'])
    await type('ada', { name: 'Ada L.' })
    await syncOwners()
    await vi.waitFor(() => expect(announcedIds[0]).toBe('all'))
  })

  it('are not notified, and the server gets no request, if nothing was queued', async () => {
    await type('ada', { name: 'Ada' })
    await syncOwners()
    await vi.waitFor(() => expect(announcedIds.at(-1)).toBe('all'))
    announcedIds.length = 0
    const fetchSpy = vi.spyOn(globalThis, 'fetch')
    await syncOwners()
    const last = new BroadcastChannel('crm-owner')
    last.postMessage({ type: 'changed', ids: ['last'] })
    await vi.waitFor(() => expect(announcedIds).toEqual([['last']]))
    last.close()
    expect(fetchSpy).not.toHaveBeenCalled()
  })
})

describe('A client book with a passphrase', () => {
  it('is not synced by the service worker, which cannot decrypt it, and its edits stay queued for the page', async () => {
    await type('ada', { name: 'Ada' })
    db.close()
    const cipher = new Cipher(new Uint8Array(32).fill(5))
    const empty = new Uint8Array(0)
    await rekeyStore({
      factory: indexedDB,
      userId: 'owner',
      convert: (table, value) => cipher.encrypt(table, value),
      before: undefined,
      envelope: {
        name: 'seal',
        id: 'ours',
        salt: empty,
        iterations: 1,
        nonce: empty,
        wrappedKey: empty,
      },
      onBlocked: () => undefined,
    })
    const fetchSpy = vi.spyOn(globalThis, 'fetch')
    await syncOwners()
    expect(fetchSpy).not.toHaveBeenCalled()
    db = new OwnerDatabase('owner', { getCipher: async () => cipher })
    expect(await db.queue.count()).toBe(1)
  })
})

const epoch = async () => (await db.device.get('device'))?.epoch

function created(id: string) {
  const about = { ...toClientRef(id), baseEpoch: '', baseRev: 0 }
  return { mid: 1, op: 'patch', ...about, base: {}, set: { name: id }, at: '' }
}
