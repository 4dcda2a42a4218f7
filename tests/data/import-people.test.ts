import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { Edits } from '#client/data/edits/edits.ts'
import { ImportExport, iterateClients } from '#client/data/import/import-export.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import { formatPlan } from '#client/desk/clients/import/import-text.ts'
import { noHints } from '#tests/support/sync/sync-device.ts'

/** Imports files one after the other with the desk's default choices. */
function openData() {
  const db = new OwnerDatabase('owner', { indexedDB: new IDBFactory(), IDBKeyRange })
  let ids = 0
  const clock = () => Date.parse('2026-11-21T12:00:00Z')
  const parts = { db, clock, newId: () => `made-${ids++}`, hints: noHints }
  const exchange = new ImportExport(parts, async () => undefined)
  const list = async () => {
    const all = []
    for await (const batch of iterateClients(db)) all.push(...batch)
    return all
  }
  return {
    edits: new Edits(parts),
    list,
    find: async (name: string) => (await list()).filter((one) => one.name === name),
    importText: async (text: string, name = 'list.csv') => {
      await exchange.open(new Blob([text]), name)
      const plan = await exchange.preview({ targets: {}, dateOrders: {} })
      await exchange.run({ same: 'fill', joined: 'fill', similar: 'import', rows: {} })
      return plan
    },
  }
}

it.each([
  [
    'list.csv',
    'Client ID,Name,Email\n1,Anna Strand,anna@example.com\n2,Berit Lund,berit@example.com\n',
    'Client ID,Name,Email,Notes\n1,Dina Foss,dina@example.com,likes boats\n2,Erik Haug,erik@example.com,allergic to nuts\n',
  ],
  [
    'list.vcf',
    'BEGIN:VCARD\nVERSION:3.0\nUID:1\nFN:Anna Strand\nEND:VCARD\nBEGIN:VCARD\nUID:2\nFN:Berit Lund\nEND:VCARD\n',
    'BEGIN:VCARD\nUID:1\nFN:Dina Foss\nNOTE:likes boats\nEND:VCARD\nBEGIN:VCARD\nUID:2\nFN:Erik Haug\nNOTE:allergic to nuts\nEND:VCARD\n',
  ],
])('Numbers of another program mix nobody up: %s', async (name, first, second) => {
  const book = openData()
  await book.importText(first, name)
  expect(await book.importText(second, name)).toMatchObject({ newClients: 2 })
  expect((await book.list()).map((one) => one.name)).toEqual(
    expect.arrayContaining(['Anna Strand', 'Berit Lund', 'Dina Foss', 'Erik Haug']),
  )
  expect(JSON.stringify(await book.find('Anna Strand'))).not.toContain('boats')
  expect(JSON.stringify(await book.find('Erik Haug'))).toContain('allergic to nuts')
})

it('Further rows of a new person are said to join the first, not to be in the book already', async () => {
  const book = openData()
  const row = (trip: string) => `7,Gro Berg,gro@example.com,${trip}`
  const text = ['Client ID,Name,Email,Trip', ...['Bergen', 'Lofoten', 'Svalbard'].map(row)]
  const first = await book.importText(text.join('\n'))
  expect(first).toMatchObject({ newClients: 1, same: { count: 0 }, joined: { count: 2 } })
  expect(first.joined.first).toMatchObject([{ row: 3, person: { row: 2 } }, { row: 4 }])
  expect(formatPlan(first)).toBe('3 rows: 1 new client, 2 rows that join another row')
  const again = await book.importText(
    `${row('Bodø')}\n${row('Narvik')}`.replace(/^/, 'Client ID,Name,Email,Trip\n'),
  )
  expect(again).toMatchObject({ newClients: 0, same: { count: 2 }, joined: { count: 0 } })
  expect(await book.list()).toHaveLength(1)
})

it('Two people of one file who share a number are not joined', async () => {
  const book = openData()
  const plan = await book.importText(
    'Client ID,Name,Email\n9,Gro Berg,gro@example.com\n9,Ola Vik,ola@example.com\n',
  )
  expect(plan.same.count).toBe(0)
  expect(await book.list()).toHaveLength(2)
})

