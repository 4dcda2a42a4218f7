import { afterEach, beforeEach, expect, it } from 'vitest'
import { erasePersonalData } from '#client/book/edits/personal-data.ts'
import { ImportExport, iterateClients } from '#client/book/import/import-export.ts'
import type { ImportRecord } from '#client/book/import/types.ts'
import type { ExportedClient } from '#shared/clients/client-export.ts'
import { isSameValue } from '#shared/sync/value-equality.ts'
import { noHints, SyncDevice } from '#tests/support/sync-device.ts'
import { SyncServer } from '#tests/support/sync-server.ts'

let world: SyncServer
let laptop: SyncDevice
let telephone: SyncDevice
beforeEach(async () => {
  world = await SyncServer.open()
  laptop = new SyncDevice('laptop')
  telephone = new SyncDevice('telephone')
})
afterEach(async () => {
  laptop.crash()
  telephone.crash()
  await world.close()
})

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
  await exchange.open(new TextEncoder().encode(text), 'clients.csv')
  await exchange.preview({ targets: {}, dateOrders: {} })
  return exchange.run({ same: 'fill', similar: 'import', rows: {} })
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

const syncBoth = async () => {
  for (const device of [laptop, telephone, laptop])
    expect(await device.sync(world.createTransport())).toBe('done')
}

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
      laptop.crash()
    },
  ],
])('An import is undone completely %s', async (_, then) => {
  await laptop.edit(client('ann'), ann)
  await syncBoth()
  await importOn(laptop, FILE)
  expect(await readClients(laptop)).toHaveLength(3)
  await then()
  const [record] = await createImportExport(laptop).listImports()
  const undone = await createImportExport(laptop).undo(record?.id ?? '')
  expect(undone).toEqual({ deleted: 2, restored: 1, unchanged: 0, isFinished: true })
  expect(await readClients(laptop)).toEqual([{ ...ann, id: 'ann' }])
  await syncBoth()
  expect(await readClients(telephone)).toEqual([{ ...ann, id: 'ann' }])
  expect((await createImportExport(laptop).listImports())[0]?.undoResult?.isFinished).toBe(true)
})

it('Undoing an import preserves edits made since, on this device and on another', async () => {
  await laptop.edit(client('ann'), ann)
  await importOn(laptop, FILE)
  await syncBoth()
  const bo = String((await readClients(laptop)).find(({ name }) => name === 'Bo Dahl')?.id)
  await telephone.edit(client('ann'), { phone: '55509999' })
  await telephone.edit(client(bo), { notes: 'Called on Monday' })
  await syncBoth()
  const [record] = await createImportExport(laptop).listImports()
  expect(await createImportExport(laptop).undo(record?.id ?? '')).toMatchObject({
    deleted: 1,
    restored: 1,
    unchanged: 2,
  })
  await syncBoth()
  expect(await readClients(telephone)).toEqual([
    { ...ann, id: 'ann', phone: '55509999' },
    expect.objectContaining({ name: 'Bo Dahl', notes: 'Called on Monday' }),
  ])
})

it('An interrupted import resumes with the same file, and both parts can be undone', async () => {
  const rows = Array.from({ length: 1200 }, (_, at) => `Client ${at},c${at}@example.com`)
  const text = ['Name,Email', ...rows].join('\n')
  laptop.crashesIn = 2
  await expect(importOn(laptop, text)).rejects.toThrow()
  const first = (await readClients(laptop)).length
  expect([500, 1000]).toContain(first)
  const { counts } = await importOn(laptop, text)
  expect([counts.added, counts.known]).toEqual([1200 - first, first])
  const imports = await createImportExport(laptop).listImports()
  expect(imports).toHaveLength(2)
  for (const { id } of imports) await createImportExport(laptop).undo(id)
  expect(await readClients(laptop)).toEqual([])
})

it('An interrupted undo of an import resumes where it stopped', async () => {
  const rows = Array.from({ length: 1200 }, (_, at) => `Client ${at},c${at}@example.com`)
  const { id } = await importOn(laptop, ['Name,Email', ...rows].join('\n'))
  const exchange = createImportExport(laptop)
  // Undoing 500 rows takes one transaction, plus one for each client: 700 is in the second part.
  laptop.crashesIn = 700
  await expect(exchange.undo(id)).rejects.toThrow()
  const remaining = (await readClients(laptop)).length
  expect(remaining).toBeGreaterThan(0)
  expect(remaining).toBeLessThan(1200)
  expect((await createImportExport(laptop).listImports())[0]?.undoResult?.isFinished).toBe(false)
  expect(await createImportExport(laptop).undo(id)).toMatchObject({
    deleted: 1200,
    isFinished: true,
  })
  expect(await readClients(laptop)).toEqual([])
})

it('The import summary reports the outcome of every row, and omits clients who were erased', async () => {
  await laptop.edit(client('ann'), ann)
  const { id } = await importOn(laptop, `${FILE}\n,,,,,\nAnn Moe,ann@example.com,n/a,,,\n`)
  const summary = async () =>
    (await (await createImportExport(laptop).createSummary(id)).text()).split('\r\n')
  expect(await summary()).toEqual([
    expect.stringContaining('"Row","Name","Result"'),
    expect.stringMatching(/^2,"Ann Berg","Existing client updated".*same email address.*Phone/),
    '3,"Bo Dahl","Added","","","","",""',
    expect.stringMatching(/^4,"Bo Dahl","Existing client updated","Bo Dahl \(row 3\)/),
    '5,"Cy Eide","Added","","","","",""',
    '6,"","Empty row, ignored","","","","",""',
    expect.stringMatching(/^7,"Ann Moe","Added; possible duplicate".*"Phone: n\/a"/),
    '',
  ])
  const here = { db: laptop.db, hints: noHints }
  await erasePersonalData(here, { email: 'ann@example.com', ids: ['ann'] })
  expect((await summary()).filter((line) => /Ann|n\/a/.test(line))).toEqual([])
  expect(await summary()).toHaveLength(8)
})

it('Deleting the log of an old import leaves a newer one whose id begins alike', async () => {
  const { id } = await importOn(laptop, FILE)
  const [record] = await createImportExport(laptop).listImports()
  laptop.time.now += 31 * 86_400_000
  const newer = { ...record, id: `${id}0`, at: laptop.time.now } as ImportRecord
  await laptop.db.imports.put({ key: newer.id, record: newer })
  expect(await createImportExport(laptop).listImports()).toEqual([newer])
  expect(await laptop.db.imports.toCollection().primaryKeys()).toEqual([newer.id])
})

it('An import can be undone for thirty days', async () => {
  await importOn(laptop, FILE)
  laptop.time.now += 29 * 86_400_000
  expect(await createImportExport(laptop).listImports()).toHaveLength(1)
  laptop.time.now += 2 * 86_400_000
  expect(await createImportExport(laptop).listImports()).toEqual([])
  expect(await laptop.db.imports.count()).toBe(0)
})
