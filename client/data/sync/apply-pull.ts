import type { OwnerDatabase } from '#client/data/store/database.ts'
import { readDevice } from '#client/data/store/device.ts'
import { eraseRecords } from '#client/data/store/erase.ts'
import { getNextPageNo, isReadFromPages, PACK_THRESHOLD } from '#client/data/store/pages.ts'
import { storeReadOnly } from '#client/data/store/read-only.ts'
import { applyChange, readPendingByKey, withRejectedFields } from '#client/data/store/record.ts'
import {
  type DeviceState,
  type PendingMutation,
  type RecordKey,
  type StoredRecord,
  toRecordKey,
} from '#client/data/store/schema.ts'
import type { Change, PullAnswer, PullQuery } from '#shared/sync/protocol.ts'
import { MAX_PAGE_RECORDS, SCHEMA_VERSION } from '#shared/sync/protocol-constants.ts'
import { isErasure } from '#shared/sync/read-only-collections.ts'
import { finishFullResync } from './full-resync.ts'

/** Returns the query of a pull from the device's cursor. */
export function toPullQuery(
  userId: string,
  { deviceId, deviceName, epoch, cursor, horizon, pullMode }: DeviceState,
): PullQuery {
  return {
    userId,
    deviceId,
    deviceName,
    epoch,
    schema: SCHEMA_VERSION,
    cursor,
    limit: MAX_PAGE_RECORDS,
    ...(pullMode === 'all' && { resyncHorizon: horizon }),
  }
}

/** The device's state when it sent a pull; see `applyPull`. */
export interface PullPosition {
  epoch: string
  cursor: number
  /**
   * How many of its numbered mutations had been answered. A push answer that came later may have
   * stored newer records, already packed into pages, so the pull is out of date.
   */
  answeredCount: number
}

export function getPullPosition({
  epoch,
  cursor,
  lastMid,
  assignedMids,
}: DeviceState): PullPosition {
  return { epoch, cursor, answeredCount: lastMid - assignedMids.length }
}

/** A pull answer, parsed, with the text of its changes as received. */
export interface PulledPage {
  answer: PullAnswer
  /** JSON of `answer.changes`. */
  text: string
  /** If the page ends a sync: its times, stored with it. */
  end?: SyncTimes | undefined
}

export type SyncTimes = Pick<DeviceState, 'syncedAt' | 'clockSkew'>

interface PullParts {
  db: OwnerDatabase
  newId: () => string
  packThreshold?: number
}

/**
 * Stores the changes of a pull and its cursor in one transaction. Returns false, and stores
 * nothing, if the device's state has changed since the pull was sent (`requestPosition`): answers can
 * arrive out of order.
 */
export function applyPull(
  { db, newId, packThreshold = PACK_THRESHOLD }: PullParts,
  { answer, text, end }: PulledPage,
  requestPosition: PullPosition,
): Promise<boolean> {
  const packs = answer.changes.length >= packThreshold
  const bytes = packs ? new TextEncoder().encode(text) : undefined
  return db.transaction('rw', db.tables, async () => {
    const before = await readDevice(db, newId)
    const position = getPullPosition(before)
    if (
      position.cursor !== requestPosition.cursor ||
      position.answeredCount !== requestPosition.answeredCount ||
      position.epoch !== requestPosition.epoch
    )
      return false
    // Only the first pull sets the epoch: a later change is a refusal, see `adoptNewEpoch`.
    const { epoch, nextCursor, horizon } = answer
    // A new device has nothing to clean up.
    const cleanedUpAt = before.cleanedUpAt || Date.parse(answer.serverTime)
    const after = { ...before, epoch, cursor: nextCursor, horizon, cleanedUpAt, ...end }
    if (bytes) await storePage(db, { bytes, changes: answer.changes, device: after })
    else await storeRecords(db, answer.changes, after)
    await storeReadOnly(db, answer.readOnly, after)
    await db.device.put(after)
    // Does nothing outside a full resync.
    if (!answer.hasMore) await finishFullResync(db, after)
    await eraseRecords(
      db,
      answer.changes.filter(({ erased }) => erased),
    )
    // Cached answers may name the guest; the desk fetches them again.
    if (answer.readOnly.some(isErasure)) await db.queryCache.clear()
    return true
  })
}

async function storePage(
  db: OwnerDatabase,
  { bytes, changes, device }: { bytes: Uint8Array; changes: Change[]; device: DeviceState },
): Promise<void> {
  // A record in `records` takes precedence over every page, so it must be updated too. A record with
  // pending mutations needs a row for its optimistic value, even if it was packed before: a
  // restored server is sent mutations again.
  const [no, here] = await Promise.all([getNextPageNo(db, device), readStoredState(db, changes)])
  await db.pages.add({ no, resyncNo: device.resyncNo, bytes })
  const hasRowOrPending = (key: RecordKey) => here.records.has(key) || here.pending.has(key)
  const withRow = changes.filter(
    (change) => !isReadFromPages(change.coll) || hasRowOrPending(toRecordKey(change)),
  )
  await putChanges(db, withRow, { ...here, device })
}

async function storeRecords(
  db: OwnerDatabase,
  changes: Change[],
  device: DeviceState,
): Promise<void> {
  await putChanges(db, changes, { ...(await readStoredState(db, changes)), device })
}

/** The rows and pending mutations that this device has of some records. */
interface StoredState {
  records: ReadonlyMap<RecordKey, StoredRecord>
  pending: ReadonlyMap<RecordKey, PendingMutation[]>
}

async function readStoredState(db: OwnerDatabase, changes: Change[]): Promise<StoredState> {
  const keys = changes.map(toRecordKey)
  const [rows, pending] = await Promise.all([readRows(db, keys), readPendingByKey(db, keys)])
  return { records: new Map(rows.flatMap((row) => (row ? [[row.key, row]] : []))), pending }
}

async function readRows(db: OwnerDatabase, keys: RecordKey[]) {
  // After a first sync, nearly all records are in pages.
  return (await db.records.count()) > 0 ? db.records.bulkGet(keys) : []
}

async function putChanges(
  db: OwnerDatabase,
  changes: Change[],
  { records, pending, device }: StoredState & { device: DeviceState },
): Promise<void> {
  const fresh = changes.map((change) => {
    const key = toRecordKey(change)
    return applyChange(records.get(key), change, { device, pending: pending.get(key) ?? [] })
  })
  await db.records.bulkPut(await withRejectedFields(db, fresh, pending))
}
