import { inSavepoint, type Tx } from '#server/db/database.ts'
import { readLastSyncedSeq } from '#server/db/desk-changes.ts'
import { eraseDeletedTree } from '#server/db/privacy/record-trees.ts'
import { TransactionLostError } from '#server/db/storage-faults.ts'
import { getCollection, hasField, isRecordId, validateRecord } from '#shared/sync/collections.ts'
import type { Change, Intent, MutationResult, PushAnswer } from '#shared/sync/protocol.ts'
import { BatchRecords, type RecordWithSeq } from './batch-records.ts'
import { getEditTime, hashIntent, type Mutation } from './mutations.ts'
import type { SyncParts } from './ports.ts'
import {
  applyDelete,
  applyPatch,
  applyResolve,
  createErasedRecord,
  type EditContext,
  type EditOutcome,
  toHistory,
} from './record-edits.ts'
import {
  extendsLiving,
  isAncestorErased,
  isMovedToErased,
  refuseDelete,
  updateExtensions,
  withExtensions,
} from './related-records.ts'
import {
  type FieldHistoryEntry,
  findMutationResult,
  insertFieldHistory,
  insertMutationResults,
  type StoredRecord,
  type StoredResult,
  toDeletedBy,
  updateDevice,
} from './store.ts'

export interface PushBatch {
  deviceId: string
  deviceName: string
  epoch: string
  /** The device's highest `mid` that has an answer. */
  lastMid: number
  /** The device's time when it sent the batch, ISO 8601; empty if unknown. */
  sentAt: string
  /** UTC milliseconds; everything that the batch writes has this time. */
  now: number
  mutations: Mutation[]
}

/**
 * `gap`: a `mid` is missing before the batch. `mid_reuse`: a `mid` was used for another mutation,
 * or its result is deleted. Results are forgotten in two steps (`deleteExpiredSyncRows`): first the
 * answer, so that a repeat only gets `unchanged`, and much later the hash, by which a repeat is
 * recognised.
 */
export type PushOutcome =
  | { ok: true; answer: PushAnswer }
  | { ok: false; code: 'gap' | 'mid_reuse'; lastMid: number }

/** Applies a device's mutations in order. A repeated mutation gets its stored answer again. */
export async function applyPush(tx: Tx, parts: SyncParts, batch: PushBatch): Promise<PushOutcome> {
  const code = await checkSequence(tx, batch)
  if (code) return { ok: false, code, lastMid: batch.lastMid }
  const { results, lastMid, numbers, stopReason } = await applyMutations(tx, parts, batch)
  if (lastMid > batch.lastMid) await updateDevice(tx, batch.deviceId, { last_mid: lastMid })
  const unchanged = numbers ? 0 : await readLastSyncedSeq(tx)
  const { from: fromSeq, to: toSeq } = numbers ?? { from: unchanged, to: unchanged }
  const answer = {
    results,
    ackedThrough: lastMid,
    fromSeq,
    toSeq,
    ...(stopReason && { stopReason }),
  }
  return { ok: true, answer }
}

interface BatchOutcome {
  results: MutationResult[]
  lastMid: number
  numbers: BatchRecords['numbers']
  /** Name of the error after which the remaining mutations were not tried. */
  stopReason?: string
}

/**
 * Applies all mutations in one savepoint, because a savepoint for each doubles the time of the
 * writes. If one throws, all are applied again, each in its own savepoint.
 */
async function applyMutations(tx: Tx, parts: SyncParts, batch: PushBatch): Promise<BatchOutcome> {
  try {
    return await inSavepoint(tx, () => applyBatch(tx, parts, batch))
  } catch (error) {
    if (error instanceof TransactionLostError) throw error
    return await applyOneByOne(tx, parts, batch)
  }
}

/**
 * Stops at the first error: keeps the mutations already applied and lets the client retry the rest.
 * An error that returns at each retry blocks the device's later edits, which stay queued there
 * until the server is mended: an edit is rejected only for its content.
 */
