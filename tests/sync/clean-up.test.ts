import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoredDocument } from '#client/data/store/schema.ts'
import { cleanUp } from '#client/data/sync/clean-up.ts'
import { deleteExpiredSyncRows } from '#server/privacy/store.ts'
import { deleteExpiredRecords } from '#server/sync/server-edits.ts'
import { findRecord } from '#server/sync/store.ts'
import { importOutcomes } from '#shared/clients/imports.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { eraseRecords } from '#tests/support/sync/sync-erase.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'
import { createClient, DAY, toClientRef } from '#tests/support/sync/sync-transports.ts'

// Without a connection a deleted record can be restored for 30 days. After them neither the server nor any
// device has its content, so that an erasure, which no longer finds it, leaves nothing.

const ADA = toClientRef('ada')
const JOURNEY = { coll: 'journey', id: 'lofoten' } as const
const ITEM = { coll: 'journey-item', id: 'lofoten-1' } as const

let world: SyncServer
let laptop: SyncDevice
let phone: SyncDevice

beforeEach(async () => {
  world = await SyncServer.open()
  laptop = new SyncDevice('laptop')
  phone = new SyncDevice('phone')
})
afterEach(async () => {
  for (const device of [laptop, phone]) device.crash()
  await world.close()
})

async function syncBoth(): Promise<void> {
  for (const device of [laptop, phone, laptop])
    expect(await device.sync(world.createTransport())).toBe('done')
}

/** Days pass; the server forgets what it may. */
async function wait(days: number): Promise<void> {
  world.time.now += days * DAY
  while ((await world.db.write((tx) => deleteExpiredSyncRows(tx, world.time.now))) > 0);
}

/** On two days: a document is deleted by the second of two clean-ups that find it unlisted. */
async function cleanUpTwice(): Promise<void> {
  for (let day = 0; day < 2; day++) {
    await wait(1)
    await syncBoth()
  }
}

/** Cleans up without a sync, as if the owner had typed something during one. */
async function cleanUpNow(device: SyncDevice, now: number): Promise<void> {
  const lastTime = (await device.db.device.get('device'))?.cleanedUpAt ?? 0
  await cleanUp(device.db, { now, lastTime })
}

async function findJourney() {
  return (await findRecord(world.db.read, 'journey', 'lofoten'))?.record
}

async function deleteAda(): Promise<void> {
  await createClient(laptop, 'ada', { name: 'Ada', notes: 'Likes tea.' })
  await syncBoth()
  await laptop.edits.remove(ADA)
  await syncBoth()
}

describe('A client who was deleted', () => {
  it('can be restored without a connection for thirty days', async () => {
    await deleteAda()
    await wait(29)
    await syncBoth()
    await laptop.edits.restore(ADA)
    expect(await laptop.readView(ADA)).toMatchObject({ deleted: false, data: { name: 'Ada' } })
  })

  it('leaves nothing on any device after thirty days', async () => {
    await deleteAda()
    expect(await phone.dumpStore()).toContain('Likes tea.')
    await wait(31)
    await syncBoth()
    for (const device of [laptop, phone]) {
      expect(await device.dumpStore()).not.toMatch(/Likes tea|Ada/)
      expect(await device.readView(ADA)).toMatchObject({ deleted: true, data: {} })
    }
  })

  it('leaves nothing in a page with many clients either', async () => {
    phone.crash()
    phone = new SyncDevice('phone', { packThreshold: 1 })
    await deleteAda()
    await createClient(laptop, 'bea', { name: 'Bea' })
    await syncBoth()
    expect(await phone.db.pages.count()).toBeGreaterThan(0)
    expect(await phone.dumpStore()).toContain('Likes tea.')
    await wait(31)
    await syncBoth()
    expect(await phone.dumpStore()).not.toMatch(/Likes tea|Ada/)
    expect(await phone.readView(toClientRef('bea'))).toMatchObject({ data: { name: 'Bea' } })
  })

  it('leaves nothing on a device whose clock is a year behind', async () => {
    phone.time.now -= 365 * DAY
    await deleteAda()
    await wait(31)
    await syncBoth()
    expect(await phone.dumpStore()).not.toContain('Likes tea.')
  })

  it('stays whole on a device whose clock is a year ahead', async () => {
    phone.time.now += 365 * DAY
    await deleteAda()
    await wait(2)
    await syncBoth()
    expect((await phone.readView(ADA)).data).toEqual({ name: 'Ada', notes: 'Likes tea.' })
  })

  it('is kept while this device has an edit that the server refused, or an unfinished form', async () => {
    await deleteAda()
    const intent = { op: 'delete', ...ADA, baseEpoch: '', baseRev: 1, at: '' } as const
    const refused = {
      n: 7,
      key: 'client/ada',
      intent,
      at: '',
      reason: '',
      fieldErrors: {},
    } as const
    await laptop.db.rejected.put(refused)
    await phone.db.drafts.put({ key: 'client:ada', data: { notes: 'And cake' } })
    await wait(31)
    await syncBoth()
    for (const device of [laptop, phone])
      expect((await device.readView(ADA)).data).toEqual({ name: 'Ada', notes: 'Likes tea.' })
    expect(await phone.db.drafts.count()).toBe(1)
  })

  it('is brought back whole by a device that edited them before it heard of the deletion', async () => {
    await createClient(laptop, 'ada', { name: 'Ada', notes: 'Likes tea.' })
    await syncBoth()
    await laptop.edits.remove(ADA)
    await laptop.sync(world.createTransport())
    await phone.edit(ADA, { phone: '+47 1' })
    await wait(31)
    await laptop.sync(world.createTransport())
    await syncBoth()
    const whole = { name: 'Ada', notes: 'Likes tea.', phone: '+47 1' }
    for (const device of [laptop, phone]) expect((await device.readView(ADA)).data).toEqual(whole)
    expect((await world.findRecord('ada'))?.data).toEqual(whole)
  })
})

