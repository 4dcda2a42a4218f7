import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { type EditParts, Edits } from '#client/data/edits/edits.ts'
import {
  ImportExport,
  importLegacyClients,
  iterateClients,
} from '#client/data/import/import-export.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import {
  BACKUP_KEY,
  encryptBackup,
  importAndBackUp,
  removeBackup,
} from '#client/desk/clients/legacy-clients-backup.ts'
import { exportColumns, getColumnName } from '#shared/clients/import/import-columns.ts'
import { LEGACY_CLIENTS_KEY } from '#shared/clients/import/legacy-clients-key.ts'
import { parseCsvRows } from '#tests/support/lib/csv-parser.ts'
import { noHints } from '#tests/support/sync/sync-device.ts'

const asMatched = { targets: {}, dateOrders: {} }
const proposed = { same: 'fill', joined: 'fill', similar: 'import', rows: {} } as const

let parts: EditParts
let importExport: ImportExport
let changes: number
beforeEach(() => {
  const db = new OwnerDatabase('owner', { indexedDB: new IDBFactory(), IDBKeyRange })
  let ids = 0
  const clock = () => Date.parse('2026-11-21T12:00:00Z')
  parts = { db, clock, newId: () => `made-${ids++}`, hints: noHints }
  changes = 0
  importExport = new ImportExport(parts, async () => {
    changes++
  })
})

async function clients() {
  const all = []
  for await (const batch of iterateClients(parts.db)) all.push(...batch)
  return all
}

async function importText(text: string, choices: Parameters<ImportExport['run']>[0] = proposed) {
  await importExport.open(new Blob([text]), 'file.csv')
  await importExport.preview(asMatched)
  return (await importExport.run(choices)).counts
}

const client = (id: string) => ({ coll: 'client', id }) as const

describe('An import on this device', () => {
  it('shows the imported clients, queues them for sending, and notifies the client lists', async () => {
    const done = await importText('Name,Email\nKenji Arai,kenji@example.com\nMei,mei@example.com\n')
    expect(done).toMatchObject({ added: 2 })
    expect((await clients()).map(({ name }) => name)).toEqual(['Kenji Arai', 'Mei'])
    const queued = await parts.db.queue.toArray()
    expect(queued.map(({ intent }) => intent)).toMatchObject([
      { op: 'patch', coll: 'client', baseRev: 0, base: {}, set: { name: 'Kenji Arai' } },
      { op: 'patch', set: { name: 'Mei', email: 'mei@example.com' } },
      { op: 'patch', coll: 'import', set: { report: { file: 'csv' } } },
    ])
    expect(changes).toBe(1)
  })

  it('fills only empty fields, as a separate edit, and restores deleted clients', async () => {
    const edits = new Edits(parts)
    await edits.patch(client('a'), { base: {}, set: { name: 'Ann', email: 'a@x.no', phone: '' } })
    const values: Record<string, string> = {
      id: 'a',
      name: 'Anna',
      email: 'a@x.no',
      phone: '55501234',
    }
    const header = exportColumns.map(getColumnName)
    const row = exportColumns.map((column) => values[column] ?? '')
    const text = `${header.join()}\n${row.join()}\n`
    expect(await importText(text)).toMatchObject({ completed: 1 })
    expect(await clients()).toEqual([{ id: 'a', name: 'Ann', email: 'a@x.no', phone: '55501234' }])
    const { report } = (await parts.db.records.get('import/made-1'))?.optimistic?.set ?? {}
    expect(report).toMatchObject({ counts: { completed: 1 }, differing: 1 })
    await parts.db.records.update('client/a', { rev: 1 })
    await edits.remove(client('a'))
    expect(await clients()).toEqual([])
    expect(await importText(text)).toMatchObject({ added: 1 })
    expect(await clients()).toMatchObject([{ id: 'a', name: 'Anna' }])
  })

  it('matches clients that are stored in packed pages, using the newest page', async () => {
    const page = (no: number, name: string) => ({
      no,
      resyncNo: 1,
      bytes: new TextEncoder().encode(
        JSON.stringify([
          {
            coll: 'client',
            id: 'p',
            rev: no,
            seq: no,
            data: { name, email: 'p@x.no' },
            createdAt: 0,
            updatedAt: 0,
          },
          { coll: 'schedule', id: 'day-1', rev: 1, seq: 9, data: {}, createdAt: 0, updatedAt: 0 },
        ]),
      ),
    })
    await parts.db.pages.bulkPut([page(1, 'Before'), page(2, 'After')])
    expect(await clients()).toEqual([{ id: 'p', name: 'After', email: 'p@x.no' }])
    await importExport.open(new Blob(['Name,Email\nAfter,p@x.no\n']), 'x.csv')
    expect(await importExport.preview(asMatched)).toMatchObject({
      newClients: 0,
      same: { count: 1 },
    })
  })
})

