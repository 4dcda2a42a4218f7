import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Edits } from '#client/data/edits/edits.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import { readDevice } from '#client/data/store/device.ts'
import { SyncEngine } from '#client/data/sync/sync-engine.ts'
import { noHints } from '#tests/support/sync/sync-device.ts'

const CLIENT = { coll: 'client', id: 'anna' } as const
const clock = () => Date.parse('2026-11-23T12:00:00Z')
const newId = () => 'device-1'

let db: OwnerDatabase
let edits: Edits
beforeEach(async () => {
  db = new OwnerDatabase('owner', { indexedDB: new IDBFactory(), IDBKeyRange })
  edits = new Edits({ db, clock, newId, hints: noHints })
  const times = { createdAt: 1, updatedAt: 1, resyncNo: 0 }
  const known = { epoch: 'e1', rev: 3, seq: 3, deleted: false, erased: false, conflicts: [] }
  await db.records.put({
    key: 'client/anna',
    ...CLIENT,
    ...known,
    ...times,
    data: { name: 'Anna' },
  })
  await db.device.put({ ...(await readDevice(db, newId)), epoch: 'e1' })
})
afterEach(() => db.close())

const queued = async () => (await db.queue.orderBy('n').toArray()).map(({ intent }) => intent.op)

/** Sends all pending mutations and loses the answer. */
async function send(): Promise<void> {
  const sent = await createSyncEngine({ isOffline: () => false }).run()
  expect(sent).toBe('failed')
}

interface ServerAnswer {
  isOffline: () => boolean
  /** Status of the answer to a pull; 0 is no answer. */
  status?: number
}

const pushed: object[] = []

function createSyncEngine({ isOffline, status = 0 }: ServerAnswer): SyncEngine {
  return new SyncEngine({
    ...{ db, userId: 'owner', clock, newId, isOffline, locks: undefined },
    transport: {
      push: async (body) => {
        pushed.push(body)
        return { status: 0, body: undefined, text: '' }
      },
      pull: async () => ({ status, body: undefined, text: '' }),
      isRevoked: async () => false,
    },
  })
}

beforeEach(() => {
  pushed.length = 0
})

describe('A client deleted, restored and deleted again', () => {
  it('is a single queued mutation if nothing has been sent', async () => {
    await edits.remove(CLIENT)
    await edits.restore(CLIENT)
    expect(await queued()).toEqual([])
    await edits.remove(CLIENT)
    expect(await queued()).toEqual(['delete'])
  })

  it('is only the delete that was already sent, unchanged', async () => {
    await edits.remove(CLIENT)
    await send()
    const [sent] = await db.queue.toArray()
    await edits.restore(CLIENT)
    await edits.remove(CLIENT)
    expect(await db.queue.toArray()).toEqual([sent])
    expect((await db.records.get('client/anna'))?.optimistic?.deleted).toBe(true)
  })

  it('is three mutations if the delete and the restore have both been sent', async () => {
    await edits.remove(CLIENT)
    await send()
    await edits.restore(CLIENT)
    await send()
    await edits.remove(CLIENT)
    expect(await queued()).toEqual(['delete', 'patch', 'delete'])
  })
})

describe('A sync while the browser reports no connection', () => {
  it('checks that the server answers before it numbers an edit, so that the edit can still coalesce with others', async () => {
    await edits.remove(CLIENT)
    expect(await createSyncEngine({ isOffline: () => true }).run()).toBe('offline')
    expect(pushed).toEqual([])
    expect((await readDevice(db, newId)).assignedMids).toEqual([])
    await edits.restore(CLIENT)
    await edits.remove(CLIENT)
    expect(await queued()).toEqual(['delete'])
  })

  it('pushes all the same if the server does answer', async () => {
    await edits.remove(CLIENT)
    await createSyncEngine({ isOffline: () => true, status: 200 }).run()
    expect(pushed).toHaveLength(1)
  })
})
