import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { type EditParts, Edits } from '#client/data/edits/edits.ts'
import { ImportExport, iterateClients } from '#client/data/import/import-export.ts'
import type { ImportChoices } from '#client/data/import/types.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import { formatRowCounts } from '#client/desk/clients/import/import-text.ts'
import { noHints } from '#tests/support/sync/sync-device.ts'

const asMatched = { targets: {}, dateOrders: {} }
const proposed: ImportChoices = { same: 'fill', joined: 'fill', similar: 'import', rows: {} }

let parts: EditParts
let importExport: ImportExport
beforeEach(() => {
  const db = new OwnerDatabase('owner', { indexedDB: new IDBFactory(), IDBKeyRange })
  let ids = 0
  const clock = () => Date.parse('2026-11-21T12:00:00Z')
  parts = { db, clock, newId: () => `made-${ids++}`, hints: noHints }
  importExport = new ImportExport(parts, async () => undefined)
})

async function clients() {
  const all = []
  for await (const batch of iterateClients(parts.db)) all.push(...batch)
  return all
}

const names = async () => (await clients()).map(({ name }) => name)

async function importText(text: string, choices: ImportChoices = proposed) {
  await importExport.open(new Blob([text]), 'file.csv')
  const plan = await importExport.preview(asMatched)
  const report = await importExport.run(choices)
  return { plan, report, counts: report.counts }
}

const save = (id: string, set: Record<string, unknown>, base = {}) =>
  new Edits(parts).patch({ coll: 'client', id }, { base, set })

describe('A cell in an email column', () => {
  it('without an email address matches no clients: its text goes to the notes, and no row is skipped', async () => {
    const people = [
      'Ann',
      'Bo',
      'Cy',
      'Di',
      'Eva',
      'Finn',
      'Gro',
      'Hans',
      'Ida',
      'Jon',
      'Kari',
      'Liv',
    ]
    const rows = people.map((name) => `${name},not an email`)
    const { counts, plan, report } = await importText(['Name,Email', ...rows].join('\n'))
    expect(counts).toMatchObject({ added: 12, similar: 0, skipped: 0 })
    expect(await names()).toEqual(expect.arrayContaining(people))
    expect(await clients()).toContainEqual(
      expect.objectContaining({ name: 'Ann', notes: 'Email: not an email' }),
    )
    expect((await clients()).some((one) => 'email' in one || 'otherEmails' in one)).toBe(false)
    expect(plan.unreadable.first[0]).toEqual({ row: 2, column: 'Email', value: 'not an email' })
    expect(report.unreadable).toBe(12)
  })

  it.each([
    ['a@example.com; b@example.com', 'a@example.com', ['b@example.com'], undefined],
    ['a@example.com / b@example.com', 'a@example.com', ['b@example.com'], undefined],
    ['mailto:a@example.com', 'a@example.com', undefined, undefined],
    ['"a\u200b@example.com"', 'a@example.com', undefined, undefined],
    ['Ann <a@example.com>', 'a@example.com', undefined, 'Email: Ann <a@example.com>'],
    ['N/A', undefined, undefined, 'Email: N/A'],
    ['a at example.com', undefined, undefined, 'Email: a at example.com'],
  ])(
    '%j yields the email addresses it contains, and any other text goes to the notes',
    async (cell, email, otherEmails, notes) => {
      await importText(`Name;Email\nAnn;"${cell.replaceAll('"', '""')}"\n`)
      const [client] = await clients()
      expect([client?.email, client?.otherEmails, client?.notes]).toEqual([
        email,
        otherEmails,
        notes,
      ])
    },
  )
})

describe('Two rows of one new person', () => {
  const text = 'Name,Email,Notes\nGro Berg,gro@example.com,boats\nGro Berg,gro@example.com,dogs'

  it('become one client, and the summary says that they were joined', async () => {
    const { counts, report } = await importText(text)
    expect(counts).toMatchObject({ added: 1, joined: 1, completed: 0 })
    expect(formatRowCounts(report)).toBe('2 rows: 1 row joined with another row.')
    expect(await clients()).toMatchObject([{ name: 'Gro Berg', notes: 'boats\ndogs' }])
  })

  it('are joined, whatever was chosen for clients who exist', async () => {
    expect((await importText(text, { ...proposed, same: 'skip' })).counts).toMatchObject({
      joined: 1,
    })
  })

  it('become two clients if the owner chooses that', async () => {
    await importText(text, { ...proposed, joined: 'import' })
    expect(await names()).toEqual(['Gro Berg', 'Gro Berg'])
  })
})