describe('An export of the client list', () => {
  beforeEach(async () => {
    const edits = new Edits(parts)
    const save = (id: string, set: Record<string, unknown>) =>
      edits.patch(client(id), { base: {}, set })
    await save('b', { name: 'Åse', email: 'ase@example.com', phone: '+47 41209877' })
    await save('a', { name: '=cmd', notes: 'Line one\nLine two', later: { of: 'a version' } })
    await save('c', {
      name: 'Zoë',
      trips: [{ id: 't', place: 'Lofoten', start: '2026-03-01', end: '2026-03-08' }],
    })
    await save('gone', { name: 'Gone' })
    await edits.remove(client('gone'))
  })

  it('as CSV contains all clients sorted by name, including pending edits, and nothing that a spreadsheet would execute', async () => {
    const rows = parseCsvRows(await (await importExport.exportFile('csv')).text())
    expect(rows.map(({ Name }) => Name)).toEqual(["'=cmd", 'Åse', 'Zoë'])
    expect(rows[1]).toMatchObject({ Phone: '+47 41209877', Email: 'ase@example.com' })
    expect(rows[2]?.Trips).toBe('Lofoten (2026-03-01 to 2026-03-08)')
  })

  it('as JSON recreates the same client list on an empty device', async () => {
    const text = await (await importExport.exportFile('json')).text()
    const before = await clients()
    for (const table of [parts.db.records, parts.db.queue]) await table.clear()
    expect(await importJson(text)).toMatchObject({ added: 3, refused: 0 })
    expect(new Map((await clients()).map((one) => [one.id, one]))).toEqual(
      new Map(before.map((one) => [one.id, one])),
    )
    expect(await importJson(text)).toMatchObject({ added: 0, unchanged: 3 })
  })

  async function importJson(text: string) {
    await importExport.open(new Blob([text]), 'clients.json')
    await importExport.preview(asMatched)
    return (await importExport.run(proposed)).counts
  }
})

