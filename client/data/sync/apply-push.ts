import { advanceLogState, appendAcked } from '#client/data/store/acked-log.ts'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import { type NumberedMutation, readDevice, rollBackMids } from '#client/data/store/device.ts'
import { eraseRecords } from '#client/data/store/erase.ts'
import { putRecords } from '#client/data/store/pages.ts'
import {
  applyChange,
  putOptimistic,
  readPendingByKey,
  readRecords,
  refreshOptimistic,
  withOptimistic,
} from '#client/data/store/record.ts'
import type {
  AckedLogState,
  AckedMutation,
  DeviceState,
  PendingMutation,
  RecordKey,
  StoredRecord,
} from '#client/data/store/schema.ts'
import type { Clock } from '#client/lib/clock.ts'
import { getCollection } from '#shared/sync/collections.ts'
import type { Change, Intent, PushAnswer } from '#shared/sync/protocol.ts'
import type { PushBatch } from './push-batch.ts'
import { type AnsweredMutation, collectResults, getNextCursor } from './push-results.ts'
import { resendExtensions, resendForgotten } from './recovery.ts'

interface PushParts {
  db: OwnerDatabase
  newId: () => string
  clock: Clock
  packThreshold?: number
}

interface AnsweredBatch {
  batch: PushBatch
  answer: PushAnswer
}

export interface PushProgress {
  /** How many mutations of the batch are no longer pending. */
  answeredCount: number
  /** This device now has every change that the server had when it answered. */
  isUpToDate: boolean
  /** `isUpToDate`, no mutation is pending, and `syncedAt` is stored. */
  isFinished: boolean
}

export const NOTHING_APPLIED: PushProgress = {
  answeredCount: 0,
  isUpToDate: false,
  isFinished: false,
}

/** Applies a push answer in one transaction: stores records and dequeues answered mutations. */
export function applyPush(parts: PushParts, answering: AnsweredBatch): Promise<PushProgress> {
  return parts.db.transaction('rw', parts.db.tables, async () => applyAnswer(parts, answering))
}

async function applyAnswer(
  parts: PushParts,
  { batch, answer }: AnsweredBatch,
): Promise<PushProgress> {
  const { db, clock } = parts
  const found = await readQueueState(parts, batch)
  const { device: before } = found
  // The device id or the epoch has changed since the push: the mutations will be sent again.
  if (before.deviceId !== batch.deviceId || before.epoch !== batch.epoch) return NOTHING_APPLIED
  const { answered, assignedMids, isWholeQueue } = matchResults({ batch, answer }, found)
  const known = await readRecordsByKey(db, answered)
  const { newest, isComplete } = collectResults(answered, known, before)
  // Otherwise only a pull brings the missing record, so the cursor must not pass it.
  const cursor = isComplete ? getNextCursor(before, answered, answer) : before.cursor
  const upToDate = before.pullMode === 'changes' && cursor === answer.toSeq
  const syncedAt = isWholeQueue && upToDate ? clock() : before.syncedAt
  const logged = advanceLogState(before.ackedLog, getLastWriteTime(answered))
  const hasLostEdit = before.hasLostEdit || answered.some(isLost)
  const state = {
    ...{ ...before, assignedMids, cursor, syncedAt, ackedLog: logged },
    ...(hasLostEdit && { hasLostEdit }),
  }
  await Promise.all([
    removeFromQueue(db, { batch, answered, isWholeQueue, found }),
    db.device.put(state),
  ])
  await storeResults(db, answered, { before: before.ackedLog, now: logged })
  await updateRecords(parts, { answered, records: known, newest }, state)
  const finished = isWholeQueue && upToDate && (await db.queue.count()) === 0
  return {
    answeredCount: await countAnswered(db, batch, answered),
    isUpToDate: upToDate,
    isFinished: finished,
  }
}

/** Whether the server refused an edit or a restore because the record was erased or deleted for good. */
function isLost([{ intent, isResend }, { status }]: AnsweredMutation): boolean {
  return status === 'erased' && !isResend && intent.op === 'patch' && isTyped(intent)
}

