import type { DataCore } from '#client/data/data-core.ts'
import {
  listCollectionRecords,
  readStoredCollection,
} from '#client/data/store/collection-records.ts'
import { getOptimistic } from '#client/data/store/record.ts'
import { type RecordRef, toRecordKey } from '#client/data/store/schema.ts'
import type { NamingRecord, RejectedEdit, UnsettledRecords } from '#client/data/store/types.ts'
import { listDisputed, toRejectedEdit } from '#client/data/store/unsettled.ts'
import { listPeopleFields, type PageCollection, type RecordData } from '#shared/sync/collections.ts'
import { discardRejected } from './discard-rejected.ts'

/** Queries on records of any collection that only some pages need; loaded when first used. */
export class RecordQueries {
  constructor(private readonly core: DataCore) {}

  /** A record that has a row of its own, as its collection says, with pending edits; undefined if there is none. */
  async find(ref: RecordRef): Promise<{ rev: number; data: RecordData } | undefined> {
    const row = await this.core.db.records.get(toRecordKey(ref))
    if (!row) return undefined
    const { data, deleted } = getOptimistic(row)
    return deleted ? undefined : { rev: row.rev, data }
  }

  /** Whether this device knows that a record was erased or deleted for good. */
  async isErased(ref: RecordRef): Promise<boolean> {
    const row = await this.core.db.records.get(toRecordKey(ref))
    return row?.erased === true || row?.optimistic?.erased === true
  }

  /** The records, not deleted, that name a client. Each has a row: see `tests/sync/collections.test.ts`. */
  listNaming(clientId: string): Promise<NamingRecord[]> {
    const { db } = this.core
    return db.transaction('r', db.records, async () => {
      const found: NamingRecord[] = []
      for (const { coll, field } of listPeopleFields())
        for (const row of await db.records.where('key').startsWith(`${coll}/`).toArray()) {
          const { data, deleted } = getOptimistic(row)
          const { [field]: value } = data as Record<string, NamingRecord['value']>
          if (!deleted && [value].flat().includes(clientId))
            found.push({ coll, id: row.id, field, value: value ?? '', rev: row.rev })
        }
      return found
    })
  }

  /** Conflicts and rejected edits of a collection that one page edits. */
  listUnsettled(coll: PageCollection): Promise<UnsettledRecords> {
    const { db } = this.core
    return db.transaction('r', [db.records, db.queue, db.rejected], async () => {
      const [stored, rejected] = await Promise.all([
        readStoredCollection(db, coll),
        db.rejected.where('key').startsWith(`${coll}/`).toArray(),
      ])
      const revs = new Map(stored.rows.map(({ key, rev }) => [key, rev]))
      return {
        disputed: listDisputed(coll, listCollectionRecords(stored)),
        rejected: rejected.map((one) => toRejectedEdit(one, revs.get(one.key))),
      }
    })
  }

  /** Queues a rejected edit again, as it was typed. */
  async sendAgain({ n, coll, id, base, set, rev }: RejectedEdit): Promise<void> {
    await this.core.edit([id], () =>
      this.core.edits.applyAll([{ coll, id, op: 'set', base, set, rev }]),
    )
    if ((await discardRejected(this.core, n)) !== undefined) await this.core.reportEdit([id])
  }
}