describe('Clients from the site’s old version', () => {
  const old = JSON.stringify([
    {
      id: 1,
      name: 'Elisabeth Vance',
      location: 'Boston',
      email: 'e.vance@example.com',
      phone: '+1 5550100134',
      preferences: {
        accommodation: 'Small lodges',
        dining: ['Vegetarian', 'No nuts, please'],
        transport: 'Train',
        activities: ['Kayaking'],
        specialRequests: 'Ground floor',
      },
      lastContact: '2024-02-03T10:00:00.000Z',
      upcomingTrip: 'Lofoten 2024-06-01 to 2024-06-08',
      notes: 'Likes rain.',
    },
    { id: 2, name: 'Kenji Arai', preferences: {}, upcomingTrip: 'Iceland in spring', vip: true },
    { id: 3, email: 'nobody@example.com' },
    'not a client',
  ])

  it('are imported with all their data, and a trip without dates is preserved as text in the notes', async () => {
    expect(await importLegacyClients(parts, old)).toEqual({ added: 3, unreadable: 1 })
    expect(await clients()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'Elisabeth Vance',
          location: 'Boston',
          phone: '+1 5550100134',
          accommodation: 'Small lodges',
          dining: ['Vegetarian', 'No nuts, please'],
          activities: ['Kayaking'],
          lastContact: '2024-02-03',
          trips: [expect.objectContaining({ place: 'Lofoten', end: '2024-06-08' })],
          notes: 'Likes rain.',
        }),
        expect.objectContaining({
          name: 'Kenji Arai',
          notes: 'vip: true\nUpcoming trip: Iceland in spring',
        }),
        expect.objectContaining({ name: 'nobody@example.com' }),
      ]),
    )
  })

  it('exist only once after being imported twice or on two devices', async () => {
    await importLegacyClients(parts, old)
    const first = await clients()
    expect(await importLegacyClients(parts, old)).toEqual({ added: 0, unreadable: 1 })
    expect(await clients()).toEqual(first)
    const db = new OwnerDatabase('other', { indexedDB: new IDBFactory(), IDBKeyRange })
    await importLegacyClients({ ...parts, db }, old)
    expect((await db.records.toArray()).map(({ id }) => id).sort()).toEqual(
      first.map(({ id }) => id).sort(),
    )
  })

  it('remain in the old storage if they cannot be read at all', async () => {
    expect(await importLegacyClients(parts, '[{"name"')).toEqual({ added: 0, unreadable: 1 })
  })

  it('stay in a backup copy until the server has them, and permanently if some could not be read', async () => {
    const place = (legacyJson: string) => {
      const items = new Map([[LEGACY_CLIENTS_KEY, legacyJson]])
      const storage = {
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => void items.set(key, value),
        removeItem: (key: string) => void items.delete(key),
      }
      return { items, storage }
    }
    const take = (legacyJson: string) => importLegacyClients(parts, legacyJson)
    const synced = { pending: 0, rejected: 0, syncedAt: 200 }
    for (const [legacyJson, stays] of [
      [JSON.stringify([{ id: 1, name: 'Ann', preferences: {} }]), false],
      [old, true],
    ] as const) {
      const { items, storage } = place(legacyJson)
      await importAndBackUp(storage, take, () => 100)
      expect([...items.keys()]).toEqual([BACKUP_KEY])
      expect(items.get(BACKUP_KEY)).toContain(JSON.stringify(legacyJson))
      removeBackup(storage, { ...synced, pending: 1 })
      removeBackup(storage, { ...synced, syncedAt: 99 })
      expect(items.size).toBe(1)
      removeBackup(storage, synced)
      expect(items.has(BACKUP_KEY)).toBe(stays)
      expect(await importAndBackUp(storage, take, () => 300)).toBe(undefined)
    }
  })

  it('have no unencrypted backup copy once a passphrase is set, unless no other copy can be stored', async () => {
    const items = new Map([[BACKUP_KEY, old]])
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: () => expect.unreachable(),
      removeItem: (key: string) => void items.delete(key),
    }
    await encryptBackup(storage, async () => false)
    expect(items.get(BACKUP_KEY)).toBe(old)
    const encrypted: object[] = []
    const keep = async (item: object) => encrypted.push(item) > 0
    await encryptBackup(storage, keep)
    expect(items.size).toBe(0)
    await encryptBackup(storage, keep)
    expect(encrypted).toEqual([{ backup: old }])
  })

  it('remain in the old storage if the client book cannot store them', async () => {
    const items = new Map([[LEGACY_CLIENTS_KEY, old]])
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: () => expect.unreachable(),
      removeItem: () => expect.unreachable(),
    }
    const refusing = () => Promise.reject(new Error('The disk is full'))
    await expect(importAndBackUp(storage, refusing, () => 1)).rejects.toThrow('full')
    expect([...items.values()]).toEqual([old])
  })
})
