import { IDBObjectStore } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import { erasePersonalData } from '#client/data/edits/personal-data.ts'
import { ImportExport, iterateClients } from '#client/data/import/import-export.ts'
import { getOptimistic } from '#client/data/store/record.ts'
import type { StoredRecord } from '#client/data/store/schema.ts'
import type { ExportedClient } from '#shared/clients/client-export.ts'
import type { DataOf } from '#shared/sync/collections.ts'
import { isSameValue } from '#shared/sync/value-equality.ts'
import { noHints, type SyncDevice } from '#tests/support/sync-device.ts'
import { createTwoDevices } from '#tests/support/two-devices.ts'

const devices = createTwoDevices()

const client = (id: string) => ({ coll: 'client', id }) as const

function partsOf({ db, time, newId }: SyncDevice) {
  return { db, clock: () => time.now, newId, hints: noHints }
}

/** The import and export code of a page that was just opened. */
function createImportExport(device: SyncDevice): ImportExport {
  return new ImportExport(partsOf(device), async () => undefined)
}

async function importOn(device: SyncDevice, text: string) {
  const exchange = createImportExport(device)
  await exchange.open(new Blob([text]), 'clients.csv')
  await exchange.preview({ targets: {}, dateOrders: {} })
  return exchange.run({ same: 'fill', joined: 'fill', similar: 'import', rows: {} })
}

/** Ids of the imports that this device lists, the oldest first. */
async function listImports({ db }: SyncDevice): Promise<string[]> {
  const rows = await db.records.where('key').startsWith('import/').toArray()
  const made = (row: StoredRecord) => (getOptimistic(row).data as DataOf<'import'>).report?.at ?? 0
  return rows.sort((a, b) => made(a) - made(b)).map(({ id }) => id)
}

/** The device has no room for more than some values; the returned function ends that. */
function stopWritingAfter(count: number): () => void {
  let left = count
  const { add } = IDBObjectStore.prototype
  const spy = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (
    this: IDBObjectStore,
    ...given
  ) {
    if (left-- > 0) return add.apply(this, given)
    throw new DOMException('No room is left', 'QuotaExceededError')
  })
  return () => spy.mockRestore()
}

/** The client without empty fields: an empty field equals a missing one. */
function filled(one: ExportedClient): Record<string, unknown> {
  return Object.fromEntries(Object.entries(one).filter(([, value]) => !isSameValue(value, '')))
}

async function readClients(device: SyncDevice) {
  const all = []
  for await (const batch of iterateClients(device.db)) all.push(...batch.map(filled))
  return all.sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1))
}

const syncBoth = () => devices.sync(devices.laptop, devices.telephone, devices.laptop)

const ann = { name: 'Ann Berg', email: 'ann@example.com', notes: 'Tall', dining: ['Fish'] }
const FILE = [
  'Name,Email,Phone,Notes,Diet,Location',
  'Ann Berg,ann@example.com,55501234,Likes rain,Vegan,Oslo',
  'Bo Dahl,bo@example.com,,,,',
  'Bo Dahl,bo@example.com,55505678,,,',
  'Cy Eide,cy@example.com,,,,Bergen',
].join('\n')

it.each([
  ['before it was ever sent', async () => undefined],
  ['after it was synced', syncBoth],
  [
    'without a connection after it was synced, on a page that was opened anew',
    async () => {
      await syncBoth()
      devices.laptop.crash()
    },
  ],
])('An import is undone completely %s', async (_, then) => {
  await devices.laptop.edit(client('ann'), ann)
  await syncBoth()
  await importOn(devices.laptop, FILE)
  expect(await readClients(devices.laptop)).toHaveLength(3)
  await then()
  const [id = ''] = await listImports(devices.laptop)
  const undone = { deleted: 2, restored: 1, changed: 0 }
  expect(await createImportExport(devices.laptop).undo(id)).toEqual(undone)
  expect(await readClients(devices.laptop)).toEqual([{ ...ann, id: 'ann' }])
  await syncBoth()
  expect(await readClients(devices.telephone)).toEqual([{ ...ann, id: 'ann' }])
  for (const device of [devices.laptop, devices.telephone])
    expect((await device.readView({ coll: 'import', id })).data).toMatchObject({
      report: { fileName: 'clients.csv', counts: { added: 2, joined: 1, completed: 1 } },
      undone,
    })
})

it('Another device undoes an import without a connection', async () => {
  await devices.laptop.edit(client('ann'), ann)
  await importOn(devices.laptop, FILE)
  await syncBoth()
  const [id = ''] = await listImports(devices.telephone)
  expect(await createImportExport(devices.telephone).undo(id)).toMatchObject({
    deleted: 2,
    restored: 1,
  })
  await devices.sync(devices.telephone, devices.laptop)
  expect(await readClients(devices.laptop)).toEqual([{ ...ann, id: 'ann' }])
})

