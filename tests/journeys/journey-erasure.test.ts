import fs from 'node:fs'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { createKey } from '#client/lib/encrypt.ts'
import { takeBackup } from '#server/db/backup/backup.ts'
import { restoreBackup } from '#server/db/backup/restore.ts'
import {
  engine,
  findTraces,
  isInDatabaseFile,
  readStoredTables,
} from '#tests/support/db/database.ts'
import { JourneyDesk, repeatText, TestJourney } from '#tests/support/journeys/journey-server.ts'
import { testKeys } from '#tests/support/server/keys.ts'
import type { Site } from '#tests/support/server/site.ts'
import { test as it } from '#tests/support/server/site-test.ts'

const EMAIL = 'elisabeth@example.com'

let desk: JourneyDesk
it.beforeEach(async ({ site }) => {
  desk = await JourneyDesk.open(site)
  await desk.edit(
    { coll: 'client', id: 'her' },
    { name: 'Elisabeth', email: EMAIL, notes: 'canary-notes' },
  )
  await desk.edit({ coll: 'client', id: 'him' }, { name: 'Otto', email: 'otto@example.com' })
})

const canary = (field: string) => `canary-${field}`
const named = (fields: string) =>
  Object.fromEntries(fields.split(' ').map((field) => [field, canary(field)]))

async function plan(clients: string[], title: string): Promise<TestJourney> {
  const journey = new TestJourney(desk, clients, {
    journey: { title },
    item: {
      ...named('title place toPlace address confirmation contact phone email included'),
      ...named('guestText ownerText price'),
    },
    file: repeatText(canary('document'), 300_000),
  })
  Object.assign(journey.document, { name: canary('documentName') })
  await journey.plan()
  await journey.upload()
  await journey.publish()
  // An earlier value in the history of fields, and an open conflict.
  await desk.edit(
    journey.item,
    { guestText: 'Changed', title: 'Changed' },
    { base: { guestText: canary('guestText'), title: canary('title') }, rev: 1 },
  )
  const other = { device: 'laptop', base: { place: 'Oslo' }, rev: 1 }
  const { status } = await desk.edit(journey.item, { place: canary('alternative') }, other)
  expect(status).toBe('conflict')
  return journey
}

const erase = async (email = EMAIL) => (await desk.call('erase-person', { email })).json()
const exportPerson = (format: 'json' | 'csv') =>
  desk.call('export-person', { email: EMAIL, format })

/** Names of the tables that contain a canary, or a document. */
async function listTraces(site: Site, folder = site.dataDir): Promise<string[]> {
  const tables = await readStoredTables(folder)
  const documents = ['journey_document', 'journey_document_piece'].filter(
    (name) => tables[name]?.length,
  )
  return [...(await findTraces(folder, 'canary')), ...documents].sort()
}

const ALL_TABLES = ['field_history', 'journey_document', 'journey_document_piece', 'record']

