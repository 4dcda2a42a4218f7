import type { OwnerDatabase } from '#client/book/store/database.ts'
import { unpack } from '#client/book/store/pages.ts'
import { changeToRecord, readPendingByKey } from '#client/book/store/record.ts'
import {
  type DeviceState,
  type RecordKey,
  type StoredRecord,
  toRecordKey,
} from '#client/book/store/schema.ts'
import { resendRecords } from './recovery.ts'

/** The owner is asked before a full resync removes more records than this... */
const MAX_REMOVED_COUNT = 20
/** ...or a larger share of all records than this. */
const MAX_REMOVED_SHARE = 0.05

/**
 * Ends a full resync. A record that it did not bring was deleted on the server and is removed here,
 * after asking the owner if there are many; after a restore of the server it is sent again instead.
 */
export async function finishFullResync(db: OwnerDatabase, device: DeviceState): Promise<void> {
  if (device.pullMode === 'changes') return
  const done: DeviceState = {
    ...device,
    pullMode: 'changes',
    isAfterRestore: false,
    missingKeys: [],
  }
  const missing = await findMissingRecords(db, device)
  const all = missing.size === 0 ? 0 : missing.size + (await readReceivedKeys(db, device)).size
  const needsConfirmation =
    missing.size > MAX_REMOVED_COUNT || missing.size > all * MAX_REMOVED_SHARE
  if (device.isAfterRestore) await resendRecords(db, [...missing.values()], done)
  else if (missing.size > 0 && needsConfirmation) {
    await db.device.put({ ...done, missingKeys: [...missing.keys()] })
    return
  } else await db.rows.bulkDelete([...missing.keys()])
  await dropOldPages(db, device)
  await db.device.put(done)
}

/** Applies the owner's choice about the records in `missing`: remove them, or send them again. */
export function resolveMissing(db: OwnerDatabase, choice: 'remove' | 'keep'): Promise<void> {
  const { rows, pages, queue, device } = db
  return db.transaction('rw', [rows, pages, queue, device], async () => {
    const state = await db.device.get('device')
    if (!state || state.missingKeys.length === 0) return
    const done = { ...state, missingKeys: [] }
    const reportedKeys = new Set(state.missingKeys)
    const missing = await findMissingRecords(db, state)
    const found = [...missing].filter(([key]) => reportedKeys.has(key))
    if (choice === 'keep')
      await resendRecords(
        db,
        found.map(([, row]) => row),
        done,
      )
    else await db.rows.bulkDelete(found.map(([key]) => key))
    await dropOldPages(db, state)
    await db.device.put(done)
  })
}

/**
 * Returns confirmed, undeleted records that the full resync did not bring. A record with pending
 * mutations is left out, as they create it again on the server; after a restore it is included,
 * because `sendAgain` sends it whole.
 */
async function findMissingRecords(
  db: OwnerDatabase,
  device: DeviceState,
): Promise<Map<RecordKey, StoredRecord>> {
  const old = await readEarlierRecords(db, device)
  if (old.size === 0) return old
  for (const key of await readReceivedKeys(db, device)) old.delete(key)
  const edited = device.isAfterRestore ? new Map() : await readPendingByKey(db)
  for (const [key, row] of old) if (row.deleted || row.erased || edited.has(key)) old.delete(key)
  return old
}

/** Returns the records of earlier rounds, each in its newest version on this device. */
async function readEarlierRecords(
  db: OwnerDatabase,
  { resyncNo, firstPage }: DeviceState,
): Promise<Map<RecordKey, StoredRecord>> {
  const old = new Map<RecordKey, StoredRecord>()
  const pages = await db.pages.where('no').below(firstPage).toArray()
  for (const change of pages.flatMap(({ bytes }) => unpack(bytes)))
    old.set(toRecordKey(change), changeToRecord(change, { epoch: '', resyncNo: 0 }))
  for (const row of await db.rows.filter(({ rev }) => rev > 0).toArray())
    if (row.resyncNo < resyncNo) old.set(row.key, row)
  return old
}

/** Returns the keys of records that this round brought or that the server has never confirmed. */
async function readReceivedKeys(
  db: OwnerDatabase,
  { resyncNo, firstPage }: DeviceState,
): Promise<Set<RecordKey>> {
  const keys = new Set<RecordKey>()
  for (const { bytes } of await db.pages.where('no').aboveOrEqual(firstPage).toArray())
    for (const change of unpack(bytes)) keys.add(toRecordKey(change))
  for (const row of await db.rows.toArray())
    if (row.resyncNo === resyncNo || row.rev === 0) keys.add(row.key)
  return keys
}

/** Deletes the pages of earlier rounds. */
async function dropOldPages(db: OwnerDatabase, { firstPage }: DeviceState): Promise<void> {
  await db.pages.where('no').below(firstPage).delete()
}
