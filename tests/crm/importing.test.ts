import { describe, expect, it } from 'vitest'
import type { DuplicateChoice } from '../../client/offline/crm/import-types.ts'
import { Importer, type ImportStore } from '../../client/offline/crm/importer.ts'
import type { ExportedClient } from '../../shared/crm/export.ts'
import { sameValue } from '../../shared/sync/values.ts'

/** A book in memory that keeps the rules of the real one. */
function memoryBook(clients: ExportedClient[] = []) {
  const book = new Map(clients.map((client) => [client.id, client]))
  const store: ImportStore = {
    async *everyone() {
      yield [...book.values()]
    },
    async write(items) {
      const counts = { added: 0, filled: 0 }
      for (const { id, mode, set } of items) {
        const there = book.get(id)
        if (mode === 'add') {
          if (there) continue
          book.set(id, { ...set, id })
          counts.added++
        } else {
          const empty = Object.entries(set).filter(([field]) => sameValue(there?.[field], ''))
          if (!there || empty.length === 0) continue
          book.set(id, { ...there, ...Object.fromEntries(empty) })
          counts.filled++
        }
      }
      return counts
    },
  }
  return { book, store, names: () => [...book.values()].map(({ name }) => name) }
}

const asMatched = { targets: {}, nameFromEmail: false }
const file = (text: string) => new TextEncoder().encode(text)

async function importInto(store: ImportStore, text: string, duplicates: DuplicateChoice = 'skip') {
  const importer = new Importer(store)
  importer.open(file(text), 'file.csv')
  const plan = await importer.look(asMatched)
  return { plan, done: await importer.run({ duplicates, rows: {} }) }
}

const astrid = { id: 'a1', name: 'Astrid Hellevik', email: 'astrid@example.com', phone: '' }

describe('a row that looks like somebody', () => {
  const text = [
    'Name,Email,Phone,Location',
    'A. Hellevik,ASTRID@example.com,+47 55501234,Bergen',
    'Kenji Arai,kenji@example.com,0047 90112233,Tokyo',
    'Arai,,90 11 22 33,',
    'astrid hellevik,,,Oslo',
  ].join('\n')

  it('is shown with whom and why, within the file too, and passed over by default', async () => {
    const { book, store, names } = memoryBook([astrid])
    const { plan, done } = await importInto(store, text)
    expect(plan).toMatchObject({ rows: 4, fresh: 2, duplicateCount: 2 })
    expect(plan.duplicates).toEqual([
      {
        row: 2,
        name: 'A. Hellevik',
        email: 'ASTRID@example.com',
        why: 'email',
        of: { name: 'Astrid Hellevik', row: undefined },
      },
      { row: 4, name: 'Arai', email: '', why: 'phone', of: { name: 'Kenji Arai', row: 3 } },
    ])
    expect(done).toEqual({ added: 2, filled: 0, skipped: 2, known: 0, problems: 0 })
    expect(names()).toEqual(['Astrid Hellevik', 'Kenji Arai', 'astrid hellevik'])
    expect(book.get('a1')).toEqual(astrid)
  })

  it('fills what is empty and leaves what is not, if the owner wants so', async () => {
    const { book, store } = memoryBook([astrid])
    const { done } = await importInto(store, text, 'fill')
    expect(done).toMatchObject({ added: 2, filled: 1 })
    expect(book.get('a1')).toEqual({ ...astrid, phone: '+47 55501234', location: 'Bergen' })
  })

  it('is somebody of their own, if the owner wants so, for one row as for all', async () => {
    const all = memoryBook([astrid])
    expect((await importInto(all.store, text, 'import')).done.added).toBe(4)
    const one = memoryBook([astrid])
    const importer = new Importer(one.store)
    importer.open(file(text), 'file.csv')
    await importer.look(asMatched)
    expect(await importer.run({ duplicates: 'skip', rows: { 4: 'import' } })).toMatchObject({
      added: 3,
      skipped: 1,
    })
  })
})

describe('the same file', () => {
  const rows = Array.from({ length: 1200 }, (_, at) => `Client ${at},c${at}@example.com`)
  const text = ['Name,Email', ...rows, ',', ',nobody@example.com'].join('\n')

  it('imported twice makes nobody twice, however the owner chose, and names what it cannot take', async () => {
    for (const choice of ['skip', 'fill', 'import'] as const) {
      const { book, store } = memoryBook()
      const first = await importInto(store, text, choice)
      expect(first.done).toEqual({ added: 1200, filled: 0, skipped: 0, known: 0, problems: 1 })
      expect(first.plan.problems).toEqual([
        { row: 1203, text: 'nobody@example.com', reason: 'There is no name.' },
      ])
      const again = await importInto(store, text, choice)
      expect(again.done).toEqual({ added: 0, filled: 0, skipped: 0, known: 1200, problems: 1 })
      expect(book.size).toBe(1200)
    }
  })

  it('goes on where it was broken off', async () => {
    const { book, store } = memoryBook()
    let batches = 0
    const breaking: ImportStore = {
      ...store,
      write: async (items) => {
        if (++batches === 2) throw new Error('The tab was closed.')
        return store.write(items)
      },
    }
    await expect(importInto(breaking, text)).rejects.toThrow('closed')
    expect(book.size).toBe(500)
    const { done } = await importInto(store, text)
    expect([done.added, done.known, book.size]).toEqual([700, 500, 1200])
  })

  it('of twenty thousand rows lets others have their turn all the while', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `Client ${at},c${at}@example.com`)
    const { store } = memoryBook()
    let turns = 0
    const clock = setInterval(() => turns++)
    const { done } = await importInto(store, ['Name,Email', ...many].join('\n'))
    clearInterval(clock)
    expect(done.added).toBe(20_000)
    expect(turns).toBeGreaterThan(20)
  })
})