describe('The journey of one client', () => {
  it('is erased with them: days, items, prices, keys, history, the guests’ copy and documents, on server and devices', async ({
    site,
  }) => {
    const journey = await plan(['her'], canary('journey'))
    const piece = journey.encrypted.subarray(1000, 1040)
    expect(await listTraces(site)).toEqual(ALL_TABLES)
    expect(await (await desk.call('find-person', { email: EMAIL })).json()).toMatchObject({
      clients: 1,
      journeys: 1,
      sharedJourneys: [],
    })
    const { nextCursor } = await desk.pull()
    expect(await erase()).toMatchObject({ clients: 1, journeys: 1, sharedJourneys: [] })
    await site.drain()
    expect(await listTraces(site)).toEqual([])
    expect(await isInDatabaseFile(site.dataDir, canary('guestText'))).toBe(false)
    expect(await isInDatabaseFile(site.dataDir, journey.link.key)).toBe(false)
    if (engine === 'sqlite') {
      const file = fs.readFileSync(path.join(site.dataDir, 'lysning.sqlite'))
      expect(file.includes(Buffer.from(piece))).toBe(false)
    }
    const { changes } = await desk.pull(nextCursor)
    expect(changes.map(({ coll, erased, data }) => [coll, erased, data])).toEqual(
      [...['journey-keys', 'journey-item', 'item-price', 'guest-pass', 'journey', 'client']].map(
        (coll) => [coll, true, {}],
      ),
    )
  })

  it('is erased also if it was deleted before, or if the others on it were erased', async ({
    site,
  }) => {
    const deleted = await plan(['her'], canary('deleted'))
    const { rev } = (await desk.find(deleted.journeyRef)) ?? { rev: 0 }
    await desk.remove(deleted.journeyRef, { rev })
    await plan(['him', 'her'], canary('both'))
    await erase('otto@example.com')
    expect(await listTraces(site)).toEqual(ALL_TABLES)
    await erase()
    expect(await listTraces(site)).toEqual([])
  })

  it('stays erased, even if a device still plans on it without a connection', async ({ site }) => {
    const journey = await plan(['her'], canary('journey'))
    await erase()
    const added = { coll: 'journey-item' as const, id: `${journey.id}-late` }
    const link = { coll: 'guest-pass' as const, id: 'lateLink' }
    const edits = [
      await desk.edit(journey.journeyRef, { title: canary('late') }, { rev: 1 }),
      await desk.edit(journey.keysRef, { documentKeys: [createKey()] }, { rev: 1 }),
      await desk.edit(journey.item, { title: canary('late') }, { rev: 1 }),
      await desk.edit(journey.priceRef, { price: canary('late') }, { rev: 1 }),
      // Sent before the item that it is the price of.
      await desk.edit({ coll: 'item-price', id: added.id }, { price: canary('late') }),
      await desk.edit(added, { title: canary('late') }),
      await desk.edit(link, { journey: journey.id, ciphertext: canary('late'), endsAt: 9e15 }),
    ]
    for (const { status, record } of edits)
      expect([status, record]).toMatchObject(['erased', { erased: true, deleted: true, data: {} }])
    // Devices that have seen it as new erase their copies by its tombstone.
    expect(await desk.find(added)).toMatchObject({ erased: true, data: {} })
    expect((await journey.sendPiece(0)).status).toBe(404)
    expect(await listTraces(site)).toEqual([])
  })
})

it('An item whose id does not name its journey is refused, because an erasure would not find it', async () => {
  for (const [coll, id] of [
    ['journey-item', 'alone'],
    ['journey-item', 'three-part-id'],
    ['item-price', 'alone'],
    ['journey-keys', 'with-hyphen'],
    ['journey', 'with-hyphen'],
    ['guest-pass', 'with-hyphen'],
  ] as const)
    expect((await desk.edit({ coll, id }, { title: 'x' })).status).toBe('refused')
})

it('The keys of a journey and the price of an item cannot be deleted without these', async () => {
  const journey = await plan(['her'], 'Lofoten in June')
  for (const ref of [journey.keysRef, journey.priceRef]) {
    expect(await desk.remove(ref, { rev: 1 })).toMatchObject({ status: 'refused' })
    expect((await desk.find(ref))?.deleted).toBeUndefined()
  }
})

describe('A journey on which others travel too', () => {
  it('stays without the erased client, and the answer names it, because only a person can find what its texts say', async ({
    site,
  }) => {
    const journey = await plan(['her', 'him'], 'Lofoten in June')
    const before = await desk.find(journey.journeyRef)
    const answer = await erase()
    expect(answer).toMatchObject({
      journeys: 0,
      sharedJourneys: [
        { id: journey.id, title: 'Lofoten in June', createdAt: '2026-11-21T12:00:00.000Z' },
      ],
    })
    const after = await desk.find(journey.journeyRef)
    expect(after?.data).toEqual({ ...before?.data, clients: ['him'] })
    expect(after?.seq).toBeGreaterThan(before?.seq ?? 0)
    expect((await journey.download()).status).toBe(200)
    expect((await site.get(`/functions/guest-pass?id=${journey.link.id}`)).status).toBe(200)
    // A device that has not seen the change yet edits the journey without a conflict.
    const clients = { base: { clients: ['her', 'him'] }, rev: 1 }
    await desk.edit(journey.journeyRef, { clients: ['her', 'him', 'them'] }, clients)
    const merged = await desk.find(journey.journeyRef)
    expect([merged?.data.clients, merged?.conflicts]).toEqual([['him', 'them'], undefined])
  })

  it('is one of a single client if the other is not in the client list any more', async ({
    site,
  }) => {
    await plan(['her', 'unknown'], canary('journey'))
    expect(await erase()).toMatchObject({ journeys: 1, sharedJourneys: [] })
    expect(await listTraces(site)).toEqual([])
  })
})

