import type { OwnerDatabase } from './database.ts'
import type { Copy, DeskRecord, Draft } from './schema.ts'

export type RecordKind = 'booking' | 'form' | 'sale'

/** How far a list of the desk is cached on this device. */
export interface Standing {
  epoch: string
  /** All changes up to this `seq` are cached. */
  seq: number
  /** Records last changed before this `seq` are not fetched yet; 0 if all records are cached. */
  floor: number
  /** What the server says about the list as a whole. */
  about: unknown
}

export interface KeptList {
  standing: Standing
  /** When it was last brought up to date, UTC milliseconds. */
  asOf: number
  /** By id. */
  records: Map<string, unknown>
}

export interface RecordPage {
  /** The list's state when the page was requested; undefined replaces the whole list. */
  before: Standing | undefined
  standing: Standing
  asOf: number
  put: readonly { id: string; record: unknown }[]
  /** Ids of records to remove. */
  gone: readonly string[]
}

/**
 * `elsewhere`: another tab has updated the list meanwhile. `emptied`: the list was deleted
 * meanwhile, as an erasure does, so nothing of it may be stored again. In both cases the page is
 * not stored.
 */
export type PageKept = 'kept' | 'elsewhere' | 'emptied'

/**
 * The desk's data on this device beside the client book: cached lists, cached answers and drafts.
 */
export class DeskStore {
  private readonly db: OwnerDatabase

  constructor(db: OwnerDatabase) {
    this.db = db
  }

  copy(key: string): Promise<Copy | undefined> {
    return this.db.copies.get(key)
  }

  async keepCopy(copy: Copy): Promise<void> {
    await this.db.copies.put(copy)
  }

  async draft(key: string): Promise<unknown> {
    return (await this.db.drafts.get(key))?.data
  }

  async keepDraft(draft: Draft): Promise<void> {
    await this.db.drafts.put(draft)
  }

  async dropDraft(key: string): Promise<void> {
    await this.db.drafts.delete(key)
  }

  /** Reads a list's state and all its records in one transaction. */
  list(kind: RecordKind): Promise<KeptList | undefined> {
    const { db } = this
    return db.transaction('r', db.copies, db.records, async () => {
      const copy = await db.copies.get(standingKey(kind))
      if (!copy) return undefined
      const records = await this.recordsOf(kind).toArray()
      const idFrom = kind.length + 1
      return {
        standing: copy.data as Standing,
        asOf: copy.asOf,
        records: new Map(records.map(({ key, data }) => [key.slice(idFrom), data])),
      }
    })
  }

  /** Stores a page and the list's new state in one transaction, if the state is still `before`. */
  keepPage(kind: RecordKind, { before, standing, asOf, put, gone }: RecordPage): Promise<PageKept> {
    const { db } = this
    return db.transaction('rw', db.copies, db.records, async () => {
      const stored = await db.copies.get(standingKey(kind))
      if (before && !isSame(before, stored)) return stored ? 'elsewhere' : 'emptied'
      if (!before) await this.recordsOf(kind).delete()
      const records = put.map(
        ({ id, record }): DeskRecord => ({ key: keyOf(kind, id), data: record }),
      )
      await db.records.bulkPut(records)
      await db.records.bulkDelete(gone.map((id) => keyOf(kind, id)))
      await db.copies.put({ key: standingKey(kind), data: standing, asOf })
      return 'kept'
    })
  }

  /** Counts the cached records of a list. */
  count(kind: RecordKind): Promise<number> {
    return this.recordsOf(kind).count()
  }

  private recordsOf(kind: RecordKind) {
    return this.db.records.where('key').startsWith(keyOf(kind, ''))
  }
}

const standingKey = (kind: RecordKind) => `records/${kind}`

const keyOf = (kind: RecordKind, id: string) => `${kind}/${id}`

function isSame(before: Standing, copy: Copy | undefined): boolean {
  const now = copy?.data as Standing | undefined
  return now?.epoch === before.epoch && now.seq === before.seq && now.floor === before.floor
}
