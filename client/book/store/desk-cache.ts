import type { OwnerDatabase } from './database.ts'
import type { CachedAnswer, DeskRecord, Draft } from './schema.ts'

export type DeskListKind = 'form' | 'sale'

/** How far a list of the desk is cached on this device. */
export interface ListPosition {
  epoch: string
  /** All changes up to this `seq` are cached. */
  seq: number
  /** Records last changed before this `seq` are not fetched yet; 0 if all records are cached. */
  floor: number
  /** The server's data about the list as a whole. */
  about: unknown
}

export interface CachedList {
  position: ListPosition
  /** When it was last brought up to date, UTC milliseconds. */
  asOf: number
  /** By id. */
  records: Map<string, unknown>
}

export interface ListPage {
  /** The list's state when the page was requested; undefined replaces the whole list. */
  before: ListPosition | undefined
  position: ListPosition
  asOf: number
  changed: readonly { id: string; record: unknown }[]
  /** Ids of records to remove. */
  removedIds: readonly string[]
}

/**
 * `superseded`: another tab has updated the list meanwhile. `deleted`: the list was deleted
 * meanwhile, as an erasure does, so nothing of it may be stored again. In both cases the page is
 * not stored.
 */
export type PageStoreResult = 'stored' | 'superseded' | 'deleted'

/**
 * The desk's data on this device beside the client book: cached lists, cached answers and drafts.
 */
export class DeskCache {
  private readonly db: OwnerDatabase

  constructor(db: OwnerDatabase) {
    this.db = db
  }

  getCached(key: string): Promise<CachedAnswer | undefined> {
    return this.db.queryCache.get(key)
  }

  async putCached(answer: CachedAnswer): Promise<void> {
    await this.db.queryCache.put(answer)
  }

  async getDraft(key: string): Promise<unknown> {
    return (await this.db.drafts.get(key))?.data
  }

  async putDraft(draft: Draft): Promise<void> {
    await this.db.drafts.put(draft)
  }

  async deleteDraft(key: string): Promise<void> {
    await this.db.drafts.delete(key)
  }

  /** Reads a list's state and all its records in one transaction. */
  readList(kind: DeskListKind): Promise<CachedList | undefined> {
    const { db } = this
    return db.transaction('r', db.queryCache, db.deskRecords, async () => {
      const copy = await db.queryCache.get(toPositionKey(kind))
      if (!copy) return undefined
      const records = await this.queryRecords(kind).toArray()
      const idFrom = kind.length + 1
      return {
        position: copy.data as ListPosition,
        asOf: copy.asOf,
        records: new Map(records.map(({ key, data }) => [key.slice(idFrom), data])),
      }
    })
  }

  /** Stores a page and the list's new state in one transaction, if the state is still `before`. */
  storeListPage(
    kind: DeskListKind,
    { before, position, asOf, changed, removedIds }: ListPage,
  ): Promise<PageStoreResult> {
    const { db } = this
    return db.transaction('rw', db.queryCache, db.deskRecords, async () => {
      const stored = await db.queryCache.get(toPositionKey(kind))
      if (before && !isSame(before, stored)) return stored ? 'superseded' : 'deleted'
      if (!before) await this.queryRecords(kind).delete()
      const records = changed.map(
        ({ id, record }): DeskRecord => ({ key: toDeskRecordKey(kind, id), data: record }),
      )
      await db.deskRecords.bulkPut(records)
      await db.deskRecords.bulkDelete(removedIds.map((id) => toDeskRecordKey(kind, id)))
      await db.queryCache.put({ key: toPositionKey(kind), data: position, asOf })
      return 'stored'
    })
  }

  /** Counts the cached records of a list. */
  count(kind: DeskListKind): Promise<number> {
    return this.queryRecords(kind).count()
  }

  private queryRecords(kind: DeskListKind) {
    return this.db.deskRecords.where('key').startsWith(toDeskRecordKey(kind, ''))
  }
}

const toPositionKey = (kind: DeskListKind) => `records/${kind}`

const toDeskRecordKey = (kind: DeskListKind, id: string) => `${kind}/${id}`

function isSame(before: ListPosition, copy: CachedAnswer | undefined): boolean {
  const now = copy?.data as ListPosition | undefined
  return now?.epoch === before.epoch && now.seq === before.seq && now.floor === before.floor
}
