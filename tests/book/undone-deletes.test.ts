import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Edits } from '#client/book/edits/edits.ts'
import { OwnerDatabase } from '#client/book/store/database.ts'
import { readDevice } from '#client/book/store/device.ts'
import { Syncer } from '#client/book/sync/syncer.ts'
import { noHints } from '#tests/support/sync-device.ts'

const CLIENT = { coll: 'client', id: 'anna' } as const
const clock = () => Date.parse('2026-11-23T12:00:00Z')
const newId = () => 'device-1'

let db: OwnerDatabase
let edits: Edits
beforeEach(async () => {
  db = new OwnerDatabase('owner', { indexedDB: new IDBFactory(), IDBKeyRange })
  edits = new Edits({ db, clock, newId, hints: noHints })
  const times = { createdAt: 1, updatedAt: 1, round: 0 }
  const known = { epoch: 'e1', rev: 3, seq: 3, deleted: false, erased: false, conflicts: [] }
  await db.rows.put({ key: 'client/anna', ...CLIENT, ...known, ...times, data: { name: 'Anna' } })
  await db.device.put({ ...(await readDevice(db, newId)), epoch: 'e1' })
})
afterEach(() => db.close())

const queued = async () => (await db.queue.orderBy('n').toArray()).map(({ intent }) => intent.op)

/** Sends all pending mutations and loses the answer. */
async function send(): Promise<void> {
  const sent = await syncer({ isOffline: () => false }).run()
  expect(sent).toBe('failed')
}

interface Way {
  isOffline: () => boolean
  /** Status of the answer to a pull; 0 is no answer. */
  status?: number
}

const pushed: object[] = []

function syncer({ isOffline, status = 0 }: Way): Syncer {
  return new Syncer({
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

describe('a client deleted, taken back and deleted again', () => {
  it('is one change while nothing was sent', async () => {
    await edits.remove(CLIENT)
    await edits.restore(CLIENT)
    expect(await queued()).toEqual([])
    await edits.remove(CLIENT)
    expect(await queued()).toEqual(['delete'])
  })

  it('is the one delete that was sent, as it was sent', async () => {
    await edits.remove(CLIENT)
    await send()
    const [sent] = await db.queue.toArray()
    await edits.restore(CLIENT)
    await edits.remove(CLIENT)
    expect(await db.queue.toArray()).toEqual([sent])
    expect((await db.rows.get('client/anna'))?.shown?.deleted).toBe(true)
  })

  it('is three changes where all that came before was sent', async () => {
    await edits.remove(CLIENT)
    await send()
    await edits.restore(CLIENT)
    await send()
    await edits.remove(CLIENT)
    expect(await queued()).toEqual(['delete', 'patch', 'delete'])
  })
})

describe('an exchange without a connection', () => {
  it('asks whether anybody answers before it numbers an edit, which can still join others then', async () => {
    await edits.remove(CLIENT)
    expect(await syncer({ isOffline: () => true }).run()).toBe('failed')
    expect(pushed).toEqual([])
    expect((await readDevice(db, newId)).given).toEqual([])
    await edits.restore(CLIENT)
    await edits.remove(CLIENT)
    expect(await queued()).toEqual(['delete'])
  })

  it('sends all the same where the browser was wrong', async () => {
    await edits.remove(CLIENT)
    await syncer({ isOffline: () => true, status: 200 }).run()
    expect(pushed).toHaveLength(1)
  })
})