it('Of two imports that completed a client, each is undone by itself', async () => {
  const bare = { name: 'ann@example.com', email: 'ann@example.com', notes: 'Tall' }
  await devices.laptop.edit(client('ann'), bare)
  const header = 'Name,Email,Phone,Notes,Diet'
  await importOn(devices.laptop, `${header}\nAnn Berg,ann@example.com,,Likes rain,Fish`)
  await syncBoth()
  await importOn(devices.laptop, `${header}\nAnn Berg,ann@example.com,55501234,Early riser,`)
  expect(await readClients(devices.laptop)).toEqual([
    {
      ...{ ...bare, id: 'ann', name: 'Ann Berg', phone: '55501234', dining: ['Fish'] },
      notes: 'Tall\nLikes rain\nEarly riser',
    },
  ])
  const [first = '', second = ''] = await listImports(devices.laptop)
  // The second import has changed the notes since the first.
  expect(await createImportExport(devices.laptop).undo(first)).toEqual({
    ...{ deleted: 0, restored: 1, changed: 1 },
  })
  expect(await createImportExport(devices.laptop).undo(second)).toEqual({
    ...{ deleted: 0, restored: 1, changed: 0 },
  })
  expect(await readClients(devices.laptop)).toEqual([
    { ...bare, id: 'ann', notes: 'Tall\nLikes rain' },
  ])
})

it('What an import notes in a client has none of its values', async () => {
  await devices.laptop.edit(client('ann'), ann)
  await importOn(devices.laptop, FILE)
  for (const id of (await readClients(devices.laptop)).map((one) => String(one.id))) {
    const { imports } = (await devices.laptop.readView(client(id))).data
    expect(imports).toHaveLength(1)
    expect(JSON.stringify(imports)).not.toMatch(/Tall|rain|5550|Vegan|Fish|example|Bergen/)
  }
})

it('Undoing an import preserves edits made since, on this device and on another', async () => {
  await devices.laptop.edit(client('ann'), ann)
  await importOn(devices.laptop, FILE)
  await syncBoth()
  const bo = String((await readClients(devices.laptop)).find(({ name }) => name === 'Bo Dahl')?.id)
  await devices.telephone.edit(client('ann'), { phone: '55509999' })
  await devices.telephone.edit(client(bo), { notes: 'Called on Monday' })
  await syncBoth()
  const [id = ''] = await listImports(devices.laptop)
  expect(await createImportExport(devices.laptop).undo(id)).toEqual({
    ...{ deleted: 1, restored: 1, changed: 2 },
  })
  await syncBoth()
  expect(await readClients(devices.telephone)).toEqual([
    { ...ann, id: 'ann', phone: '55509999' },
    expect.objectContaining({ name: 'Bo Dahl', notes: 'Called on Monday' }),
  ])
})

const MANY = [
  'Name,Email',
  ...Array.from({ length: 1200 }, (_, at) => `Client ${at},c${at}@example.com`),
].join('\n')

it('An interrupted import leaves nothing, and the same file can be imported again', async () => {
  const stop = stopWritingAfter(700)
  await expect(importOn(devices.laptop, MANY)).rejects.toThrow()
  stop()
  expect(await readClients(devices.laptop)).toEqual([])
  expect(await devices.laptop.db.queue.count()).toBe(0)
  expect(await listImports(devices.laptop)).toEqual([])
  expect((await importOn(devices.laptop, MANY)).counts).toMatchObject({ added: 1200, known: 0 })
})

it('An interrupted undo of an import changes nothing, and can be repeated', async () => {
  await importOn(devices.laptop, MANY)
  const [id = ''] = await listImports(devices.laptop)
  const stop = stopWritingAfter(700)
  await expect(createImportExport(devices.laptop).undo(id)).rejects.toThrow()
  stop()
  expect(await readClients(devices.laptop)).toHaveLength(1200)
  expect(await devices.laptop.db.queue.count()).toBe(1201)
  expect(await createImportExport(devices.laptop).undo(id)).toMatchObject({ deleted: 1200 })
  expect(await readClients(devices.laptop)).toEqual([])
})

it('An erased client leaves nothing of an import', async () => {
  await devices.laptop.edit(client('ann'), ann)
  await importOn(devices.laptop, FILE)
  const here = { db: devices.laptop.db, hints: noHints }
  await erasePersonalData(here, { email: 'ann@example.com', ids: ['ann'] })
  expect(await devices.laptop.dumpStore()).not.toMatch(/Ann|rain|55501234/)
})