it('An id of the book does not count if neither name nor address agree', async () => {
  const book = openData()
  const id = '0d6f3a52-6c1f-4b1e-9d57-2f0c5a7f1b11'
  await book.edits.patch(
    { coll: 'client', id },
    { base: {}, set: { name: 'Anna Strand', email: 'anna@example.com' } },
  )
  const plan = await book.importText(`Client id,Name,Notes\n${id},Dina Foss,likes boats\n`)
  expect(plan.similar.first).toMatchObject([{ likeness: 'id', person: { id } }])
  expect(JSON.stringify(await book.find('Anna Strand'))).not.toContain('boats')
  expect(await book.find('Dina Foss')).toHaveLength(1)
})

const trips = [
  'Trip,Trip start,Trip end,Notes',
  'Bergen,2025-06-01,2025-06-04,window seat',
  'Lofoten,2025-08-01,2025-08-05,travels with a dog',
  'Svalbard,2026-03-02,2026-03-09,needs warm boots',
]

it.each([
  ['a client number and an address', 'Client ID,Client Name,Email', '7,Gro Berg,gro@example.com'],
  ['a client number', 'Client ID,Client Name', '7,Gro Berg'],
  ['an address', 'Client Name,Email', 'Gro Berg,gro@example.com'],
  ['a telephone number', 'Client Name,Phone', 'Gro Berg,+47 900 00 001'],
])('A row per trip with %s makes one client with all trips and notes', async (_, head, person) => {
  const book = openData()
  const [names, ...rows] = trips
  const text = [`${head},${names}`, ...rows.map((row) => `${person},${row}`)].join('\n')
  await book.importText(text)
  const [client, ...others] = await book.list()
  expect(others).toEqual([])
  expect(client?.trips).toMatchObject([
    { place: 'Bergen' },
    { place: 'Lofoten' },
    { place: 'Svalbard' },
  ])
  for (const note of ['window seat', 'travels with a dog', 'needs warm boots'])
    expect(client?.notes).toContain(note)
})

it.each([
  [['Kari Berg', 'Ola Berg']],
  [['Berg', 'Kari Berg', 'Ola Berg']],
  [['Mr Berg', 'Mrs Berg']],
  [['Ola Berg Sr', 'Ola Berg Jr']],
  [['Kari Berg', 'Kari & Ola Berg']],
  [['Anne Berg', 'Kari Anne Berg']],
  [['Berg, Kari', 'Berg, Ola']],
])(
  'People who share an address and differ in their first names are never joined: %j',
  async (names) => {
    const book = openData()
    await book.importText(listFamily(names))
    expect((await book.list()).map(({ name }) => name).sort()).toEqual(names.toSorted())
  },
)

const listFamily = (names: readonly string[]) =>
  ['Name,Email', ...names.map((name) => `"${name}",family@example.com`)].join('\n')

it('An initial is joined with one first name only, which then stands in the notes', async () => {
  const book = openData()
  await book.importText(listFamily(['K. Berg', 'Kari Berg', 'Kjell Berg']))
  const found = (await book.list()).map(({ name, notes }) => [name, notes])
  expect(found).toHaveLength(2)
  expect(found).toEqual(
    expect.arrayContaining([
      ['K. Berg', 'Name: Kari Berg'],
      ['Kjell Berg', undefined],
    ]),
  )
})

it('A row without a name gives its place to the name of a later row, and a third person stays apart', async () => {
  const book = openData()
  await book.importText(
    'Name,Email,Phone\n,family@example.com,+47 900 00 001\nKari Berg,family@example.com,\nOla Berg,family@example.com,\n',
  )
  const found = (await book.list()).map(({ name, phone }) => [name, phone])
  expect(found).toHaveLength(2)
  expect(found).toEqual(
    expect.arrayContaining([
      ['Kari Berg', '+47 900 00 001'],
      ['Ola Berg', undefined],
    ]),
  )
})

it('What a joined row says differently stands in the notes', async () => {
  const book = openData()
  await book.importText(
    'Name,Email,Phone,Location,Last contact\nGro Berg,gro@example.com,+47 900 00 001,Oslo,2025-01-01\nGro Berg,gro@example.com,+47 900 00 002,Bergen,2025-02-02\n',
  )
  const [client] = await book.list()
  expect(client?.notes).toBe('Location: Bergen\nLast contact: 2025-02-02\nPhone: +47 900 00 002')
})