async function applyOneByOne(tx: Tx, parts: SyncParts, batch: PushBatch): Promise<BatchOutcome> {
  const all: BatchOutcome = { results: [], lastMid: batch.lastMid, numbers: undefined }
  for (const mutation of batch.mutations) {
    try {
      const one = await inSavepoint(tx, () =>
        applyBatch(tx, parts, { ...batch, mutations: [mutation] }),
      )
      all.results.push(...one.results)
      all.lastMid = Math.max(all.lastMid, one.lastMid)
      const { from, to } = { ...one.numbers, ...(all.numbers && { from: all.numbers.from }) }
      if (from !== undefined && to !== undefined) all.numbers = { from, to }
    } catch (error) {
      if (error instanceof TransactionLostError) throw error
      return { ...all, stopReason: error instanceof Error ? error.name : 'error' }
    }
  }
  return all
}

/**
 * Applies mutations in order, each on the result of those before it, and writes them at the end.
 */
async function applyBatch(tx: Tx, parts: SyncParts, batch: PushBatch): Promise<BatchOutcome> {
  const { deviceId, deviceName, now, mutations } = batch
  const intents = mutations.map(({ intent }) => intent)
  const writes: BatchWrites = {
    records: await BatchRecords.load(tx, intents.flatMap(withExtensions)),
    answers: [],
    history: [],
  }
  const applied: AppliedMutation[] = []
  let { lastMid } = batch
  for (const mutation of mutations) {
    applied.push(await applyMutation(tx, { batch, mutation, writes, parts }))
    lastMid = Math.max(lastMid, mutation.mid)
  }
  await insertMutationResults(tx, writes.answers, { deviceId, at: now })
  await insertFieldHistory(tx, writes.history, { deviceId, at: now })
  await writes.records.flush()
  for (const coll of writes.records.changedCollections)
    await parts.afterChange[coll]?.(tx, {
      ...{ now, deviceName },
      changes: writes.records.listChanges(coll),
    })
  const names = new Map([[deviceId, deviceName]])
  for (const { shown } of applied) {
    const by = shown?.record.deletedBy
    if (by && !names.has(by)) names.set(by, await writes.records.deviceName(by))
  }
  const results = applied.map((one) => toResult(one, names))
  return { results, lastMid, numbers: writes.records.numbers }
}

/** The result of a mutation, before its record is numbered. */
interface AppliedMutation extends ResultContent {
  mid: number
}

function toResult(
  { shown, isAck, ...result }: AppliedMutation,
  names: ReadonlyMap<string, string>,
): MutationResult {
  if (!shown) return result
  const { seq, record } = shown
  if (!isAck) return { ...result, record: toChange(shown, names) }
  return { ...result, ack: { rev: record.rev, seq, updatedAt: record.updatedAt } }
}

/** Checks all numbers before anything is applied, so that a batch is refused as a whole. */
async function checkSequence(tx: Tx, batch: PushBatch): Promise<'gap' | 'mid_reuse' | undefined> {
  let last = batch.lastMid
  for (const mutation of batch.mutations) {
    if (mutation.mid > last + 1) return 'gap'
    if (mutation.mid > last) last = mutation.mid
    else if (mutation.mid > batch.lastMid || !(await findStoredResult(tx, batch, mutation)))
      return 'mid_reuse'
  }
  return undefined
}

/**
 * The stored answer to a mutation; undefined if its number had another mutation, or no result is
 * stored.
 */
async function findStoredResult(
  tx: Tx,
  { deviceId }: PushBatch,
  { mid, intent }: Mutation,
): Promise<MutationResult | undefined> {
  const stored = await findMutationResult(tx, deviceId, mid)
  if (stored?.hash !== hashIntent(intent)) return undefined
  return stored.answer ? (JSON.parse(stored.answer) as MutationResult) : toForgottenResult(mid)
}

