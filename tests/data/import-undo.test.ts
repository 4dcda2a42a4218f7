import { IDBObjectStore } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import { erasePersonalData } from '#client/data/edits/personal-data.ts'
import { ImportExport, iterateClients } from '#client/data/import/import-export.ts'
import { getOptimistic } from '#client/data/store/record.ts'
import type { StoredRecord } from '#client/data/store/schema.ts'
import type { ExportedClient } from '#shared/clients/client-export.ts'
import { IMPORT_RETENTION, MAX_IMPORT_MARKS } from '#shared/clients/imports.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'
import type { DataOf } from '#shared/sync/collections.ts'
import { noHints, type SyncDevice } from '#tests/support/sync/sync-device.ts'
import { createTwoDevices } from '#tests/support/sync/two-devices.ts'

const devices = createTwoDevices()

const client = (id: string) => ({ coll: 'client', id }) as const

function partsOf({ db, time, newId }: SyncDevice) {
  return { db, clock: () => time.now, newId, hints: noHints }
}

/** The import and export code of a page that was just opened. */
function createImportExport(device: SyncDevice): ImportExport {
  return new ImportExport(partsOf(device), async () => undefined)
}

async function importOn(device: SyncDevice, text: string, name = 'clients.csv') {
  const exchange = createImportExport(device)
  await exchange.open(new Blob([text]), name)
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
  const undone = { deleted: 2, restored: 1, changed: 0, shared: 0 }
  expect(await createImportExport(devices.laptop).undo(id)).toEqual(undone)
  expect(await readClients(devices.laptop)).toEqual([{ ...ann, id: 'ann' }])
  await syncBoth()
  expect(await readClients(devices.telephone)).toEqual([{ ...ann, id: 'ann' }])
  for (const device of [devices.laptop, devices.telephone])
    expect((await device.readView({ coll: 'import', id })).data).toMatchObject({
      report: { file: 'csv', counts: { added: 2, joined: 1, completed: 1 } },
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
    ...{ deleted: 0, restored: 1, changed: 1, shared: 0 },
  })
  expect(await createImportExport(devices.laptop).undo(second)).toEqual({
    ...{ deleted: 0, restored: 1, changed: 0, shared: 0 },
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
    ...{ deleted: 1, restored: 1, changed: 2, shared: 0 },
  })
  await syncBoth()
  expect(await readClients(devices.telephone)).toEqual([
    { ...ann, id: 'ann', phone: '55509999' },
    expect.objectContaining({ name: 'Bo Dahl', notes: 'Called on Monday' }),
  ])
})

it('Undoing one of two imports that added the same clients leaves these to the other', async () => {
  const { laptop, telephone } = devices
  await importOn(laptop, FILE)
  await importOn(telephone, FILE)
  await syncBoth()
  const [first = '', second = ''] = await listImports(laptop)
  const before = await readClients(laptop)
  expect(before).toHaveLength(3)
  expect(await createImportExport(laptop).undo(first)).toEqual({
    ...{ deleted: 0, restored: 0, changed: 0, shared: 3 },
  })
  await syncBoth()
  expect(await readClients(telephone)).toEqual(before)
  expect(await createImportExport(telephone).undo(second)).toMatchObject({ deleted: 3, shared: 0 })
  await devices.sync(telephone, laptop)
  expect(await readClients(laptop)).toEqual([])
})

it('Undoing one of two imports that completed a client alike leaves the values to the other', async () => {
  const { laptop, telephone } = devices
  await laptop.edit(client('ann'), ann)
  await syncBoth()
  const more = 'Name,Email,Phone,Location\nAnn Berg,ann@example.com,55501234'
  await importOn(laptop, `${more},`)
  await importOn(telephone, `${more},Oslo`)
  await syncBoth()
  const [first = '', second = ''] = await listImports(laptop)
  expect(await createImportExport(laptop).undo(second)).toMatchObject({ restored: 1, shared: 1 })
  expect(await readClients(laptop)).toEqual([{ ...ann, id: 'ann', phone: '55501234' }])
  expect(await createImportExport(laptop).undo(first)).toMatchObject({ restored: 1, shared: 0 })
  expect(await readClients(laptop)).toEqual([{ ...ann, id: 'ann' }])
})

it('An import is undone once: the answer stays the same', async () => {
  await syncBoth()
  await importOn(devices.laptop, FILE)
  const [id = ''] = await listImports(devices.laptop)
  const undone = await createImportExport(devices.laptop).undo(id)
  expect(undone).toMatchObject({ deleted: 3 })
  expect(await createImportExport(devices.laptop).undo(id)).toEqual(undone)
})

it.each<[string, (device: SyncDevice, id: string) => Promise<unknown>]>([
  [
    'a journey names',
    (device, id) => device.edit({ coll: 'journey', id: 'lofoten' }, { clients: [id] }),
  ],
  [
    'an unfinished journey names',
    ({ db }, id) => db.drafts.put({ key: 'journey:new', data: { clients: [id] } }),
  ],
  [
    'an unfinished form has changes of',
    ({ db }, id) => db.drafts.put({ key: `client:${id}`, data: { fields: {} } }),
  ],
  [
    'an unfinished note is about',
    ({ db }, id) => db.drafts.put({ key: `new-note:${id}`, data: { text: 'Likes' } }),
  ],
  [
    'an unfinished change of a note is about',
    ({ db }, id) => db.drafts.put({ key: `note:${id}`, data: { text: 'Likes' } }),
  ],
  [
    'an edit that the server refused is about',
    ({ db }, id) =>
      db.rejected.put({
        ...{ n: 7, key: `client/${id}`, at: '', reason: '', fieldErrors: {} },
        intent: {
          op: 'patch',
          ...client(id),
          baseEpoch: '',
          baseRev: 1,
          at: '',
          base: {},
          set: {},
        },
      }),
  ],
])('Undoing an import preserves a client whom %s', async (_, then) => {
  await importOn(devices.laptop, FILE)
  await syncBoth()
  const bo = String((await readClients(devices.laptop)).find(({ name }) => name === 'Bo Dahl')?.id)
  await then(devices.laptop, bo)
  const [id = ''] = await listImports(devices.laptop)
  const undone = { deleted: 2, restored: 0, changed: 1, shared: 0 }
  expect(await createImportExport(devices.laptop).undo(id)).toEqual(undone)
  expect(await readClients(devices.laptop)).toMatchObject([{ id: bo }])
})

