import { deleteExpiredImports } from '#client/book/import/import-log.ts'
import type { OwnerDatabase } from '#client/book/store/database.ts'
import { getDraftKeys, removeContent } from '#client/book/store/erase.ts'
import { unpack } from '#client/book/store/pages.ts'
import { changeToRecord, getOptimistic } from '#client/book/store/record.ts'
import { type RecordKey, type StoredRecord, toRecordKey } from '#client/book/store/schema.ts'
import { getJourneyId } from '#shared/journeys/item-id.ts'
import { toItemData } from '#shared/journeys/journey-fields.ts'
import { CONTENT_RETENTION } from '#shared/sync/protocol-constants.ts'

// What the server forgets after a while without telling its devices, a device forgets by itself: an erasure
// on the server no longer finds these records, so no sync would ever remove them here.

/**
 * Removes the content of records that were deleted more than `CONTENT_RETENTION` ago, and the documents that an
 * item has not listed for as long; nothing of a record with an edit or a draft that only this device has. Returns
 * the ids of the records whose content a list in memory may still have.
 *
 * `now`: UTC milliseconds by the server's clock; this device's, `deviceTime`, may be wrong by a year.
 */
export async function cleanUp(
  db: OwnerDatabase,
  { now, deviceTime }: { now: number; deviceTime: number },
): Promise<string[]> {
  await deleteExpiredImports(db, deviceTime)
  return db.transaction('rw', db.tables, async () => {
    const device = await db.device.get('device')
    if (device?.pullMode !== 'changes' || device.missingKeys.length > 0) return []
    const stored = await readStored(db, now - CONTENT_RETENTION)
    const unlisted = await findUnlistedDocuments(db, stored)
    // A document is stored just before its item lists it, so it goes only if it was found twice.
    await db.documents.bulkDelete(unlisted.filter((id) => device.unlistedDocuments.includes(id)))
    await db.device.put({ ...device, cleanedUpAt: now, unlistedDocuments: unlisted })
    const forgotten = listForgotten(stored)
    await removeContent(
      db,
      forgotten.map(({ key }) => key),
    )
    return forgotten.flatMap(({ id, data }) => (Object.keys(data).length > 0 ? id : []))
  })
}

interface StoredState {
  /** All records that the server has confirmed, in their newest version. */
  records: Map<RecordKey, StoredRecord>
  /** Keys of edits and drafts that only this device has. */
  unsent: Set<string>
  /** UTC milliseconds; what was last changed before it may go. */
  before: number
}

async function readStored(db: OwnerDatabase, before: number): Promise<StoredState> {
  const records = new Map<RecordKey, StoredRecord>()
  // A row takes precedence over pages, and a later page over an earlier one.
  for (const { bytes } of await db.pages.orderBy('no').toArray())
    for (const change of unpack(bytes))
      records.set(toRecordKey(change), changeToRecord(change, { epoch: '', resyncNo: 0 }))
  for (const row of await db.records.toArray()) records.set(row.key, row)
  const edited = [...(await db.queue.toArray()), ...(await db.rejected.toArray())]
  const drafts = await db.drafts.toCollection().primaryKeys()
  return { records, unsent: new Set([...edited.map(({ key }) => key), ...drafts]), before }
}

/** Whether the server has had this state of a record for long, and this device has nothing to add to it. */
function isSettled(
  { unsent, before }: StoredState,
  { key, rev, updatedAt }: StoredRecord,
): boolean {
  return (
    rev > 0 && updatedAt < before && ![key, ...getDraftKeys(key)].some((one) => unsent.has(one))
  )
}

function listForgotten(stored: StoredState): StoredRecord[] {
  const all = [...stored.records.values()]
  const planned = new Set(
    all.flatMap(({ coll, id, ...row }) =>
      coll === 'journey-item' && !getOptimistic(row).deleted ? getJourneyId(id) : [],
    ),
  )
  return all.filter(
    (row) =>
      row.deleted &&
      !row.erased &&
      isSettled(stored, row) &&
      // A deleted journey is shown while it has items.
      !(row.coll === 'journey' && planned.has(row.id)),
  )
}

/** Without those of deleted items, which leave with the item's content. */
async function findUnlistedDocuments(db: OwnerDatabase, stored: StoredState): Promise<string[]> {
  // Keys only: the contents of all documents together may not fit into memory.
  const byItem = db.documents.orderBy('itemId')
  const [itemIds, ids] = [await byItem.keys(), await byItem.primaryKeys()]
  return ids.filter((id, i) => {
    const item = stored.records.get(`journey-item/${itemIds[i]}`)
    if (!item || item.deleted || !isSettled(stored, item)) return false
    return !toItemData(item.data).documents.some((one) => one.id === id)
  })
}