function toForgottenResult(mid: number): MutationResult {
  return { mid, status: 'unchanged' }
}

/** What a batch collects in memory and writes at its end. */
interface BatchWrites {
  records: BatchRecords
  answers: StoredResult[]
  history: FieldHistoryEntry[]
}

interface MutationContext {
  parts: SyncParts
  batch: PushBatch
  mutation: Mutation
  writes: BatchWrites
}

async function applyMutation(tx: Tx, context: MutationContext): Promise<AppliedMutation> {
  const { batch, mutation, writes } = context
  const { mid, intent } = mutation
  const { records, answers } = writes
  const again = mid <= batch.lastMid && (await findStoredResult(tx, batch, mutation))
  if (again) return { ...again, isReplay: true, shown: await records.find(intent) }
  const by = createEditContext(context)
  const { shown, isAck, ...content }: ResultContent =
    intent.op === 'erase'
      ? await eraseForGood(tx, { writes, intent, by })
      : ((await refuseDelete(tx, context.parts, intent)) ??
        (await applyRecordIntent(writes, intent, by)))
  const result = { mid, ...content }
  answers.push({ mid, hash: hashIntent(intent), answer: JSON.stringify(result) })
  return { ...result, isAck, shown: shown ?? (await records.find(intent)) }
}

function createEditContext({
  batch,
  mutation: { mid, intent },
  writes: { records },
}: MutationContext): EditContext {
  const { deviceId, deviceName, epoch, now, sentAt } = batch
  const editedAt = getEditTime('at' in intent ? intent.at : '', { now, sentAt })
  return {
    deviceId,
    deviceName,
    mid,
    records,
    sameEpoch: intent.baseEpoch === epoch,
    now,
    editedAt,
  }
}

/** The result without its number, and the record that it shows: whole, or as `ack`. */
interface ResultContent extends Omit<MutationResult, 'mid' | 'record' | 'ack'> {
  shown?: RecordWithSeq | undefined
  isAck?: boolean | undefined
}

type Erase = Extract<Intent, { op: 'erase' }>
/** An edit of a record, not its end. */
type EditIntent = Exclude<Intent, Erase>

/** Erases a deleted record with all that belongs to it. What another device still plans in it is kept, and so is the record. */
async function eraseForGood(
  tx: Tx,
  { writes, intent: { coll, id }, by }: { writes: BatchWrites; intent: Erase; by: EditContext },
): Promise<ResultContent> {
  const { records } = writes
  const found = (await records.find({ coll, id }))?.record
  if (!found) return { status: 'unchanged' }
  if (found.erased) return { status: 'erased' }
  if (!found.deleted) return { status: 'not_deleted' }
  const erased = await records.runApart(() => eraseDeletedTree(tx, { coll, id }, by.now))
  if (!erased) return { status: 'not_deleted' }
  writes.history = writes.history.filter((entry) => !erased.get(entry.coll)?.has(entry.id))
  return { status: 'applied' }
}

async function applyRecordIntent(
  writes: BatchWrites,
  intent: EditIntent,
  by: EditContext,
): Promise<ResultContent> {
  const found = (await writes.records.find(intent))?.record
  if (found?.erased) return { status: 'erased' }
  const refused = await refuseIntent(intent, by)
  if (refused) return refused
  const refusedNew = intent.op === 'patch' && (await refuseNew(writes, intent, { found, by }))
  if (refusedNew) return refusedNew
  const accepted = await applyIntent(found, intent, by)
  const { status, record, previousValues } = accepted
  if (!record) return { status }
  if (found && (await isMovedToErased(found, record, by)))
    return { status: 'refused', reason: 'What this should belong to was erased.' }
  const shown = await storeRecord(writes, record, {
    before: previousValues,
    editedAt: by.editedAt,
  })
  if (found?.deleted !== record.deleted) await updateExtensions(record, by)
  const isAck = found !== undefined && by.sameEpoch && isPlainPatch(intent, found, accepted)
  return { status, isAck, shown }
}