it('A journey that was deleted preserves no client', async () => {
  await importOn(devices.laptop, FILE)
  await syncBoth()
  const journey = { coll: 'journey', id: 'lofoten' } as const
  const clients = (await readClients(devices.laptop)).map((one) => one.id)
  await devices.laptop.edit(journey, { clients })
  await devices.laptop.edits.remove(journey)
  const [id = ''] = await listImports(devices.laptop)
  expect(await createImportExport(devices.laptop).undo(id)).toMatchObject({ deleted: 3 })
})

it('An import is undone although more devices imported into a client than its marks are kept', async () => {
  const { laptop, telephone } = devices
  await laptop.edit(client('ann'), ann)
  await syncBoth()
  for (const device of [laptop, telephone])
    for (let at = 0; at < MAX_IMPORT_MARKS; at++) {
      device.time.now++
      await importOn(device, `Email,Notes\nann@example.com,${device.name} ${at}`)
    }
  await importOn(telephone, 'Email,Phone\nann@example.com,55501234')
  await syncBoth()
  expect((await laptop.readView(client('ann'))).data.imports).toHaveLength(2 * MAX_IMPORT_MARKS)
  const last = (await listImports(laptop)).at(-1) ?? ''
  expect(await createImportExport(laptop).undo(last)).toMatchObject({ restored: 1 })
  await importOn(laptop, 'Email,Notes\nann@example.com,Sings')
  await syncBoth()
  expect(await laptop.db.rejected.count()).toBe(0)
  const { imports } = (await telephone.readView(client('ann'))).data as DataOf<'client'>
  expect(imports).toHaveLength(MAX_IMPORT_MARKS)
  expect(imports?.map((mark) => mark.id)).not.toContain(last)
})

it('An import drops the marks of imports that cannot be undone any more', async () => {
  const { laptop } = devices
  await laptop.edit(client('ann'), ann)
  await importOn(laptop, FILE)
  laptop.time.now += IMPORT_RETENTION
  await importOn(laptop, 'Email,Notes\nann@example.com,Sings')
  expect((await laptop.readView(client('ann'))).data.imports).toHaveLength(1)
})

it('An import is not undone before the first sync of a device is complete', async () => {
  await importOn(devices.laptop, FILE)
  const [id = ''] = await listImports(devices.laptop)
  expect(await createImportExport(devices.laptop).undo(id)).toEqual({ refused: 'first sync' })
  expect(await readClients(devices.laptop)).toHaveLength(3)
  await syncBoth()
  expect(await createImportExport(devices.laptop).undo(id)).toMatchObject({ deleted: 3 })
})

it('An import has the server’s time, however wrong the clock of the device is', async () => {
  const { laptop, telephone } = devices
  laptop.time.now -= 40 * IMPORT_RETENTION
  await syncBoth()
  await importOn(laptop, FILE)
  await syncBoth()
  const [id = ''] = await listImports(telephone)
  const { report } = (await telephone.readView({ coll: 'import', id })).data as DataOf<'import'>
  expect(report?.at).toBe(telephone.time.now)
  expect(await createImportExport(telephone).undo(id)).toMatchObject({ deleted: 3 })
})

it.each([
  ['before', async () => undefined],
  ['after', syncBoth],
])(
  'The same value has another hash in each import, and its secret goes when it is undone %s a sync',
  async (_, then) => {
    const { laptop, telephone } = devices
    await syncBoth()
    const importAndUndo = async () => {
      await importOn(laptop, 'Name,Email\nAnn Berg,ann@example.com')
      const [{ id = '' } = {}] = await readClients(laptop)
      const { imports } = (await laptop.readView(client(String(id)))).data as DataOf<'client'>
      const ref = { coll: 'import', id: imports?.at(-1)?.id ?? '' } as const
      const { salt = '' } = (await laptop.readView(ref)).data as DataOf<'import'>
      await then()
      await createImportExport(laptop).undo(ref.id)
      await syncBoth()
      for (const device of [laptop, telephone])
        expect(JSON.stringify((await device.readRecord(ref)).data)).not.toContain(salt)
      return { salt, hash: imports?.at(-1)?.added }
    }
    const [first, second] = [await importAndUndo(), await importAndUndo()]
    expect(first.salt).not.toBe(second.salt)
    expect(first.hash).not.toBe(second.hash)
  },
)

it('An import does not keep the name of its file, which may be a person’s', async () => {
  const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ann Berg\nEMAIL:ann@example.com\nEND:VCARD'
  await importOn(devices.laptop, card, 'Ann Berg.vcf')
  const [id = ''] = await listImports(devices.laptop)
  const { data } = await devices.laptop.readView({ coll: 'import', id })
  expect(data).toMatchObject({ report: { file: 'vcard', counts: { added: 1 } } })
  expect(JSON.stringify(data)).not.toMatch(/Ann|Berg/)
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
  await syncBoth()
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