describe('The export of a person', () => {
  it('has their journeys with items, history, links and documents, but no keys and no other traveller', async ({
    site,
  }) => {
    const alone = await plan(['her'], 'Lofoten in June')
    const shared = await plan(['him', 'her'], 'Iceland')
    const others = await plan(['him'], 'Not hers')
    const { link, seenToken: token } = alone
    await site.call('guest-pass-seen', { id: link.id, version: 1, device: 'phone', token })
    await expect.poll(async () => (await desk.find(alone.pass))?.data.seen).toBeTruthy()
    const text = await (await exportPerson('json')).text()
    const exported = JSON.parse(text)
    const titles = exported.journeys.map(({ data }: { data: { title: string } }) => data.title)
    expect(titles.sort()).toEqual(['Iceland', 'Lofoten in June'])
    for (const { data } of exported.journeys) expect(data.clients).toEqual(['her'])
    expect(exported.journey_items).toMatchObject([
      {
        data: { ownerText: canary('ownerText') },
        alternatives: [{ value: canary('alternative') }],
      },
      { data: { guestText: 'Changed' } },
    ])
    expect(exported.journey_item_prices).toMatchObject(
      [
        { id: alone.itemId, data: { price: canary('price') } },
        { id: shared.itemId, data: { price: canary('price') } },
      ].sort((a, b) => (a.id < b.id ? -1 : 1)),
    )
    expect(exported.journey_history).toContainEqual(
      expect.objectContaining({ field: 'guestText', earlier_value: canary('guestText') }),
    )
    expect(exported.guest_passes).toContainEqual({
      id: alone.link.id,
      journey: alone.id,
      ends_at: '2026-12-05T12:00:00.000Z',
      is_closed: false,
      first_opened_at: '2026-11-21T12:00:00.000Z',
      last_opened_at: '2026-11-21T12:00:00.000Z',
      device: 'phone',
      created_at: '2026-11-21T12:00:00.000Z',
      updated_at: '2026-11-21T12:00:00.000Z',
      deleted_at: null,
    })
    expect(exported.journey_documents).toHaveLength(2)
    expect(exported.journey_documents[0]).toMatchObject({
      name: canary('documentName'),
      type: 'application/pdf',
      size: 300_000,
      file: expect.stringContaining('Please ask for the document itself'),
    })
    const table = await (await exportPerson('csv')).text()
    expect(table).toContain(`"data.ownerText","${canary('ownerText')}"`)
    for (const file of [text, table])
      for (const secret of [alone, shared].flatMap((one) => [one.link.key, one.documentKey]))
        expect(file).not.toContain(secret)
    for (const file of [text, table]) expect(file).not.toContain(others.id)
  })
})

// `tests/postgres/backup.test.ts` restores a backup of PostgreSQL.
describe.skipIf(engine === 'postgres')('A restored backup', () => {
  it('erases erased journeys again, even if they had no traveller when it was made', async ({
    site,
  }) => {
    const journey = await plan(['her'], canary('journey'))
    const later = await plan([], canary('later'))
    const { dataDir } = site
    const folder = path.join(dataDir, 'backups')
    const { folder: backup } = await takeBackup({ dataDir, folder, now: site.time.now })
    await desk.edit(later.journeyRef, { clients: ['her'] }, { base: { clients: [] }, rev: 1 })
    expect(await erase()).toMatchObject({ journeys: 2 })
    expect(await listTraces(site)).toEqual([])
    expect(await listTraces(site, backup)).toEqual(ALL_TABLES)
    for (const keys of [testKeys, undefined]) {
      const restored = path.join(dataDir, `site-${keys ? 'with' : 'without'}-keys`)
      fs.mkdirSync(restored)
      for (const file of ['lysning.sqlite', 'lysning.sqlite-wal'])
        fs.copyFileSync(path.join(dataDir, file), path.join(restored, file))
      await restoreBackup({ dataDir: restored, backup, keys, now: site.time.now })
      expect(await listTraces(site, restored)).toEqual([])
      const { record } = await readStoredTables(restored)
      const erased = (record as { id: string; erased: number }[]).filter((row) => row.erased)
      expect(erased.map(({ id }) => id).sort()).toEqual(
        [
          'her',
          ...[journey, later].flatMap(({ id, itemId, link }) => [id, id, itemId, itemId, link.id]),
        ].sort(),
      )
    }
  })
})
