import type { OwnerDatabase } from '#client/data/store/database.ts'
import { getDraftKeys, removeContent } from '#client/data/store/erase.ts'
import { unpack } from '#client/data/store/pages.ts'
import { changeToRecord, getOptimistic } from '#client/data/store/record.ts'
import { type RecordKey, type StoredRecord, toRecordKey } from '#client/data/store/schema.ts'
import { toGuestPassData, toItemData } from '#shared/journeys/journey-fields.ts'
import { CONTENT_RETENTION } from '#shared/lib/define-collection.ts'
import { findParent, getCollection, toExtended } from '#shared/sync/collections.ts'

// The server removes old data without telling the devices. Each device removes its own copy here: an erasure on
// the server no longer finds these records, so no sync would ever remove them from the device.

/**
 * Removes the content of records that were deleted more than `CONTENT_RETENTION` ago, and documents that have been
 * unlisted for that long. Skips records with an edit or a draft that only this device has. Returns the ids of the
 * records whose content may still be in a list in memory.
 *
 * `now`: UTC milliseconds by the server's clock; this device's may be wrong by a year. `lastTime`:
 * `cleanedUpAt` as the caller read it; if another tab has cleaned up since, nothing is done.
 */
export async function cleanUp(
  db: OwnerDatabase,
  { now, lastTime }: { now: number; lastTime: number },
): Promise<string[]> {
  return db.transaction('rw', db.tables, async () => {
    const device = await db.device.get('device')
    if (device?.pullMode !== 'changes' || device.missingKeys.length > 0) return []
    if (device.cleanedUpAt !== lastTime) return []
    const stored = await readStored(db, now - CONTENT_RETENTION)
    const unlisted = await findUnlistedDocuments(db, stored)
    // A new document is stored just before its item lists it. So it is deleted only if the last clean-up found it, too.
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
  /** Keys of records with content in their row or in any page. */
  filled: Set<RecordKey>
  /** Ids of documents that a guests' copy lists. */
  published: Set<string>
  /** Keys of edits and drafts that only this device has. */
  unsent: Set<string>
  /** UTC milliseconds. Records that were changed later are kept as they are. */
  before: number
}

async function readStored(db: OwnerDatabase, before: number): Promise<StoredState> {
  const records = new Map<RecordKey, StoredRecord>()
  const filled = new Set<RecordKey>()
  const put = (row: StoredRecord) => {
    records.set(row.key, row)
    if (Object.keys(row.data).length > 0) filled.add(row.key)
  }
  // A row takes precedence over pages, and a later page over an earlier one.
  for (const { bytes } of await db.pages.orderBy('no').toArray())
    for (const change of unpack(bytes)) put(changeToRecord(change, { epoch: '', resyncNo: 0 }))
  const rows = await db.records.toArray()
  for (const row of rows) put(row)
  const passes = rows.filter(({ coll }) => coll === 'guest-pass')
  const published = new Set(passes.flatMap(({ data }) => toGuestPassData(data).documents))
  const edited = [...(await db.queue.toArray()), ...(await db.rejected.toArray())]
  const drafts = await db.drafts.toCollection().primaryKeys()
  const unsent = new Set([...edited.map(({ key }) => key), ...drafts])
  return { records, filled, published, unsent, before }
}

/**
 * True if a record has not changed since `before`, and this device has no unsent edit and no draft of it, or of the
 * record that it extends.
 */
function isSettled(
  { unsent, before }: StoredState,
  { key, coll, id, rev, updatedAt }: StoredRecord,
): boolean {
  const keys = [key, toRecordKey(toExtended({ coll, id })), ...getDraftKeys(key)]
  return rev > 0 && updatedAt < before && !keys.some((one) => unsent.has(one))
}

function listForgotten(stored: StoredState): StoredRecord[] {
  const all = [...stored.records.values()]
  const withParts = new Set(
    all.flatMap((row) => {
      // The server may refuse a deletion that is not sent yet.
      if (row.deleted && getOptimistic(row).deleted) return []
      const { parent } = getCollection(row.coll)
      const whole = parent?.idIn === 'start of id' && findParent(row, row.data)
      return whole ? toRecordKey(whole) : []
    }),
  )
  return all.filter(
    (row) =>
      row.deleted &&
      !row.erased &&
      stored.filled.has(row.key) &&
      isSettled(stored, row) &&
      // A deleted record is shown while it has parts, such as a journey with items, and with it what extends it.
      !withParts.has(toRecordKey(toExtended(row))),
  )
}

/** Ids of documents that neither an item nor a guests' copy lists, and that no unsent edit or undo can list again. */
async function findUnlistedDocuments(db: OwnerDatabase, stored: StoredState): Promise<string[]> {
  // Keys only: the contents of all documents together may not fit into memory.
  const byItem = db.documents.orderBy('itemId')
  const [itemIds, ids] = [await byItem.keys(), await byItem.primaryKeys()]
  return ids.filter((id, i) => {
    const key: RecordKey = `journey-item/${itemIds[i]}`
    const item = stored.records.get(key)
    if (!item || item.erased) return !stored.unsent.has(key)
    if (stored.published.has(id)) return false
    // Deleted for good on another device: the server no longer has it.
    const { documents, removedDocuments } = toItemData(item.data)
    const isKnown = [...documents, ...removedDocuments].some((one) => one.id === id)
    if (!item.deleted && !isKnown) return item.rev > 0 && !stored.unsent.has(key)
    if (!isSettled(stored, item)) return false
    return item.deleted || !toItemData(item.data).documents.some((one) => one.id === id)
  })
}
