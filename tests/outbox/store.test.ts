import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Blocked } from '#client/outbox/other-tabs.ts'
import { Outbox, OutboxDatabase, rescueEntries } from '#client/outbox/store.ts'
import { contactSubmission } from '#tests/support/outbox.ts'
import { TODAY } from '#tests/support/site.ts'

const KEY = '11111111-1111-4111-8111-111111111111'

/** The next `refusals` openings with a version fail; opening without a version works. */
class MoodyFactory extends IDBFactory {
  refusals = 0

  override open(name: string, version?: number) {
    if (version !== undefined && this.refusals-- > 0)
      throw new DOMException('The disk is in a mood', 'InvalidStateError')
    return super.open(name, version)
  }
}

let factory: MoodyFactory
beforeEach(() => {
  factory = new MoodyFactory()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

function open() {
  const db = new OutboxDatabase({ indexedDB: factory, IDBKeyRange })
  return { db, outbox: new Outbox({ db, clock: () => TODAY, random: () => 0.5 }) }
}

/** A page of another version that created the database in its own way and does not close it. */
function olderTab(makeStore: (db: IDBDatabase) => void = () => undefined): Promise<IDBDatabase> {
  return new Promise((resolve) => {
    const request = factory.open('outbox')
    request.onupgradeneeded = () => makeStore(request.result)
    request.onsuccess = () => resolve(request.result)
  })
}

describe('a store that closes under us', () => {
  it('is opened again, and has lost nothing', async () => {
    const { db, outbox } = open()
    await outbox.queue(contactSubmission(KEY))
    db.backendDB().close()
    expect(await outbox.list()).toMatchObject([{ key: KEY }])
    db.close()
    expect(await outbox.list()).toMatchObject([{ key: KEY }])
  })

  it('takes what is saved at that moment', async () => {
    const { db, outbox } = open()
    await outbox.list()
    db.close()
    await outbox.queue(contactSubmission(KEY))
    expect(await open().outbox.list()).toHaveLength(1)
  })
})

describe('a store that cannot be opened', () => {
  it('is tried once more', async () => {
    await open().outbox.queue(contactSubmission(KEY))
    factory.refusals = 1
    expect(await open().outbox.list()).toHaveLength(1)
  })

  it('is given up then, and can be had later by the same page', async () => {
    await open().outbox.queue(contactSubmission(KEY))
    factory.refusals = Number.POSITIVE_INFINITY
    const { outbox } = open()
    await expect(outbox.list()).rejects.toThrow()
    await expect(outbox.queue(contactSubmission(KEY))).rejects.toThrow()
    factory.refusals = 0
    expect(await outbox.list()).toHaveLength(1)
  })

  it('gives up its entries to be taken along', async () => {
    await open().outbox.queue(contactSubmission(KEY))
    factory.refusals = Number.POSITIVE_INFINITY
    expect(await rescueEntries(factory)).toMatchObject([
      { key: KEY, fields: { message: `Written under ${KEY}` } },
    ])
  })
})

describe('an upgrade', () => {
  it('that an older tab blocks is known to be blocked, and goes on once that is closed', async () => {
    const old = await olderTab()
    const { db, outbox } = open()
    const blocked = new Blocked(db)
    const told: boolean[] = []
    blocked.subscribe(() => told.push(blocked.now()))
    const saved = outbox.queue(contactSubmission(KEY))
    await expect.poll(() => blocked.now()).toBe(true)
    old.close()
    await saved
    expect(await outbox.list()).toHaveLength(1)
    expect(told).toEqual([true, false])
  })

  it('that fails leaves what was typed where it lies, to be rescued', async () => {
    const old = await olderTab((made) => {
      made.createObjectStore('entries', { keyPath: 'id' }).put({ id: 1, message: 'February?' })
    })
    old.close()
    await expect(open().outbox.list()).rejects.toThrow()
    expect(await rescueEntries(factory)).toEqual([{ id: 1, message: 'February?' }])
  })
})
