import type { OwnerDatabase } from '#client/data/store/database.ts'
import { getOptimistic } from '#client/data/store/record.ts'
import type { StoredRecord } from '#client/data/store/schema.ts'
import type { ListedCollection, RecordsAnswer, RecordsPosition } from '#client/data/store/types.ts'
import { randomKey } from '#client/lib/data/ids.ts'
import {
  type Collection,
  isRecordId,
  listPageCollections,
  type PageCollection,
  type RecordData,
  type RecordRef,
} from '#shared/sync/collections.ts'

interface ListedRow {
  data: RecordData | undefined
  /** The server does not have the record yet. */
  isNew: boolean
  /** The number of its last change in this copy. */
  seq: number
}

const listed: readonly Collection[] = listPageCollections()

/**
 * In-memory copy of the collections that one page edits (`CollectionDefinition.page`), with pending edits, so that
 * a page can read what has changed since its last reading.
 */
export class ListedRows {
  private rows = new Map<Collection, Map<string, ListedRow>>()
  private seq = 0
  /** A new id each time that everything is read: positions of earlier times do not count. */
  private round = ''

  reset(rows: readonly StoredRecord[]): void {
    this.rows = new Map(listed.map((coll) => [coll, new Map()]))
    this.round = randomKey()
    for (const row of rows) this.put(row.coll, row.id, row)
  }

  /** Reads the rows with these ids again, inside the caller's transaction. */
  async refresh({ records }: OwnerDatabase, ids: readonly string[]): Promise<void> {
    for (const coll of listed) {
      const own = ids.filter((id) => isRecordId(coll, id))
      if (own.length === 0) continue
      const rows = await records.bulkGet(own.map((id) => `${coll}/${id}` as const))
      for (const [at, id] of own.entries()) this.put(coll, id, rows[at])
    }
  }

  has(coll: ListedCollection): coll is PageCollection {
    return this.rows.has(coll as Collection)
  }

  /** The fields of a record; undefined if it does not exist or is deleted. */
  find(coll: Collection, id: string): RecordData | undefined {
    return this.rows.get(coll)?.get(id)?.data
  }

  /** Whether the record was created here and is still pending. */
  isNew({ coll, id }: RecordRef): boolean {
    return this.rows.get(coll)?.get(id)?.isNew ?? false
  }

  list(
    coll: Collection,
    position: RecordsPosition | undefined,
  ): Omit<RecordsAnswer<RecordData>, 'isComplete'> {
    const isWhole = position?.resync !== this.round
    const from = isWhole ? 0 : position.seq
    const rows = [...(this.rows.get(coll) ?? [])].flatMap(([id, { data, seq }]) =>
      seq > from ? [{ id, data }] : [],
    )
    return { position: { resync: this.round, seq: this.seq }, isWhole, rows }
  }

  private put(coll: Collection, id: string, row: StoredRecord | undefined): void {
    // Another collection's id.
    if (!row && !this.rows.get(coll)?.has(id)) return
    const optimistic = row && getOptimistic(row)
    this.seq += 1
    this.rows.get(coll)?.set(id, {
      data: optimistic && !optimistic.deleted ? optimistic.data : undefined,
      isNew: row?.rev === 0,
      seq: this.seq,
    })
  }
}