interface QueueState {
  device: DeviceState
  /** The queue numbers (`n`) of the batch that are still pending. */
  queuedPositions: Set<unknown>
  /** The length of the whole queue. */
  pendingCount: number
}

/** Reads in parallel, because each round trip to IndexedDB costs time. */
async function readQueueState({ db, newId }: PushParts, batch: PushBatch): Promise<QueueState> {
  const stretch = getBatchRange(db, batch)
  const [device, pendingCount, ofBatch] = await Promise.all([
    readDevice(db, newId),
    db.queue.count(),
    stretch.count(),
  ])
  // With the same count, nothing of the batch has left the queue, and its keys need not be read.
  const places = batch.mutations.map(({ n }) => n)
  const there: unknown[] = ofBatch === places.length ? places : await stretch.primaryKeys()
  return { device, queuedPositions: new Set(there), pendingCount }
}

function getBatchRange({ queue }: OwnerDatabase, { mutations }: PushBatch) {
  return queue.where('n').between(mutations.at(0)?.n, mutations.at(-1)?.n, true, true)
}

interface MatchedResults {
  answered: AnsweredMutation[]
  /** `DeviceState.assignedMids` without the answered mutations. */
  assignedMids: DeviceState['assignedMids']
  /** `answered` is the whole queue. */
  isWholeQueue: boolean
}

/** Returns the batch's mutations that were answered and are still pending under the same `mid`. */
function matchResults(
  { batch, answer }: Pick<AnsweredBatch, 'batch' | 'answer'>,
  { device, queuedPositions, pendingCount }: QueueState,
): MatchedResults {
  const numbers = new Map(device.assignedMids)
  const results = new Map(answer.results.map((result) => [result.mid, result]))
  const answered = batch.mutations.flatMap((sent): AnsweredMutation[] => {
    const result = results.get(sent.mid)
    return result && queuedPositions.has(sent.n) && numbers.get(sent.n) === sent.mid
      ? [[sent, result]]
      : []
  })
  for (const [{ n }] of answered) numbers.delete(n)
  return { answered, assignedMids: [...numbers], isWholeQueue: answered.length === pendingCount }
}

/** Dequeues answered mutations with few requests, because each costs time; clearing is fastest. */
async function removeFromQueue(
  db: OwnerDatabase,
  {
    batch,
    answered,
    isWholeQueue,
    found,
  }: Omit<MatchedResults, 'assignedMids'> & { batch: PushBatch; found: QueueState },
): Promise<void> {
  if (isWholeQueue) await db.queue.clear()
  else if (answered.length === found.queuedPositions.size) await getBatchRange(db, batch).delete()
  else await db.queue.bulkDelete(answered.map(([{ n }]) => n))
}

/** Returns the latest `updatedAt` of the answers: UTC milliseconds by the server's clock, or 0. */
function getLastWriteTime(answered: readonly AnsweredMutation[]): number {
  return Math.max(0, ...answered.map(([, { record, ack }]) => (record ?? ack)?.updatedAt ?? 0))
}

/**
 * Counts the mutations that are no longer pending. If none was answered just now, a concurrent sync
 * may have applied the answers, or an erasure may have removed the mutations.
 */
async function countAnswered(
  db: OwnerDatabase,
  { mutations }: PushBatch,
  answered: readonly AnsweredMutation[],
): Promise<number> {
  if (answered.length > 0) return answered.length
  const found = await db.queue.bulkGet(mutations.map(({ n }) => n))
  return found.filter((item) => item === undefined).length
}

async function storeResults(
  db: OwnerDatabase,
  answered: readonly AnsweredMutation[],
  at: { before: AckedLogState; now: AckedLogState },
): Promise<void> {
  const logged: AckedMutation[] = []
  for (const [{ n, key, intent, at, mid }, result] of answered) {
    const { status, reason = '', fieldErrors = {} } = result
    if (status !== 'refused') logged.push({ n, key, intent, at, mid })
    else if (isTyped(intent)) await db.rejected.put({ n, key, intent, at, reason, fieldErrors })
  }
  await appendAcked(db, logged, at)
}

