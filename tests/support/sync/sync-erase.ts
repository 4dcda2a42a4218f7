import type { Database } from '#server/db/database.ts'
import { writeRecord } from '#server/sync/batch-records.ts'
import { findRecord } from '#server/sync/store.ts'
import type { Collection } from '#shared/sync/collections.ts'

/** Erases records as the privacy tools do; the tests of erasure cover what else they do. */
export async function eraseRecords(
  world: { db: Database },
  ids: string[],
  coll: Collection = 'client',
): Promise<void> {
  await world.db.write(async (tx) => {
    for (const id of ids) {
      const found = (await findRecord(tx, coll, id))?.record
      const record = found ?? createBlankRecord(coll, id)
      await writeRecord(tx, {
        ...record,
        rev: record.rev + 1,
        deleted: true,
        erased: true,
        data: {},
        revs: {},
        conflicts: [],
      })
    }
  })
}

function createBlankRecord(coll: Collection, id: string) {
  return {
    coll,
    id,
    rev: 0,
    deleted: true,
    erased: true,
    data: {},
    revs: {},
    conflicts: [],
    createdAt: 0,
    updatedAt: 0,
    deletedAt: null,
    deletedBy: null,
  }
}
