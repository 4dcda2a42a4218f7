import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { type EditParts, Edits } from '#client/book/edits/edits.ts'
import { Exchange, everyone, takeOldClients } from '#client/book/import/exchange.ts'
import { OwnerDatabase } from '#client/book/store/database.ts'
import { dropTaken, hideTaken, TAKEN_KEY, takeOver } from '#client/desk/clients/old-clients.ts'
import { OLD_CLIENTS_KEY } from '#shared/clients/import/old-clients-key.ts'
import { csvRows } from '#tests/support/read-csv.ts'
import { noHints } from '#tests/support/sync-device.ts'

const asMatched = { targets: {}, dateOrders: {} }
const proposed = { same: 'fill', similar: 'import', rows: {} } as const

let parts: EditParts
let exchange: Exchange
let changes: number
beforeEach(() => {
  const db = new OwnerDatabase('owner', { indexedDB: new IDBFactory(), IDBKeyRange })
  let ids = 0
  const clock = () => Date.parse('2026-11-21T12:00:00Z')
  parts = { db, clock, newId: () => `made-${ids++}`, hints: noHints }
  changes = 0
  exchange = new Exchange(parts, async () => {
    changes++
  })
})

async function clients() {
  const all = []
  for await (const batch of everyone(parts.db)) all.push(...batch)
  return all
}

async function importText(text: string, choices: Parameters<Exchange['run']>[0] = proposed) {
  exchange.open(new TextEncoder().encode(text), 'file.csv')
  await exchange.look(asMatched)
  return (await exchange.run(choices)).counts
}

const client = (id: string) => ({ coll: 'client', id }) as const

describe('an import on this device', () => {
  it('shows what it brought, has it waiting to be sent, and tells the lists of it', async () => {
    const done = await importText('Name,Email\nKenji Arai,kenji@example.com\nMei,mei@example.com\n')
    expect(done).toMatchObject({ added: 2 })
    expect((await clients()).map(({ name }) => name)).toEqual(['Kenji Arai', 'Mei'])
    const waiting = await parts.db.queue.toArray()
    expect(waiting.map(({ intent }) => intent)).toMatchObject([
      { op: 'patch', coll: 'client', baseRev: 0, base: {}, set: { name: 'Kenji Arai' } },
      { op: 'patch', set: { name: 'Mei', email: 'mei@example.com' } },
    ])
    expect(changes).toBe(1)
  })

  it('fills only what is empty, as an edit of its own, and brings back whoever was deleted', async () => {
    const edits = new Edits(parts)
    await edits.patch(client('a'), { base: {}, set: { name: 'Ann', email: 'a@x.no', phone: '' } })
    const text = 'Client id,Name,Email,Phone\na,Anna,a@x.no,55501234\n'
    expect(await importText(text)).toMatchObject({ completed: 1 })
    expect(await clients()).toEqual([{ id: 'a', name: 'Ann', email: 'a@x.no', phone: '55501234' }])
    await parts.db.rows.update('client/a', { rev: 1 })
    await edits.remove(client('a'))
    expect(await clients()).toEqual([])
    expect(await importText(text)).toMatchObject({ added: 1 })
    expect(await clients()).toMatchObject([{ id: 'a', name: 'Anna' }])
  })

  it('finds who is packed in pages, and the newest page counts', async () => {
    const page = (no: number, name: string) => ({
      no,
      round: 1,
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
          { coll: 'schedule', id: 'weekly', rev: 1, seq: 9, data: {}, createdAt: 0, updatedAt: 0 },
        ]),
      ),
    })
    await parts.db.pages.bulkPut([page(1, 'Before'), page(2, 'After')])
    expect(await clients()).toEqual([{ id: 'p', name: 'After', email: 'p@x.no' }])
    exchange.open(new TextEncoder().encode('Name,Email\nAfter,p@x.no\n'), 'x.csv')
    expect(await exchange.look(asMatched)).toMatchObject({ fresh: 0, same: { count: 1 } })
  })
})

