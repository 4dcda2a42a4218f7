import { safeParse } from 'valibot'
import { inSavepoint, type Tx } from '#server/db/database.ts'
import { TransactionGone } from '#server/db/faults.ts'
import { fingerprint } from '#server/lib/ids.ts'
import { updateSchedule } from '#shared/schedule/desk-api.ts'
import { type Change, Intent, type MutationResult, type PushAnswer } from '#shared/sync/protocol.ts'
import { recordProblems } from '#shared/sync/records.ts'
import { type Accepted, acceptDelete, acceptPatch, acceptResolve, type Editing } from './accept.ts'
import type { SyncParts } from './ports.ts'
import { Records } from './records.ts'
import {
  type FieldBefore,
  findResult,
  insertAnswers,
  insertHistory,
  type StoredAnswer,
  type StoredRecord,
  syncClock,
  updateDevice,
} from './store.ts'

export interface Batch {
  deviceId: string
  deviceName: string
  epoch: string
  /** The device's highest `mid` that has an answer. */
  lastMid: number
  /** The device's time when it sent the batch, ISO 8601; empty if unknown. */
  sentAt: string
  /** UTC milliseconds; everything that the batch writes has this time. */
  now: number
  mutations: Numbered[]
}

/**
 * `gap`: a `mid` is missing before the batch. `mid_reuse`: a `mid` was used for another mutation,
 * or so long ago that its result is deleted.
 */
export type PushOutcome =
  | { ok: true; answer: PushAnswer }
  | { ok: false; code: 'gap' | 'mid_reuse'; lastMid: number }

/** Applies a device's mutations in order. A repeated mutation gets its stored answer again. */
export function push(tx: Tx, parts: SyncParts, batch: Batch): PushOutcome {
  const code = outOfTurn(tx, batch)
  if (code) return { ok: false, code, lastMid: batch.lastMid }
  const { seq: from } = syncClock(tx)
  const { results, lastMid, stopped } = allOrEach(tx, parts, batch)
  if (lastMid > batch.lastMid) updateDevice(tx, batch.deviceId, { last_mid: lastMid })
  const { seq: to } = syncClock(tx)
  const answer = { results, ackedThrough: lastMid, from, to, ...(stopped && { stopped }) }
  return { ok: true, answer }
}

interface Done {
  results: MutationResult[]
  lastMid: number
  /** Name of the error after which the remaining mutations were not tried. */
  stopped?: string
}

/**
 * Applies all mutations in one savepoint, because a savepoint for each doubles the time of the
 * writes. If one throws, all are applied again, each in its own savepoint.
 */
function allOrEach(tx: Tx, parts: SyncParts, batch: Batch): Done {
  try {
    return inSavepoint(tx, () => actOn(tx, parts, batch))
  } catch (error) {
    if (error instanceof TransactionGone) throw error
    return each(tx, parts, batch)
  }
}

/**
 * Stops at the first temporary failure: keeps the mutations already applied and lets the client
 * retry the rest.
 */
function each(tx: Tx, parts: SyncParts, batch: Batch): Done {
  const all: Done = { results: [], lastMid: batch.lastMid }
  for (const mutation of batch.mutations) {
    try {
      const one = inSavepoint(tx, () => actOn(tx, parts, { ...batch, mutations: [mutation] }))
      all.results.push(...one.results)
      all.lastMid = Math.max(all.lastMid, one.lastMid)
    } catch (error) {
      if (error instanceof TransactionGone) throw error
      return { ...all, stopped: error instanceof Error ? error.name : 'error' }
    }
  }
  return all
}

/**
 * Applies mutations in order, each on the result of those before it, and writes them at the end.
 */