type Patch = Extract<Intent, { op: 'patch' }>

async function refuseIntent(
  intent: EditIntent,
  by: EditContext,
): Promise<ResultContent | undefined> {
  if (intent.op === 'patch') return refusePatch(intent)
  return intent.op === 'delete' && (await extendsLiving(intent, by))
    ? { status: 'refused', reason: 'This is deleted with what it belongs to.' }
    : undefined
}

function refusePatch({ coll, id, set }: Patch): ResultContent | undefined {
  if (!isRecordId(coll, id)) return { status: 'refused', reason: 'This id is not valid.' }
  const misplaced = Object.keys(set).filter((name) => !hasField(coll, id, name))
  const fieldErrors = {
    ...validateRecord(coll, set),
    ...Object.fromEntries(misplaced.map((name) => [name, 'This field does not exist.'])),
  }
  return Object.keys(fieldErrors).length > 0
    ? { status: 'refused', reason: 'Please check the highlighted fields.', fieldErrors }
    : undefined
}

/** Refuses to add a record if there are too many, or if what it belongs to is erased; undefined if it may be added. */
async function refuseNew(
  writes: BatchWrites,
  intent: Patch,
  { found, by }: { found: StoredRecord | undefined; by: EditContext },
): Promise<ResultContent | undefined> {
  if ((!found || found.deleted) && (await isCollectionFull(writes, intent)))
    return { status: 'refused', reason: getCollection(intent.coll).limit?.message ?? '' }
  if (found || !(await isAncestorErased(intent, by))) return undefined
  // By a tombstone in its place, devices erase their copies.
  const erased = await createErasedRecord(intent, by)
  return { status: 'erased', shown: await writes.records.put(erased) }
}

async function isCollectionFull({ records }: BatchWrites, { coll, id }: Patch): Promise<boolean> {
  const { limit } = getCollection(coll)
  if (!limit || !id.startsWith(limit.prefix)) return false
  return (await records.countLiving(coll, limit.prefix)) >= limit.max
}

/**
 * Whether the record now differs from what the device knew by exactly this patch. The answer then
 * carries `ack` instead of the whole record.
 */
function isPlainPatch(intent: Intent, found: StoredRecord, accepted: EditOutcome): boolean {
  const { status, record, previousValues = [] } = accepted
  return (
    intent.op === 'patch' &&
    status === 'applied' &&
    intent.baseRev === found.rev &&
    previousValues.length === Object.keys(intent.set).length &&
    record?.conflicts.length === 0 &&
    found.conflicts.length === 0
  )
}

async function applyIntent(
  found: StoredRecord | undefined,
  intent: EditIntent,
  by: EditContext,
): Promise<EditOutcome> {
  if (intent.op === 'patch') return applyPatch(found, intent, by)
  if (intent.op === 'delete') return applyDelete(found, intent, by)
  return applyResolve(found, intent, by)
}

async function storeRecord(
  { records, history }: BatchWrites,
  record: StoredRecord,
  { before = [], editedAt }: { before: EditOutcome['previousValues']; editedAt: string },
): Promise<RecordWithSeq> {
  history.push(...toHistory(record, before, editedAt))
  return records.put(record)
}

function toChange({ seq, record }: RecordWithSeq, names: ReadonlyMap<string, string>): Change {
  const { coll, id, rev, deleted, erased, data, conflicts, createdAt, updatedAt } = record
  const deletedBy = toDeletedBy(record, names)
  return {
    coll,
    id,
    rev,
    seq,
    ...(deleted && { deleted }),
    ...(deletedBy && { deletedBy }),
    ...(erased && { erased }),
    data,
    ...(conflicts.length > 0 && { conflicts }),
    createdAt,
    updatedAt,
  }
}
