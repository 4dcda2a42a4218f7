import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BlockedUpgrade } from '#client/outbox/other-tabs.ts'
import { Outbox, OutboxDatabase, readRawEntries } from '#client/outbox/store.ts'
import { buildContactSubmission } from '#tests/support/outbox/outbox-device.ts'
import { TODAY } from '#tests/support/server/site.ts'

const KEY = '11111111-1111-4111-8111-111111111111'

/** The next `refusals` openings with a version fail; opening without a version works. */
class FailingFactory extends IDBFactory {
  refusals = 0

  override open(name: string, version?: number) {
    if (version !== undefined && this.refusals-- > 0)
      throw new DOMException('The disk is in a mood', 'InvalidStateError')
    return super.open(name, version)
  }
}

let factory: FailingFactory
beforeEach(() => {
  factory = new FailingFactory()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

function open() {
  const db = new OutboxDatabase({ indexedDB: factory, IDBKeyRange })
  return { db, outbox: new Outbox({ db, clock: () => TODAY, random: () => 0.5 }) }
}

/** A page of another version that created the database in its own way and does not close it. */
function openOlderTab(
  makeStore: (db: IDBDatabase) => void = () => undefined,
): Promise<IDBDatabase> {
  return new Promise((resolve) => {
    const request = factory.open('outbox')
    request.onupgradeneeded = () => makeStore(request.result)
    request.onsuccess = () => resolve(request.result)
  })
}

describe('An outbox database that closes unexpectedly', () => {
  it('is opened again without losing any entries', async () => {
    const { db, outbox } = open()
    await outbox.enqueue(buildContactSubmission(KEY))
    db.backendDB().close()
    expect(await outbox.list()).toMatchObject([{ key: KEY }])
    db.close()
    expect(await outbox.list()).toMatchObject([{ key: KEY }])
  })

  it('still stores a submission that is queued while it is closed', async () => {
    const { db, outbox } = open()
    await outbox.list()
    db.close()
    await outbox.enqueue(buildContactSubmission(KEY))
    expect(await open().outbox.list()).toHaveLength(1)
  })
})

describe('An outbox database that cannot be opened', () => {
  it('is opened by a retry', async () => {
    await open().outbox.enqueue(buildContactSubmission(KEY))
    factory.refusals = 1
    expect(await open().outbox.list()).toHaveLength(1)
  })

  it('fails after one retry, and can be opened later by the same page', async () => {
    await open().outbox.enqueue(buildContactSubmission(KEY))
    factory.refusals = Number.POSITIVE_INFINITY
    const { outbox } = open()
    await expect(outbox.list()).rejects.toThrow()
    await expect(outbox.enqueue(buildContactSubmission(KEY))).rejects.toThrow()
    factory.refusals = 0
    expect(await outbox.list()).toHaveLength(1)
  })

  it('still allows its entries to be rescued', async () => {
    await open().outbox.enqueue(buildContactSubmission(KEY))
    factory.refusals = Number.POSITIVE_INFINITY
    expect(await readRawEntries(factory)).toMatchObject([
      { key: KEY, fields: { message: `Written under ${KEY}` } },
    ])
  })
})

describe('An outbox database upgrade', () => {
  it('is reported as blocked by an older tab, and continues once that tab closes', async () => {
    const old = await openOlderTab()
    const { db, outbox } = open()
    const blocked = new BlockedUpgrade(db)
    const snapshots: boolean[] = []
    blocked.subscribe(() => snapshots.push(blocked.getSnapshot()))
    const saved = outbox.enqueue(buildContactSubmission(KEY))
    await expect.poll(() => blocked.getSnapshot()).toBe(true)
    old.close()
    await saved
    expect(await outbox.list()).toHaveLength(1)
    expect(snapshots).toEqual([true, false])
  })

  it('that fails does not delete the stored input, so that it can be rescued', async () => {
    const old = await openOlderTab((olderDb) => {
      olderDb.createObjectStore('entries', { keyPath: 'id' }).put({ id: 1, message: 'February?' })
    })
    old.close()
    await expect(open().outbox.list()).rejects.toThrow()
    expect(await readRawEntries(factory)).toEqual([{ id: 1, message: 'February?' }])
  })
})