function actOn(tx: Tx, parts: SyncParts, batch: Batch): Done {
  const { deviceId, now, mutations } = batch
  const intents = mutations.map(({ intent }) => intent)
  const writing: Writing = { records: new Records(tx, intents), answers: [], history: [] }
  const done: Done = { results: [], lastMid: batch.lastMid }
  for (const mutation of mutations) {
    done.results.push(act(tx, parts, { batch, mutation, writing }))
    done.lastMid = Math.max(done.lastMid, mutation.mid)
  }
  writing.records.keep()
  insertAnswers(tx, writing.answers, { deviceId, at: now })
  insertHistory(tx, writing.history, { deviceId, at: now })
  return done
}

/** Checks all numbers before anything is applied, so that a batch is refused as a whole. */
function outOfTurn(tx: Tx, batch: Batch): 'gap' | 'mid_reuse' | undefined {
  let last = batch.lastMid
  for (const mutation of batch.mutations) {
    if (mutation.mid > last + 1) return 'gap'
    if (mutation.mid > last) last = mutation.mid
    else if (mutation.mid > batch.lastMid || !saidOf(tx, batch, mutation)) return 'mid_reuse'
  }
  return undefined
}

/**
 * The stored answer to a mutation; undefined if its number had another mutation, or none is stored.
 */
function saidOf(
  tx: Tx,
  { deviceId }: Batch,
  { mid, intent }: Numbered,
): MutationResult | undefined {
  const stored = findResult(tx, deviceId, mid)
  if (stored?.hash !== hashOf(intent)) return undefined
  return stored.answer ? (JSON.parse(stored.answer) as MutationResult) : done(mid)
}

/** The answer to a repeat whose stored answer has passed its retention. */
function done(mid: number): MutationResult {
  return { mid, status: 'unchanged' }
}

/** What a batch collects in memory and writes at its end. */
interface Writing {
  records: Records
  answers: StoredAnswer[]
  history: FieldBefore[]
}

interface Acting {
  batch: Batch
  mutation: Numbered
  writing: Writing
}

function act(tx: Tx, parts: SyncParts, acting: Acting): MutationResult {
  const { batch, mutation, writing } = acting
  const { mid, intent } = mutation
  const { records, answers } = writing
  const again = mid <= batch.lastMid && saidOf(tx, batch, mutation)
  if (again) return { ...again, dup: true, ...rowOf(records, intent) }
  const { row, made, ...said }: Said =
    intent.op === 'publish'
      ? records.lend(() => publish(tx, parts, { intent, epoch: batch.epoch }))
      : change(writing, intent, editing(acting))
  const result = { mid, ...said }
  answers.push({ mid, hash: hashOf(intent), answer: JSON.stringify(result) })
  if (made) return { ...result, made }
  return { ...result, ...(row ? { row } : rowOf(records, intent)) }
}

