import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ImportExport, iterateClients } from '#client/data/import/import-export.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import { isTrimmedAddress } from '#shared/clients/email-addresses.ts'
import type { DateOrder } from '#shared/clients/import/date-parser.ts'
import { validateRecord } from '#shared/sync/collections.ts'
import {
  buildMessyFile,
  encodeWindows1252,
  formatTable,
  MESSY_ROWS,
  messyHeaders,
  messyRows,
} from '#tests/support/data/import-files.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'
import { noHints } from '#tests/support/sync/sync-device.ts'

/** Imports into an empty book with the desk's default choices. */
async function importFile(
  file: string | Uint8Array<ArrayBuffer>,
  dateOrders: Record<number, DateOrder> = {},
) {
  const db = new OwnerDatabase('owner', { indexedDB: new IDBFactory(), IDBKeyRange })
  let ids = 0
  const clock = () => Date.parse('2026-11-21T12:00:00Z')
  const parts = { db, clock, newId: () => `made-${ids++}`, hints: noHints }
  const exchange = new ImportExport(parts, async () => undefined)
  const view = await exchange.open(new Blob([file]), 'messy.csv')
  const plan = await exchange.preview({ targets: {}, dateOrders })
  const report = await exchange.run({ same: 'fill', joined: 'fill', similar: 'import', rows: {} })
  const clients = []
  for await (const batch of iterateClients(db)) clients.push(...batch)
  db.close()
  return { view, plan, report, clients }
}

type ImportResult = Awaited<ReturnType<typeof importFile>>

/** Every row is counted once and has a client, unless it is empty or the plan says why it has none; every client is valid. */
function expectAllAccountedFor(done: ImportResult, rows: number) {
  const { plan, report, clients } = done
  const { counts } = report
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(rows)
  for (const { reason } of plan.problems.first)
    expect(reason).toContain('no name, email address or telephone')
  expect(plan.problems.count).toBe(counts.refused)
  expect(clients).toHaveLength(counts.added + counts.similar)
  expect([counts.skipped, counts.known]).toEqual([0, 0])
  for (const { id: _, ...client } of clients) {
    expect(validateRecord('client', client)).toEqual({})
    const addresses = [client.email ?? [], client.otherEmails ?? []].flat()
    expect(addresses.filter((one) => !isTrimmedAddress(String(one)))).toEqual([])
  }
}

const empty = messyRows.filter((cells) => cells.every((cell) => cell.trim() === '')).length

describe('Five hundred messy rows', () => {
  it.each([
    ['commas', buildMessyFile(',')],
    ['semicolons and a mark of UTF-8', `\ufeff${buildMessyFile(';')}`],
    ['tabs', buildMessyFile('\t')],
    ['semicolons in Windows-1252', encodeWindows1252(buildMessyFile(';'))],
  ])('with %s are all accounted for, and no client is lost', async (_, file) => {
    const done = await importFile(file)
    expectAllAccountedFor(done, MESSY_ROWS)
    expect(done.report.counts).toMatchObject({ empty, refused: 0 })
    const text = JSON.stringify(done.clients)
    for (const cells of messyRows.filter(([name = '']) => /^[\w ]+\d+$/.test(name)))
      expect(text).toContain(cells[0])
  })

  it('have every value that was not understood reported, with the place where it was stored', async () => {
    const { clients, plan, report } = await importFile(buildMessyFile())
    const find = (part: string) => clients.find(({ name }) => String(name).includes(part))
    expect(find('OLA ODEGARD'.slice(0, 3))).toBeDefined()
    const unread = plan.unreadable.first.map(({ value }) => value)
    for (const value of [
      'not an email',
      'ask reception',
      'N/A',
      'March',
      'later',
      'Lofoten in spring',
    ])
      expect(unread).toContain(value)
    expect(report.unreadable).toBeGreaterThan(0)
    expect(
      clients.filter(({ notes }) => String(notes).includes('Email: not an email')).length,
    ).toBe(0)
    expect(
      clients.filter(({ notes }) => String(notes).includes('E-mail: not an email')).length,
    ).toBe(MESSY_ROWS / 20)
  })

  it('have dates, trips and diets stored in their own fields, whatever their format', async () => {
    const { view, clients } = await importFile(buildMessyFile())
    // `11/23/2025` shows that `11/03/2025` has the month first.
    expect(view.columns.find(({ name }) => name === 'Last Contact')?.dateOrder).toBe('month')
    const contacts = new Set(clients.flatMap(({ lastContact }) => lastContact ?? []))
    expect(contacts).toEqual(new Set(['2025-11-03', '2025-11-23']))
    expect(clients).toContainEqual(
      expect.objectContaining({
        dining: ['Vegan', 'No nuts'],
        trips: [
          expect.objectContaining({ place: 'Lofoten', start: '2026-03-02', end: '2026-03-09' }),
        ],
      }),
    )
  })
})

describe('Ambiguous dates', () => {
  const file = 'Name,Last contact\nBo,2025-01-02\nAnn,11/03/2025\nCy,05/05/2025\n'

  it('need the owner’s choice if no other date in the column decides, and are stored in the notes until then', async () => {
    const { view, clients } = await importFile(file)
    expect(view.columns[1]).toMatchObject({
      dateOrder: 'ask',
      samples: ['11/03/2025', '2025-01-02', '05/05/2025'],
    })
    expect(clients.map(({ lastContact, notes }) => lastContact ?? notes)).toEqual(
      expect.arrayContaining(['Last contact: 11/03/2025', '2025-01-02', '2025-05-05']),
    )
  })

  it.each([
    ['day', '2025-03-11'],
    ['month', '2025-11-03'],
  ] as const)('are read in the order that the owner chooses: %s first', async (order, date) => {
    const { clients } = await importFile(file, { 1: order })
    expect(clients.map(({ lastContact }) => lastContact)).toContain(date)
  })
})

const junk = fc.oneof(
  fc.constantFrom(...messyRows.flat()),
  fc.constantFrom('"', ',', ';', '\t', '\n', '"a', 'b"', '""', '=1+1', '\u0000', '\ufeff', ' '),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.emailAddress(),
)

it('Any junk rows, in any order and of any width, are all accounted for', async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.shuffledSubarray(messyRows, { maxLength: 12 }),
      fc.array(fc.array(junk, { minLength: 1, maxLength: 16 }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(',', ';', '\t'),
      async (some, rows, separator) => {
        const tableRows = [
          ['Name', 'Person', 'Anything'],
          ...messyRows.slice(0, 1),
          ...some,
          ...rows,
        ]
        const done = await importFile(formatTable([messyHeaders, ...tableRows.slice(1)], separator))
        expectAllAccountedFor(done, tableRows.length - 1)
      },
    ),
  )
})
