import { removeFromLog } from '#client/data/store/acked-log.ts'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import { isNumbered, readDevice, rollBackMids } from '#client/data/store/device.ts'
import { findPacked, getNextPageNo } from '#client/data/store/pages.ts'
import {
  mergeEditedFields,
  readPending,
  refreshOptimistic,
  toStoredRecord,
  withOptimistic,
} from '#client/data/store/record.ts'
import {
  type DeviceState,
  type PendingMutation,
  type RecordKey,
  type StoredRecord,
  toRecordKey,
} from '#client/data/store/schema.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'
import { listExtensions, type RecordData, type RecordRef } from '#shared/sync/collections.ts'
import type { Change, OpenConflict } from '#shared/sync/protocol.ts'
import type { Answer } from './transport.ts'

// Recovery when the server's record of this device differs from the device's own.

interface RestartParts {
  db: OwnerDatabase
  newId: () => string
}

type RecoveryResult = Promise<'again' | 'failed'>

/**
 * Handles a new epoch: the server was restored or replaced. Starts a full resync; nothing is
 * removed here, and what the server lost is sent again. All documents wait again: before each is sent,
 * the server is asked which pieces it lacks.
 */
export async function adoptNewEpoch(parts: RestartParts, answer: Answer): RecoveryResult {
  const { epoch } = answer.body as { epoch?: unknown }
  if (typeof epoch !== 'string') return 'failed'
  return restartFromMid(parts, answer, ({ device, firstPage }) => ({
    epoch,
    cursor: 0,
    resyncNo: device.resyncNo + 1,
    firstPage,
    pullMode: 'all',
    // What the last resync asked is asked again at the end of this one.
    missingKeys: [],
    isAfterRestore: device.epoch !== '',
  }))
}

/** Handles a gap: the server has not received some of this device's mutations. */
export function renumberAfterGap(parts: RestartParts, answer: Answer): RecoveryResult {
  return restartFromMid(parts, answer, () => ({}))
}

interface RecoveryState {
  device: DeviceState
  /** The number of the first page of a new full resync. */
  firstPage: number
}

async function restartFromMid(
  { db, newId }: RestartParts,
  { body }: Answer,
  change: (now: RecoveryState) => Partial<DeviceState>,
): RecoveryResult {
  const { lastMid } = body as { lastMid?: unknown }
  if (typeof lastMid !== 'number') return 'failed'
  await db.transaction(
    'rw',
    [db.records, db.pages, db.queue, db.rejected, db.ackedLog, db.documents, db.device],
    async () => {
      const device = await readDevice(db, newId)
      const firstPage = await getNextPageNo(db, device)
      const next = { ...device, ...change({ device, firstPage }) }
      if (next.epoch !== device.epoch) await requeueDocuments(db)
      await requeueLost(db, next, lastMid)
    },
  )
  return 'again'
}

/** One after another, because all documents together may not fit into memory. */
async function requeueDocuments({ documents }: OwnerDatabase): Promise<void> {
  for (const id of await documents.toCollection().primaryKeys())
    await documents.update(id, { waiting: 1 })
}

/**
 * Puts acked mutations with a `mid` above the server's `lastMid` back into the queue, in their old
 * order, and frees those numbers. The server falls behind after a restore, or when another
 * browser uses the same device id.
 */
async function requeueLost(db: OwnerDatabase, device: DeviceState, lastMid: number): Promise<void> {
  const lost = await removeFromLog(db, ({ mid }) => mid > lastMid)
  await db.queue.bulkPut(
    lost.map(({ n, key, intent, at }) => ({ n, key, intent, at, isResend: true })),
  )
  await db.device.put(rollBackMids(lastMid, device))
  await refreshOptimistic(db, [...new Set(lost.map(({ key }) => key))])
}

/** Takes a new device id: a copied browser profile or another account uses the present one. */
export async function resetDeviceId({ db, newId }: RestartParts): RecoveryResult {
  await db.transaction('rw', [db.ackedLog, db.device], async () => {
    const device = await readDevice(db, newId)
    await db.device.put({ ...device, deviceId: newId(), lastMid: 0, assignedMids: [] })
    // The numbers in the log belong to the old device id.
    await db.ackedLog.clear()
  })
  return 'again'
}