function isTyped({ coll }: Intent): boolean {
  return !getCollection(coll).isMark
}

async function readRecordsByKey(
  db: OwnerDatabase,
  answered: readonly AnsweredMutation[],
): Promise<Map<RecordKey, StoredRecord>> {
  const keys = [...new Set(answered.map(([{ key }]) => key))]
  return new Map((await readRecords(db, keys)).flatMap((row) => (row ? [[row.key, row]] : [])))
}

interface AppliedResults {
  answered: readonly AnsweredMutation[]
  records: ReadonlyMap<RecordKey, StoredRecord>
  newest: ReadonlyMap<RecordKey, Change>
}

async function updateRecords(
  { db, packThreshold }: PushParts,
  { answered, records, newest }: AppliedResults,
  device: DeviceState,
): Promise<void> {
  const last = new Map(answered.map(([{ key, n }]) => [key, n]))
  const edited = [...last].flatMap(([key, n]) =>
    (records.get(key)?.optimistic?.through ?? 0) > n ? [key] : [],
  )
  const pending = await readPendingByKey(db, edited)
  const results = [...last.keys()].map((key) =>
    withResend({ key, record: records.get(key), change: newest.get(key) }, pending.get(key) ?? []),
  )
  const lost = results.flatMap(({ resend }) => resend ?? [])
  for (const { intent } of [...lost])
    lost.push(...(await resendExtensions(db, intent, { device, newest })))
  if (lost.length > 0) await db.queue.bulkAdd(lost)
  for (const edit of lost) pending.set(edit.key, [...(pending.get(edit.key) ?? []), edit])
  const rows = results.flatMap(({ key, record, change }) => {
    const remaining = pending.get(key) ?? []
    if (change) return [applyChange(record, change, { device, pending: remaining })]
    return record ? [withOptimistic(record, remaining)] : []
  })
  await putOptimistic(db, rows, {
    pending,
    put: (updated) => putRecords(db, updated, { device, together: packThreshold }),
  })
  await eraseRecords(
    db,
    [...newest.values()].filter(({ erased }) => erased),
  )
}

interface RecordResult {
  key: RecordKey
  record: StoredRecord | undefined
  change: Change | undefined
  /** A mutation that sends the fields that the server no longer has. */
  resend?: PendingMutation
}

function withResend(result: RecordResult, pending: readonly PendingMutation[]): RecordResult {
  const { record, change } = result
  const lost = record && change && resendForgotten(record, change, pending)
  if (!lost) return result
  if (pending.at(-1)?.intent.op !== 'delete') return { ...result, resend: lost }
  // A pending delete goes first. The fields stay in the row, in case the server keeps the record.
  return { ...result, change: { ...change, data: { ...record.data, ...change.data } } }
}

/**
 * Quarantines mutations that the server cannot read: moves them to `rejected`, with their content,
 * and frees their numbers and all later ones, so that the rest can be numbered without a gap.
 */
export function quarantine({ db }: PushParts, refused: readonly NumberedMutation[]): Promise<void> {
  const { records, queue, rejected, device } = db
  return db.transaction('rw', [records, queue, rejected, device], async () => {
    const state = await db.device.get('device')
    const there = await db.queue.bulkGet(refused.map(({ n }) => n))
    const numbers = new Map(state?.assignedMids)
    const quarantined = refused.filter(({ n, mid }, i) => there[i] && numbers.get(n) === mid)
    const [first] = quarantined
    if (!first || !state) return
    const reason = 'The server could not read this change.'
    await db.rejected.bulkPut(
      quarantined
        .filter(({ intent }) => isTyped(intent))
        .map(({ n, key, intent, at }) => ({ n, key, intent, at, reason, fieldErrors: {} })),
    )
    await db.queue.bulkDelete(quarantined.map(({ n }) => n))
    await db.device.put(rollBackMids(first.mid - 1, state))
    await refreshOptimistic(db, [...new Set(quarantined.map(({ key }) => key))])
  })
}
