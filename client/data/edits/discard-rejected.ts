import type { OwnerDatabase } from '#client/data/store/database.ts'
import { findPacked, type PageHints } from '#client/data/store/pages.ts'
import { getOptimistic, readRejected, refreshOptimistic } from '#client/data/store/record.ts'
import { toRecordKey } from '#client/data/store/schema.ts'
import { listExtensions, type RecordRef } from '#shared/sync/collections.ts'
import type { Edits } from './edits.ts'

interface DiscardParts {
  db: OwnerDatabase
  edits: Edits
  hints: PageHints
}

/**
 * Discards a rejected mutation, and its record if nothing else is stored of it, with what extends it: the server
 * may have accepted the price of an item that it rejected. Returns the record's id, or undefined if there is no
 * such mutation.
 */
export function discardRejected(here: DiscardParts, n: number): Promise<string | undefined> {
  const { db, edits } = here
  const { records, pages, queue, rejected, device } = db
  return db.transaction('rw', [records, pages, queue, rejected, device], async () => {
    const found = await rejected.get(n)
    if (!found) return undefined
    const { coll, id } = found.intent
    await rejected.delete(n)
    await refreshOptimistic(db, [found.key])
    const isKnown = await isLiving(here, { coll, id })
    if (isKnown || (await readRejected(db, found.key)).length > 0) return id
    for (const { name } of listExtensions(coll)) {
      const extension = { coll: name, id }
      if (await isLiving(here, extension)) await edits.remove(extension)
    }
    return id
  })
}

async function isLiving({ db, hints }: DiscardParts, ref: RecordRef): Promise<boolean> {
  const row = await db.records.get(toRecordKey(ref))
  if (row) return !getOptimistic(row).deleted
  const packed = await findPacked(db, ref, hints)
  return packed !== undefined && !packed.change.deleted
}