/** Starts a full resync: the device was away for longer than the server keeps tombstones. */
export async function startFullResync({ db, newId }: RestartParts): RecoveryResult {
  await db.transaction('rw', db.device, db.pages, async () => {
    const device = await readDevice(db, newId)
    const firstPage = await getNextPageNo(db, device)
    const resyncNo = device.resyncNo + 1
    const next = { cursor: 0, resyncNo, firstPage, pullMode: 'all' } as const
    await db.device.put({ ...device, ...next, missingKeys: [] })
  })
  return 'again'
}

/**
 * Queues the records that the server lost: each one whole, then its open alternatives, then its
 * unsent mutations. Unsent mutations marked `isResend` are dropped, because the record already
 * contains them.
 */
export async function resendRecords(
  db: OwnerDatabase,
  rows: readonly StoredRecord[],
  device: DeviceState,
): Promise<void> {
  const { epoch, resyncNo } = device
  for (const row of rows) {
    const pending = await readPending(db, row.key)
    const unsent = pending.filter((item) => !isNumbered(item, device))
    const typed = unsent.filter(({ isResend }) => !isResend).map(({ n: _place, ...item }) => item)
    const items = [
      resendWhole(row),
      ...row.conflicts.flatMap((open) => resendConflict(row, open)),
      ...typed,
    ]
    await db.queue.bulkDelete(unsent.flatMap(({ n }) => (n === undefined ? [] : [n])))
    await db.queue.bulkAdd(items)
    await db.records.put(withOptimistic({ ...row, epoch, rev: 0, conflicts: [], resyncNo }, items))
  }
}

/**
 * Returns a mutation that restores the fields that the server has dropped of a record which an edit
 * brought back, or undefined if there are none. The server clears the content of old tombstones; an
 * edit can empty a field but never removes it, so a missing field was cleared.
 */
export function resendForgotten(
  row: StoredRecord,
  change: Change,
  pending: readonly PendingMutation[],
): PendingMutation | undefined {
  if (change.deleted || change.erased || row.seq > change.seq) return undefined
  const lost = Object.entries(withoutTyped(row.data, pending)).filter(
    ([field, value]) => !isSameValue(value, undefined) && !Object.hasOwn(change.data, field),
  )
  return lost.length === 0 ? undefined : toResend(row, Object.fromEntries(lost))
}

/** Data without the fields that pending mutations set: a second value of these would be a conflict. */
function withoutTyped(data: RecordData, pending: readonly PendingMutation[]): RecordData {
  const typed = mergeEditedFields(pending)
  return Object.fromEntries(Object.entries(data).filter(([field]) => !Object.hasOwn(typed, field)))
}

/**
 * Returns mutations that send the extensions of a record again. The server clears them together with the
 * record, so they are needed where `resendForgotten` sends its fields again. For an extension that the answers
 * show as living (`newest`), `resendForgotten` is enough.
 */
export async function resendExtensions(
  db: OwnerDatabase,
  { coll, id }: RecordRef,
  { device, newest }: { device: DeviceState; newest: ReadonlyMap<RecordKey, Change> },
): Promise<PendingMutation[]> {
  const found: PendingMutation[] = []
  for (const { name } of listExtensions(coll)) {
    const ref = { coll: name, id }
    const key = toRecordKey(ref)
    const answered = newest.get(key)
    if (answered && !answered.deleted) continue
    const packed = await findPacked(db, ref, () => ({ knownThrough: -1, pageNo: undefined }))
    const row = (await db.records.get(key)) ?? toStoredRecord(ref, packed, device)
    const lost = withoutTyped(row.data, await readPending(db, key))
    if (Object.keys(lost).length > 0) found.push(toResend(row, lost))
  }
  return found
}

function resendWhole(row: StoredRecord): PendingMutation {
  return toResend(row, row.data)
}

/** Sends an open alternative. Without a base it conflicts again, so the owner is asked again. */
function resendConflict(
  row: StoredRecord,
  { kind, field, value, at }: OpenConflict,
): PendingMutation[] {
  return kind === 'field' ? [toResend(row, { [field]: value }, at)] : []
}

function toResend(
  { key, coll, id, updatedAt }: StoredRecord,
  set: RecordData,
  at = new Date(updatedAt).toISOString(),
): PendingMutation {
  const about = { coll, id, baseEpoch: '', baseRev: 0 }
  return { key, at, isResend: true, intent: { op: 'patch', ...about, base: {}, set, at } }
}