it('An import leaves every device when it cannot be undone any more', async () => {
  const [older, newer] = [
    { coll: 'import', id: 'older' } as const,
    { coll: 'import', id: 'newer' } as const,
  ]
  const counts = Object.fromEntries(importOutcomes.map((one) => [one, 0]))
  const report = { at: 0, file: 'vcard', counts, unreadable: 0, differing: 0 }
  const waitAndSync = async (days: number) => {
    await wait(days)
    await world.db.write((tx) => deleteExpiredRecords(tx, world.time.now))
    await syncBoth()
    const views = [await phone.readView(older), await laptop.readView(older)]
    return [...views, await phone.readView(newer)].map(({ deleted }) => deleted)
  }
  const salt = 'The secret of the older one'
  await laptop.edits.patch(older, { base: {}, set: { report, salt } })
  await syncBoth()
  expect(await waitAndSync(20)).toEqual([false, false, true])
  await laptop.edits.patch(newer, { base: {}, set: { report } })
  expect(await waitAndSync(9)).toEqual([false, false, false])
  expect(await waitAndSync(2)).toEqual([true, true, false])
  expect((await findRecord(world.db.read, 'import', 'older'))?.record.data).toMatchObject({
    salt: '',
  })
  const { rows } = await sql<object>`SELECT * FROM field_history`.execute(world.db.read)
  expect(JSON.stringify(rows)).not.toContain(salt)
  for (const device of [laptop, phone]) expect(await device.dumpStore()).not.toContain(salt)
})

describe('A journey that was deleted', () => {
  beforeEach(async () => {
    await laptop.edits.patch(JOURNEY, { base: {}, set: { title: 'Lofoten', clients: ['ada'] } })
    await laptop.edits.patch(ITEM, { base: {}, set: { title: 'Ferry to Moskenes', documents: [] } })
    await syncBoth()
    await laptop.edits.remove(JOURNEY)
  })

  it('leaves nothing on the server and on devices after thirty days', async () => {
    await laptop.edits.remove(ITEM)
    await syncBoth()
    await wait(31)
    await syncBoth()
    for (const device of [laptop, phone])
      expect(await device.dumpStore()).not.toMatch(/Lofoten|Moskenes/)
    expect(await findJourney()).toMatchObject({ data: {} })
  })

  it('keeps its title and travellers as long as something is planned in it', async () => {
    await syncBoth()
    await wait(200)
    await syncBoth()
    const content = { title: 'Lofoten', clients: ['ada'] }
    for (const device of [laptop, phone])
      expect((await device.readRecord(JOURNEY)).data).toMatchObject(content)
    expect(await findJourney()).toMatchObject({
      deleted: true,
      data: content,
    })
  })
})