describe('An imported row that resembles a client', () => {
  const text = [
    'Name,Email,Phone,Location',
    'A. Hellevik,ASTRID@example.com,+47 55501234,Bergen',
    'Kenji Arai,kenji@example.com,0047 90112233,Tokyo',
    'Aiko Arai,kenji@example.com,,',
    'Reception,,90 11 22 33,',
    'astrid hellevik,,,Oslo',
  ].join('\n')
  const astrid = { name: 'Astrid Hellevik', email: 'astrid@example.com', phone: '' }

  it('matches that client only with the same email address and a compatible name; all others are added as new', async () => {
    await save('a1', astrid)
    const { plan, counts, report } = await importText(text)
    expect(plan.same.first).toMatchObject([{ row: 2, likeness: 'email', person: { id: 'a1' } }])
    expect(plan.similar.first).toMatchObject([
      { row: 4, name: 'Aiko Arai', likeness: 'email', person: { name: 'Kenji Arai', row: 3 } },
      { row: 5, name: 'Reception', likeness: 'phone', person: { name: 'Kenji Arai', row: 3 } },
      { row: 6, name: 'astrid hellevik', likeness: 'name', person: { id: 'a1', row: undefined } },
    ])
    expect(counts).toMatchObject({ added: 1, similar: 3, completed: 1, skipped: 0 })
    expect(await clients()).toHaveLength(5)
    expect((await clients()).find(({ id }) => id === 'a1')).toEqual({
      id: 'a1',
      ...astrid,
      phone: '+47 55501234',
      location: 'Bergen',
    })
    expect(report.differing).toBe(1)
  })

  it('adds to the notes and lists of that client, where the values that it did not overwrite also stand', async () => {
    const before = { ...astrid, phone: '1234567', notes: 'Tall', dining: ['Fish'] }
    await save('a1', before)
    const more =
      'Name,Email,Phone,Notes,Dining,Shoe size\nAstrid Hellevik,ASTRID@example.com,7654321,Tall,Fish; Tea,38\n'
    const { report } = await importText(more)
    expect(await clients()).toEqual([
      {
        id: 'a1',
        ...before,
        notes: 'Tall\nShoe size: 38\nPhone: 7654321',
        dining: ['Fish', 'Tea'],
      },
    ])
    expect(formatRowCounts(report)).toContain('1 row with something else than the client has')
    expect((await importText(more)).counts).toMatchObject({ unchanged: 1 })
  })

  it('is handled as the owner chooses, for a single row or for all', async () => {
    await save('a1', astrid)
    const { counts } = await importText(text, {
      same: 'import',
      joined: 'fill',
      similar: 'skip',
      rows: { 5: 'fill' },
    })
    expect(counts).toMatchObject({ added: 1, similar: 1, skipped: 2, joined: 1 })
    expect(await names()).toEqual(
      expect.arrayContaining(['Astrid Hellevik', 'A. Hellevik', 'Kenji Arai']),
    )
  })

  it('is added as a separate client if the row that it resembles was skipped', async () => {
    await save('k', { name: 'Kenji Arai', email: 'kenji@example.com' })
    const file = 'Name,Email\nAiko Arai,kenji@example.com\nAiko Arai,kenji@example.com\n'
    const { counts } = await importText(file, { ...proposed, rows: { 2: 'skip' } })
    expect(counts).toMatchObject({ skipped: 1, similar: 1 })
    expect(await names()).toEqual(['Aiko Arai', 'Kenji Arai'])
  })
})

describe('A newer card of an address book', () => {
  const card = (...lines: string[]) =>
    [
      'BEGIN:VCARD',
      'FN:Anna Strand',
      ...lines,
      'UID:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1',
      'END:VCARD',
    ].join('\n')

  it('with the id of a client adds what it says to the notes, also where the client has a value', async () => {
    await importText(card('TEL:90000001', 'NOTE:likes boats'))
    await importText(card('TEL:90000002', 'NOTE:allergic to nuts'))
    expect(await clients()).toMatchObject([
      { phone: '90000001', notes: 'likes boats\nallergic to nuts\nPhone: 90000002' },
    ])
  })
})

describe('An import file', () => {
  const rows = Array.from({ length: 1200 }, (_, at) => `Client ${at},c${at}@example.com`)
  const text = ['Name,Email', ...rows, ',', ',nobody@example.com'].join('\n')

  it('creates no duplicates when imported twice, whatever the owner chooses', async () => {
    const first = await importText(text)
    expect(first.counts).toMatchObject({ added: 1201, empty: 1 })
    for (const choice of ['skip', 'fill', 'import'] as const) {
      const again = await importText(text, {
        same: choice,
        joined: choice,
        similar: choice,
        rows: {},
      })
      expect(again.counts).toMatchObject({ added: 0, similar: 0, known: 1201, empty: 1 })
    }
    expect(await clients()).toHaveLength(1201)
  })

  it('with twenty thousand rows yields to other tasks throughout the import', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `Client ${at},c${at}@example.com`)
    let turns = 0
    const clock = setInterval(() => turns++)
    const { counts } = await importText(['Name,Email', ...many].join('\n'))
    clearInterval(clock)
    expect(counts.added).toBe(20_000)
    expect(turns).toBeGreaterThan(20)
  })
})
