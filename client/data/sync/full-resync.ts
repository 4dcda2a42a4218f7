import type { OwnerDatabase } from '#client/data/store/database.ts'
import { deleteDocumentsOf } from '#client/data/store/erase.ts'
import { unpack } from '#client/data/store/pages.ts'
import { deleteMissingReadOnly } from '#client/data/store/read-only.ts'
import { changeToRecord, readPendingByKey } from '#client/data/store/record.ts'
import {
  type DeviceState,
  type RecordKey,
  type StoredRecord,
  toRecordKey,
} from '#client/data/store/schema.ts'
import { resendRecords } from './recovery.ts'

/** The owner is asked before a full resync removes more records than this... */
const MAX_REMOVED_COUNT = 20
/** ...or a larger share of all records than this. */
const MAX_REMOVED_SHARE = 0.05

/**
 * Ends a full resync, inside the caller's transaction. A record that it did not include was deleted
 * on the server and is removed here, after asking the owner if there are many; after a restore of
 * the server it is sent again instead.
 */
export async function finishFullResync(db: OwnerDatabase, device: DeviceState): Promise<void> {
  if (device.pullMode === 'changes') return
  const nextState: DeviceState = {
    ...device,
    pullMode: 'changes',
    isAfterRestore: false,
    missingKeys: [],
  }
  await deleteMissingReadOnly(db, device)
  const missing = await findMissingRecords(db, device)
  const totalCount =
    missing.size === 0 ? 0 : missing.size + (await readReceivedKeys(db, device)).size
  const needsConfirmation =
    missing.size > MAX_REMOVED_COUNT || missing.size > totalCount * MAX_REMOVED_SHARE
  if (device.isAfterRestore) await resendRecords(db, [...missing.values()], nextState)
  else if (missing.size > 0 && needsConfirmation) {
    // The pages stay until the owner has decided.
    await db.device.put({ ...nextState, missingKeys: [...missing.keys()] })
    return
  } else await removeRecords(db, [...missing.keys()])
  await deleteEarlierPages(db, device)
  await db.device.put(nextState)
}

/** Applies the owner's choice about the records in `missingKeys`: remove them, or send them again. */
export function resolveMissing(db: OwnerDatabase, choice: 'remove' | 'resend'): Promise<void> {
  const { records, pages, queue, documents, device } = db
  return db.transaction('rw', [records, pages, queue, documents, device], async () => {
    const state = await db.device.get('device')
    // A resync that has begun since asks again at its end, and until then needs the earlier pages.
    if (!state || state.pullMode === 'all' || state.missingKeys.length === 0) return
    const nextState = { ...state, missingKeys: [] }
    const reportedKeys = new Set(state.missingKeys)
    const missing = await findMissingRecords(db, state)
    const found = [...missing].filter(([key]) => reportedKeys.has(key))
    if (choice === 'resend')
      await resendRecords(
        db,
        found.map(([, row]) => row),
        nextState,
      )
    else
      await removeRecords(
        db,
        found.map(([key]) => key),
      )
    await deleteEarlierPages(db, state)
    await db.device.put(nextState)
  })
}

async function removeRecords(db: OwnerDatabase, keys: readonly RecordKey[]): Promise<void> {
  await db.records.bulkDelete([...keys])
  await deleteDocumentsOf(db, keys)
}

/**
 * Returns confirmed, undeleted records that the full resync did not include. A record with pending
 * mutations is left out, as they create it again on the server; after a restore it is included,
 * because `resendRecords` sends the whole record.
 */
async function findMissingRecords(
  db: OwnerDatabase,
  device: DeviceState,
): Promise<Map<RecordKey, StoredRecord>> {
  const earlier = await readEarlierRecords(db, device)
  if (earlier.size === 0) return earlier
  for (const key of await readReceivedKeys(db, device)) earlier.delete(key)
  const pendingByKey = device.isAfterRestore ? new Map() : await readPendingByKey(db)
  for (const [key, row] of earlier)
    if (row.deleted || row.erased || pendingByKey.has(key)) earlier.delete(key)
  return earlier
}

/** Returns the records from before this full resync, each in its newest version on this device. */
async function readEarlierRecords(
  db: OwnerDatabase,
  { resyncNo, firstPage }: DeviceState,
): Promise<Map<RecordKey, StoredRecord>> {
  const earlier = new Map<RecordKey, StoredRecord>()
  const pages = await db.pages.where('no').below(firstPage).toArray()
  for (const change of pages.flatMap(({ bytes }) => unpack(bytes)))
    earlier.set(toRecordKey(change), changeToRecord(change, { epoch: '', resyncNo: 0 }))
  for (const row of await db.records.filter(({ rev }) => rev > 0).toArray())
    if (row.resyncNo < resyncNo) earlier.set(row.key, row)
  return earlier
}

/** Returns the keys of records that this full resync included or that the server has never confirmed. */
async function readReceivedKeys(
  db: OwnerDatabase,
  { resyncNo, firstPage }: DeviceState,
): Promise<Set<RecordKey>> {
  const keys = new Set<RecordKey>()
  for (const { bytes } of await db.pages.where('no').aboveOrEqual(firstPage).toArray())
    for (const change of unpack(bytes)) keys.add(toRecordKey(change))
  for (const row of await db.records.toArray())
    if (row.resyncNo === resyncNo || row.rev === 0) keys.add(row.key)
  return keys
}

/** Deletes the pages stored before this full resync. */
async function deleteEarlierPages(db: OwnerDatabase, { firstPage }: DeviceState): Promise<void> {
  await db.pages.where('no').below(firstPage).delete()
}