function editing({ batch, mutation: { mid, intent }, writing: { records } }: Acting): Editing {
  const { deviceId, deviceName, epoch, now, sentAt } = batch
  const editedAt = editTime('at' in intent ? intent.at : '', { now, sentAt })
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

type RecordIntent = Exclude<Intent, { op: 'publish' }>
/** The result without its number; `row` or `made` is set if the record has just been written. */
type Said = Omit<MutationResult, 'mid'>

function change(writing: Writing, intent: RecordIntent, by: Editing): Said {
  const found = writing.records.find(intent)?.record
  if (found?.erased) return { status: 'erased' }
  if (intent.op === 'patch') {
    const fieldErrors = recordProblems(intent.coll, intent.set)
    if (Object.keys(fieldErrors).length > 0)
      return { status: 'refused', reason: 'Please check the highlighted fields.', fieldErrors }
  }
  const accepted = verdict(found, intent, by)
  const { status, record, before } = accepted
  if (!record) return { status }
  const seq = keep(writing, record, { before, editedAt: by.editedAt })
  const { rev, updatedAt } = record
  return found && by.sameEpoch && isPlain(intent, found, accepted)
    ? { status, made: { rev, seq, updatedAt } }
    : { status, row: changeOf({ seq, record }) }
}

/**
 * Whether the record now differs from what the device knew by exactly this patch. The answer then
 * carries `made` instead of the whole record.
 */
function isPlain(intent: RecordIntent, found: StoredRecord, accepted: Accepted): boolean {
  const { status, record, before = [] } = accepted
  return (
    intent.op === 'patch' &&
    status === 'applied' &&
    intent.baseRev === found.rev &&
    before.length === Object.keys(intent.set).length &&
    record?.conflicts.length === 0 &&
    found.conflicts.length === 0
  )
}

function verdict(found: StoredRecord | undefined, intent: RecordIntent, by: Editing): Accepted {
  if (intent.op === 'patch') return acceptPatch(found, intent, by)
  if (intent.op === 'delete') return acceptDelete(found, intent, by)
  return acceptResolve(found, intent, by)
}

function keep(
  { records, history }: Writing,
  record: StoredRecord,
  { before = [], editedAt }: { before: Accepted['before']; editedAt: string },
): number {
  const { coll, id, rev } = record
  for (const { field, value } of before)
    history.push({ coll, id, field, value: JSON.stringify(value), rev, edited_at: editedAt })
  return records.put(record)
}

function publish(
  tx: Tx,
  parts: SyncParts,
  { intent, epoch }: { intent: Extract<Intent, { op: 'publish' }>; epoch: string },
): Said {
  const update = safeParse(updateSchedule.input, intent.update)
  if (!update.success) return { status: 'refused', reason: update.issues[0].message }
  const known = intent.baseEpoch === epoch ? intent.baseVersion : undefined
  const { status, answer, reason } = parts.publish(tx, update.output, known)
  return { status, published: answer, ...(reason && { reason }) }
}

function rowOf(records: Records, intent: Intent): { row?: Change } {
  const found = records.find(intent)
  return found ? { row: changeOf(found) } : {}
}

function changeOf({ seq, record }: { seq: number; record: StoredRecord }): Change {
  const { coll, id, rev, deleted, erased, data, conflicts, createdAt, updatedAt } = record
  return {
    coll,
    id,
    rev,
    seq,
    ...(deleted && { deleted }),
    ...(erased && { erased }),
    // The data of a deleted record stays on the server only, so that it can be restored.
    data: deleted ? {} : data,
    ...(conflicts.length > 0 && { conflicts }),
    createdAt,
    updatedAt,
  }
}

/** The same for every repeat: a device stores a numbered intent unchanged, key order included. */
function hashOf(intent: Intent): string {
  return fingerprint(JSON.stringify(intent))
}

/** A device's clock that is off by more counts as wrong, ms; a slow connection alone takes 30 s. */
const MOST_OFF = 2 * 60_000

/**
 * When an edit was made, ISO 8601: the device's time, however long the edit was queued there. If
 * the device's clock is wrong or the time is invalid or in the future, the time of arrival.
 */
function editTime(at: string, { now, sentAt }: { now: number; sentAt: string }): string {
  const [made, sent] = [Date.parse(at), sentAt === '' ? now : Date.parse(sentAt)]
  const isRight = Math.abs(now - sent) <= MOST_OFF && made <= now + MOST_OFF
  return new Date(isRight ? Math.min(made, now) : now).toISOString()
}

/** One mutation of a push, with its number. */
export interface Numbered {
  mid: number
  intent: Intent
}

/**
 * Parses the mutations of a push. `unread`: numbers of those that do not match the schema, have no
 * valid number, or contain a forbidden key.
 */
export function readMutations(sent: { mid: number }[]): { read: Numbered[]; unread: number[] } {
  const read: Numbered[] = []
  const unread: number[] = []
  for (const one of sent) {
    const { mid } = one
    const intent = safeParse(Intent, one)
    const isOurs = intent.success && mid >= 1 && !hasForbiddenKey(one)
    if (isOurs) read.push({ mid, intent: intent.output })
    else unread.push(mid)
  }
  return { read, unread }
}

/** Keys that could change prototypes of objects. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

function hasForbiddenKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, part]) => FORBIDDEN.has(key) || hasForbiddenKey(part))
}
