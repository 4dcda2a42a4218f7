import Dexie from 'dexie'
import { Edits } from '#client/data/edits/edits.ts'
import { RecordCache } from '#client/data/index/record-cache.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import { SyncEngine } from '#client/data/sync/sync-engine.ts'
import { httpTransport } from '#client/data/sync/transport.ts'
import { systemClock } from '#client/lib/clock.ts'
import { randomKey } from '#client/lib/data/ids.ts'

// Runs in the browser: the product's own modules, and the floor that they are compared with.

let requests = 0

function createParts(userId: string) {
  const db = new OwnerDatabase(userId)
  const transport = httpTransport((address, init) => {
    requests++
    return fetch(address, init)
  })
  return {
    db,
    userId,
    clock: systemClock,
    newId: randomKey,
    transport,
    locks: navigator.locks,
  }
}

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

const bench = {
  /** One sync: its milliseconds and its number of requests. */
  async sync(userId: string): Promise<{ ms: number; requests: number }> {
    const book = createParts(userId)
    requests = 0
    await book.db.open()
    const ms = await measureTime(async () => {
      const outcome = await new SyncEngine(book).run()
      if (outcome !== 'done') throw new Error(`The exchange ended with ${outcome}`)
    })
    book.db.close()
    return { ms, requests }
  },

  /** Edits these clients one after the other, each durable first; milliseconds of each. */
  async edit(userId: string, ids: string[], mark: string): Promise<number[]> {
    const { db, clock, newId } = createParts(userId)
    const cache = new RecordCache(db, () => undefined)
    await cache.open()
    const edits = new Edits({ db, clock, newId, hints: cache.hints })
    const times: number[] = []
    for (const id of ids)
      times.push(
        await measureTime(() =>
          edits.patch(
            { coll: 'client', id },
            {
              base: { transport: 'Private driver, boat where possible' },
              set: { transport: mark },
            },
          ),
        ),
      )
    db.close()
    return times
  },

  /** Edits these clients as one action, durable and shown in the list; milliseconds. */
  async editAll(userId: string, ids: string[], [before, after]: [string, string]): Promise<number> {
    const { db, clock, newId } = createParts(userId)
    const cache = new RecordCache(db, () => undefined)
    await cache.open()
    const edits = new Edits({ db, clock, newId, hints: cache.hints })
    const [base, set] = [{ transport: before }, { transport: after }]
    const ms = await measureTime(async () => {
      await edits.applyAll(ids.map((id) => ({ coll: 'client', id, op: 'set', base, set })))
      await cache.refresh(ids)
    })
    db.close()
    return ms
  },

  /**
   * A cold start, then searches, all in milliseconds: `first` until the first clients are loaded,
   * `ready` until all can be searched, `answers` for each search.
   */
  async search(userId: string, texts: string[]) {
    const { db } = createParts(userId)
    const started = performance.now()
    let first = 0
    const cache: RecordCache = new RecordCache(db, () => {
      if (first === 0 && cache.index.size > 0) first = performance.now() - started
    })
    await cache.open()
    // The desk's list sorts the clients before a search is possible: the start includes the sort.
    cache.index.list({ text: '', sort: 'name' })
    const ready = performance.now() - started
    const answers: number[] = []
    for (const text of texts) {
      const before = performance.now()
      const total = cache.index.list({ text, sort: 'name' }).length
      answers.push(performance.now() - before)
      if (total === 0) throw new Error(`Nobody was found by ${text}`)
    }
    db.close()
    return { first, ready, answers, clients: cache.index.size }
  },

  baseline: {
    db: undefined as Dexie | undefined,
    async open(): Promise<void> {
      const db = new Dexie('floor', { chromeTransactionDurability: 'strict' })
      db.version(1).stores({ clients: 'id' })
      await db.open()
      this.db = db
    },
    pull(count: number): Promise<number> {
      return measureTime(async () => {
        const rows = await (await fetch(`/clients?count=${count}`)).json()
        await this.db?.table('clients').bulkPut(rows)
      })
    },
    push(rows: object[]): Promise<number> {
      return measureTime(async () => {
        const body = JSON.stringify(rows)
        const headers = { 'Content-Type': 'application/json' }
        await (await fetch('/clients', { method: 'POST', headers, body })).json()
      })
    },
  },
}

Object.assign(globalThis, { bench })

export type Bench = typeof bench