describe('A document of a journey', () => {
  const ticket = { id: 'ticket', name: 'ticket.pdf', type: 'application/pdf', size: 3 }
  const stored: StoredDocument = {
    ...{ id: 'ticket', itemId: ITEM.id, waiting: 0 },
    ciphertext: Uint8Array.of(1, 2, 3),
  }
  const isHere = async () => (await laptop.db.documents.get('ticket')) !== undefined

  beforeEach(async () => {
    await laptop.edits.patch(ITEM, { base: {}, set: { title: 'Ferry', documents: [ticket] } })
    await laptop.db.documents.put(stored)
    await syncBoth()
  })

  it('stays as long as its item lists it', async () => {
    await wait(300)
    await syncBoth()
    expect(await isHere()).toBe(true)
  })

  it('stays for thirty days after it was taken from its item, and then leaves the device', async () => {
    await phone.edit(ITEM, { documents: [] })
    await syncBoth()
    await syncBoth()
    await wait(29)
    await syncBoth()
    expect(await isHere()).toBe(true)
    await wait(2)
    await syncBoth()
    await wait(1)
    await syncBoth()
    expect(await isHere()).toBe(false)
  })

  it('stays if it was stored just before its item lists it', async () => {
    await laptop.db.documents.put({ ...stored, id: 'new' })
    await wait(31)
    await laptop.sync(world.createTransport())
    await laptop.edit(ITEM, { documents: [ticket, { ...ticket, id: 'new' }] })
    await wait(1)
    await syncBoth()
    expect(await laptop.db.documents.toCollection().primaryKeys()).toEqual(['new', 'ticket'])
  })

  it('stays if two tabs clean up on one day, though the server’s clock was once far ahead', async () => {
    const tabs = [0, 1].map(() => laptop.createSyncEngine(world.createTransport()))
    const started = world.time.now
    const syncAfter = async (days: number) => {
      world.time.now = started + days * DAY
      for (const tab of tabs) await tab.run()
    }
    await syncAfter(0)
    await syncAfter(400)
    // Stored just before its item.
    await laptop.db.documents.put({ ...stored, id: 'new', itemId: 'lofoten-2' })
    await syncAfter(2)
    expect(await laptop.db.documents.get('new')).toBeDefined()
  })

  it('stays while an edit that lists it again is not sent', async () => {
    await laptop.edit(ITEM, { documents: [] })
    await syncBoth()
    await wait(31)
    await laptop.edit(ITEM, { documents: [ticket] })
    for (const day of [0, 1]) await cleanUpNow(laptop, world.time.now + day * DAY)
    expect(await isHere()).toBe(true)
    await syncBoth()
    expect((await phone.readView(ITEM)).data.documents).toEqual([ticket])
  })

  it('stays while the guests’ copy lists it', async () => {
    await laptop.edits.patch(
      { coll: 'guest-pass', id: 'link' },
      { base: {}, set: { journey: JOURNEY.id, documents: ['ticket'] } },
    )
    await laptop.edit(ITEM, { documents: [] })
    await syncBoth()
    await wait(31)
    await cleanUpTwice()
    expect(await isHere()).toBe(true)
  })

  it('leaves the device if its item is erased or was never stored', async () => {
    await laptop.db.documents.bulkPut([
      { ...stored, id: 'refused', itemId: 'lofoten-2' },
      { ...stored, id: 'late', itemId: 'lofoten-3' },
    ])
    await laptop.edits.patch({ ...ITEM, id: 'lofoten-3' }, { base: {}, set: { title: 'Erased' } })
    await syncBoth()
    await eraseRecords(world, ['lofoten-3'], 'journey-item')
    await syncBoth()
    // A download that ends after the erasure.
    await laptop.db.documents.put({ ...stored, id: 'late', itemId: 'lofoten-3' })
    await cleanUpTwice()
    expect(await laptop.db.documents.toCollection().primaryKeys()).toEqual(['ticket'])
  })

  it('leaves the device with its item, thirty days after that was deleted', async () => {
    await laptop.edits.remove(ITEM)
    await syncBoth()
    await wait(29)
    await syncBoth()
    expect(await isHere()).toBe(true)
    await wait(2)
    await syncBoth()
    expect(await isHere()).toBe(false)
  })
})
