import type { OwnerDatabase } from './database.ts'
import type { Copy, DeskRecord, Draft } from './schema.ts'

export type RecordKind = 'booking' | 'form' | 'sale'

/** Where a list of the desk stands on this device. */
export interface Standing {
  epoch: string
  /** All changes up to this number are here. */
  seq: number
  /** Records that changed last before this number are still to be fetched; 0 where all are here. */
  floor: number
  /** What the server said of all of them together. */
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
  /** Where the list stood when the page was asked for; undefined begins it anew. */
  before: Standing | undefined
  standing: Standing
  asOf: number
  put: readonly { id: string; record: unknown }[]
  /** Ids of what is gone. */
  gone: readonly string[]
}

/**
 * `elsewhere`: another tab brought the list further meanwhile. `emptied`: somebody deleted it, as an
 * erasure does, so that nothing of it may be put back.
 */
export type PageKept = 'kept' | 'elsewhere' | 'emptied'

/** What the desk keeps on this device beside the client book: its lists, its latest answers and drafts. */
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

  /** Where a list stands, and all its records, as of one moment. */
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

  /** Keeps a page and where it leads in one transaction, where the list still stands where it stood. */
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

  /** How many records of a list this device keeps. */
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