describe('a file of the book', () => {
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

  it('as a table holds everybody by name, with what waits, and nothing that a spreadsheet runs', async () => {
    const rows = csvRows(await (await exchange.file('csv')).text())
    expect(rows.map(({ Name }) => Name)).toEqual(["'=cmd", 'Åse', 'Zoë'])
    expect(rows[1]).toMatchObject({ Phone: '+47 41209877', Email: 'ase@example.com' })
    expect(rows[2]?.Trips).toBe('Lofoten (2026-03-01 to 2026-03-08)')
  })

  it('as JSON makes the same book on an empty device', async () => {
    const text = await (await exchange.file('json')).text()
    const before = await clients()
    for (const table of [parts.db.rows, parts.db.queue]) await table.clear()
    expect(await importJson(text)).toMatchObject({ added: 3, refused: 0 })
    expect(new Map((await clients()).map((one) => [one.id, one]))).toEqual(
      new Map(before.map((one) => [one.id, one])),
    )
    expect(await importJson(text)).toMatchObject({ added: 0, unchanged: 3 })
  })

  async function importJson(text: string) {
    exchange.open(new TextEncoder().encode(text), 'clients.json')
    await exchange.look(asMatched)
    return (await exchange.run(proposed)).counts
  }
})

describe('clients of the site’s old version', () => {
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

  it('come along with all that was known of them, and a journey without dates stays in words', async () => {
    expect(await takeOldClients(parts, old)).toEqual({ added: 3, left: 1 })
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

  it('taken over twice, and on two devices, are there once', async () => {
    await takeOldClients(parts, old)
    const first = await clients()
    expect(await takeOldClients(parts, old)).toEqual({ added: 0, left: 1 })
    expect(await clients()).toEqual(first)
    const db = new OwnerDatabase('other', { indexedDB: new IDBFactory(), IDBKeyRange })
    await takeOldClients({ ...parts, db }, old)
    expect((await db.rows.toArray()).map(({ id }) => id).sort()).toEqual(
      first.map(({ id }) => id).sort(),
    )
  })

  it('that cannot be read at all are left where they are', async () => {
    expect(await takeOldClients(parts, '[{"name"')).toEqual({ added: 0, left: 1 })
  })

  it('stand aside until the server has them, and for good where some could not be read', async () => {
    const place = (kept: string) => {
      const items = new Map([[OLD_CLIENTS_KEY, kept]])
      const storage = {
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => void items.set(key, value),
        removeItem: (key: string) => void items.delete(key),
      }
      return { items, storage }
    }
    const take = (kept: string) => takeOldClients(parts, kept)
    const synced = { waiting: 0, refused: 0, syncedAt: 200 }
    for (const [kept, stays] of [
      [JSON.stringify([{ id: 1, name: 'Ann', preferences: {} }]), false],
      [old, true],
    ] as const) {
      const { items, storage } = place(kept)
      await takeOver(storage, take, () => 100)
      expect([...items.keys()]).toEqual([TAKEN_KEY])
      expect(items.get(TAKEN_KEY)).toContain(JSON.stringify(kept))
      dropTaken(storage, { ...synced, waiting: 1 })
      dropTaken(storage, { ...synced, syncedAt: 99 })
      expect(items.size).toBe(1)
      dropTaken(storage, synced)
      expect(items.has(TAKEN_KEY)).toBe(stays)
      expect(await takeOver(storage, take, () => 300)).toBe(undefined)
    }
  })

  it('do not stand aside readable where a passphrase is set, unless nothing else keeps them', async () => {
    const items = new Map([[TAKEN_KEY, old]])
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: () => expect.unreachable(),
      removeItem: (key: string) => void items.delete(key),
    }
    await hideTaken(storage, async () => false)
    expect(items.get(TAKEN_KEY)).toBe(old)
    const sealed: object[] = []
    const keep = async (aside: object) => sealed.push(aside) > 0
    await hideTaken(storage, keep)
    expect(items.size).toBe(0)
    await hideTaken(storage, keep)
    expect(sealed).toEqual([{ aside: old }])
  })

  it('stay where they are when the book cannot take them', async () => {
    const items = new Map([[OLD_CLIENTS_KEY, old]])
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: () => expect.unreachable(),
      removeItem: () => expect.unreachable(),
    }
    const refusing = () => Promise.reject(new Error('The disk is full'))
    await expect(takeOver(storage, refusing, () => 1)).rejects.toThrow('full')
    expect([...items.values()]).toEqual([old])
  })
})
