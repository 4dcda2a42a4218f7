import { expect, it } from 'vitest'
import { erasePersonalData } from '#client/data/edits/personal-data.ts'
import { ImportExport, iterateClients } from '#client/data/import/import-export.ts'
import type { ImportRecord } from '#client/data/import/types.ts'
import type { ExportedClient } from '#shared/clients/client-export.ts'
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
  const [record] = await createImportExport(devices.laptop).listImports()
  const undone = await createImportExport(devices.laptop).undo(record?.id ?? '')
  expect(undone).toEqual({ deleted: 2, restored: 1, unchanged: 0, isFinished: true })
  expect(await readClients(devices.laptop)).toEqual([{ ...ann, id: 'ann' }])
  await syncBoth()
  expect(await readClients(devices.telephone)).toEqual([{ ...ann, id: 'ann' }])
  expect((await createImportExport(devices.laptop).listImports())[0]?.undoResult?.isFinished).toBe(
    true,
  )
})

it('Undoing an import preserves edits made since, on this device and on another', async () => {
  await devices.laptop.edit(client('ann'), ann)
  await importOn(devices.laptop, FILE)
  await syncBoth()
  const bo = String((await readClients(devices.laptop)).find(({ name }) => name === 'Bo Dahl')?.id)
  await devices.telephone.edit(client('ann'), { phone: '55509999' })
  await devices.telephone.edit(client(bo), { notes: 'Called on Monday' })
  await syncBoth()
  const [record] = await createImportExport(devices.laptop).listImports()
  expect(await createImportExport(devices.laptop).undo(record?.id ?? '')).toMatchObject({
    deleted: 1,
    restored: 1,
    unchanged: 2,
  })
  await syncBoth()
  expect(await readClients(devices.telephone)).toEqual([
    { ...ann, id: 'ann', phone: '55509999' },
    expect.objectContaining({ name: 'Bo Dahl', notes: 'Called on Monday' }),
  ])
})

it('An interrupted import resumes with the same file, and both parts can be undone', async () => {
  const rows = Array.from({ length: 1200 }, (_, at) => `Client ${at},c${at}@example.com`)
  const text = ['Name,Email', ...rows].join('\n')
  devices.laptop.crashesIn = 2
  await expect(importOn(devices.laptop, text)).rejects.toThrow()
  const first = (await readClients(devices.laptop)).length
  expect([500, 1000]).toContain(first)
  const { counts } = await importOn(devices.laptop, text)
  expect([counts.added, counts.known]).toEqual([1200 - first, first])
  const imports = await createImportExport(devices.laptop).listImports()
  expect(imports).toHaveLength(2)
  for (const { id } of imports) await createImportExport(devices.laptop).undo(id)
  expect(await readClients(devices.laptop)).toEqual([])
})

it('An interrupted undo of an import resumes where it stopped', async () => {
  const rows = Array.from({ length: 1200 }, (_, at) => `Client ${at},c${at}@example.com`)
  const { id } = await importOn(devices.laptop, ['Name,Email', ...rows].join('\n'))
  const exchange = createImportExport(devices.laptop)
  // Undoing 500 rows takes one transaction, plus one for each client: 700 is in the second part.
  devices.laptop.crashesIn = 700
  await expect(exchange.undo(id)).rejects.toThrow()
  const remaining = (await readClients(devices.laptop)).length
  expect(remaining).toBeGreaterThan(0)
  expect(remaining).toBeLessThan(1200)
  expect((await createImportExport(devices.laptop).listImports())[0]?.undoResult?.isFinished).toBe(
    false,
  )
  expect(await createImportExport(devices.laptop).undo(id)).toMatchObject({
    deleted: 1200,
    isFinished: true,
  })
  expect(await readClients(devices.laptop)).toEqual([])
})

it('The import summary reports the outcome of every row, and omits clients who were erased', async () => {
  await devices.laptop.edit(client('ann'), ann)
  const { id } = await importOn(devices.laptop, `${FILE}\n,,,,,\nAnn Moe,ann@example.com,n/a,,,\n`)
  const summary = async () =>
    (await (await createImportExport(devices.laptop).createSummary(id)).text()).split('\r\n')
  expect(await summary()).toEqual([
    expect.stringContaining('"Row","Name","Result"'),
    expect.stringMatching(/^2,"Ann Berg","Existing client updated".*same email address.*Phone/),
    '3,"Bo Dahl","Added","","","","",""',
    expect.stringMatching(/^4,"Bo Dahl","Joined with another row","Bo Dahl \(row 3\)/),
    '5,"Cy Eide","Added","","","","",""',
    '6,"","Empty row, ignored","","","","",""',
    expect.stringMatching(/^7,"Ann Moe","Added; possible duplicate".*"Phone: n\/a"/),
    '',
  ])
  const here = { db: devices.laptop.db, hints: noHints }
  await erasePersonalData(here, { email: 'ann@example.com', ids: ['ann'] })
  expect((await summary()).filter((line) => /Ann|n\/a/.test(line))).toEqual([])
  expect(await summary()).toHaveLength(8)
})

it('Deleting the log of an old import leaves a newer one whose id begins alike', async () => {
  const { id } = await importOn(devices.laptop, FILE)
  const [record] = await createImportExport(devices.laptop).listImports()
  devices.laptop.time.now += 31 * 86_400_000
  const newer = { ...record, id: `${id}0`, at: devices.laptop.time.now } as ImportRecord
  await devices.laptop.db.imports.put({ key: newer.id, record: newer })
  expect(await createImportExport(devices.laptop).listImports()).toEqual([newer])
  expect(await devices.laptop.db.imports.toCollection().primaryKeys()).toEqual([newer.id])
})

it('An import can be undone for thirty days', async () => {
  await importOn(devices.laptop, FILE)
  devices.laptop.time.now += 29 * 86_400_000
  expect(await createImportExport(devices.laptop).listImports()).toHaveLength(1)
  devices.laptop.time.now += 2 * 86_400_000
  expect(await createImportExport(devices.laptop).listImports()).toEqual([])
  expect(await devices.laptop.db.imports.count()).toBe(0)
})
