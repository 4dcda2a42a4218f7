import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { erasePersonalData, readPersonalData } from '#client/data/edits/personal-data.ts'
import { readEpoch } from '#server/db/metadata.ts'
import { erasePersonRows } from '#server/db/privacy/erasure.ts'
import { findPersonRows, readPersonData } from '#server/db/privacy/personal-data.ts'
import { writeRecord } from '#server/sync/batch-records.ts'
import { findRecord, insertFieldHistory } from '#server/sync/store.ts'
import { type CollectionDefinition, defineCollection } from '#shared/lib/define-collection.ts'
import {
  type Collection,
  collections,
  getCollection,
  type RecordData,
} from '#shared/sync/collections.ts'
import { SCHEMA_VERSION } from '#shared/sync/protocol-constants.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { noHints, SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'

// A collection says whose data it is; export and erasure must then find it.

const EMAIL = 'ada@example.com'
const CANARY = 'canary'

interface TestRecord {
  coll: Collection
  id: string
  data: RecordData
}

/** A record about Ada, after those that it belongs to. */
function buildChain(coll: Collection): TestRecord[] {
  const { parent, personalData } = getCollection(coll)
  const above = parent ? buildChain(parent.coll as Collection) : []
  const { id: parentId = 'ada' } = above.at(-1) ?? {}
  const about: RecordData =
    personalData.kind === 'of one person'
      ? { [personalData.addressFields[0] ?? '']: EMAIL }
      : personalData.kind === 'of people'
        ? { [personalData.field]: ['ada'] }
        : {}
  if (typeof parent?.idIn === 'object') about[parent.idIn.field] = parentId
  const id = parent?.idIn === 'start of id' ? `${parentId}-part` : parentId
  return [...above, { coll, id, data: { ...about, [CANARY]: `${CANARY} of ${coll}` } }]
}

const client: TestRecord = { coll: 'client', id: 'ada', data: { name: 'Ada', email: EMAIL } }

// Collections that the product does not name anywhere: something about a client, its parts, and something about several.
const fields = { title: { schema: v.string(), empty: '', label: 'Title', merge: 'value' } } as const
const common = {
  fields,
  maxFields: 10,
  personalData: { kind: 'of parent' },
  rows: 'single',
} as const
const newCollections = [
  defineCollection({
    ...{ ...common, name: 'errand', noun: 'Errand', exported: { section: 'errands' } },
    parent: { coll: 'client', idIn: { field: 'client' } },
  }),
  defineCollection({
    ...{ ...common, name: 'errand-step', noun: 'Step', exported: { section: 'errand_steps' } },
    parent: { coll: 'errand', idIn: 'start of id' },
  }),
  defineCollection({
    ...{ ...common, name: 'letter', noun: 'Letter', exported: { section: 'letters' } },
    parent: null,
    personalData: { kind: 'of people', field: 'recipients' },
  }),
  defineCollection({
    ...{ ...common, name: 'enclosure', noun: 'Enclosure', exported: { section: 'enclosures' } },
    parent: { coll: 'letter', idIn: 'start of id' },
  }),
]
const registry = collections as Map<string, CollectionDefinition>
for (const definition of newCollections) {
  if (registry.has(definition.name))
    throw new Error(`The product has a collection ${definition.name}`)
  registry.set(definition.name, definition)
}

const aboutPeople = [...collections.keys()].filter(
  (coll) => getCollection(coll).personalData.kind !== 'of nobody',
)

let server: SyncServer
let device: SyncDevice
beforeEach(async () => {
  server = await SyncServer.open()
  device = new SyncDevice('laptop')
})
afterEach(async () => {
  device.crash()
  await server.close()
})

async function store({ coll, id, data }: TestRecord): Promise<void> {
  const none = { rev: 1, deleted: false, erased: false, revs: {}, conflicts: [] }
  const times = { createdAt: TODAY, updatedAt: TODAY, deletedAt: null, deletedBy: null }
  await server.db.write(async (tx) => {
    await writeRecord(tx, { coll, id, data, ...none, ...times })
    const entry = { coll, id, rev: 1, field: CANARY, value: `"${CANARY}"`, edited_at: '' }
    await insertFieldHistory(tx, [entry], { deviceId: '', at: TODAY })
  })
}

const listHistory = (coll: Collection) =>
  server.db.read.selectFrom('field_history').selectAll().where('coll', '=', coll).execute()

describe.each(aboutPeople)('A person’s data in the collection %s', (coll) => {
  const chain = buildChain(coll)
  const { id = '' } = chain.at(-1) ?? {}
  const all = chain.some((one) => one.coll === 'client') ? chain : [client, ...chain]
  const { exported } = getCollection(coll)

  it('is exported, if it says so, and erased by the server, with its history', async () => {
    for (const record of all) await store(record)
    const rows = await findPersonRows(server.db.read, EMAIL)
    const sections = await readPersonData(server.db.read, rows)
    const found = Object.entries(sections).filter(([, lines]) =>
      lines.some((line) => JSON.stringify(line).includes(`${CANARY} of ${coll}`)),
    )
    const hasContent = exported !== null && !exported.toRow
    expect(found.map(([section]) => section)).toEqual(hasContent ? [exported.section] : [])
    if (exported) expect(sections[exported.section]).toMatchObject([{ id }])
    await server.db.write((tx) => erasePersonRows(tx, { mailbox: EMAIL }, TODAY))
    const { record } = (await findRecord(server.db.read, coll, id)) ?? {}
    expect(record).toMatchObject({ erased: true, data: {} })
    expect(await listHistory(coll)).toEqual([])
  })

  it('that only a device has is exported, if it says so, and erased by the device', async () => {
    for (const record of all) await device.edits.patch(record, { base: {}, set: record.data })
    const person = { email: EMAIL, ids: ['ada'] }
    const here = { db: device.db, hints: noHints }
    const found = JSON.stringify(await readPersonalData(here, person))
    expect(found.includes(`${CANARY} of ${coll}`)).toBe(exported !== null)
    await erasePersonalData(here, person)
    expect(await device.dumpStore()).not.toContain(`${CANARY} of ${coll}`)
  })
})

it('A record of somebody else cannot be moved to one that was erased, where no later erasure would find it', async () => {
  await store(client)
  await store({ coll: 'journey', id: 'hers', data: { clients: ['ada'] } })
  await store({ coll: 'journey', id: 'others', data: { clients: ['bob'] } })
  await store({ coll: 'guest-pass', id: 'pass', data: { journey: 'others' } })
  await server.db.write((tx) => erasePersonRows(tx, { mailbox: EMAIL }, TODAY))
  const epoch = await readEpoch(server.db.read)
  const patch = {
    mid: 1,
    op: 'patch',
    coll: 'guest-pass',
    id: 'pass',
    baseEpoch: epoch,
    baseRev: 1,
  }
  const answer = await server.push({
    ...{ userId: 'owner', deviceId: 'device-one', deviceName: '', epoch, schema: SCHEMA_VERSION },
    mutations: [{ ...patch, base: { journey: 'others' }, set: { journey: 'hers' }, at: '' }],
  })
  expect(answer).toMatchObject({ status: 200 })
  const { record } = (await findRecord(server.db.read, 'guest-pass', 'pass')) ?? {}
  expect(record).toMatchObject({ erased: false, data: { journey: 'others' } })
})
