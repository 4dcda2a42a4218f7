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
  /** The last number that has an answer. */
  lastMid: number
  /** What the device's clock said when it sent this, ISO 8601; empty where it did not say. */
  sentAt: string
  /** UTC milliseconds: what is written together has one time. */
  now: number
  mutations: Numbered[]
}

export type PushOutcome =
  | { ok: true; answer: PushAnswer }
  | { ok: false; code: 'gap' | 'mid_reuse'; lastMid: number }

/** Applies a device's edits in their order; each is answered once, and the same again ever after. */
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
  stopped?: string
}

/**
 * All in one savepoint, since one for each takes as long again as all that is written; where something
 * throws, all is done anew, each in its own.
 */
function allOrEach(tx: Tx, parts: SyncParts, batch: Batch): Done {
  try {
    return inSavepoint(tx, () => actOn(tx, parts, batch))
  } catch (error) {
    if (error instanceof TransactionGone) throw error
    return each(tx, parts, batch)
  }
}

/** Held by something that passes, one is tried again; what went before it stays. */
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

/** In their order, each on what those before it have made; what comes of them is written at the end. */
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

/** Looked at before anything is done, so that a batch is refused whole. */
function outOfTurn(tx: Tx, batch: Batch): 'gap' | 'mid_reuse' | undefined {
  let last = batch.lastMid
  for (const mutation of batch.mutations) {
    if (mutation.mid > last + 1) return 'gap'
    if (mutation.mid > last) last = mutation.mid
    else if (mutation.mid > batch.lastMid || !saidOf(tx, batch, mutation)) return 'mid_reuse'
  }
  return undefined
}

/** What was said of a mutation before; undefined where it was another, or so long ago that nobody knows. */
function saidOf(
  tx: Tx,
  { deviceId }: Batch,
  { mid, intent }: Numbered,
): MutationResult | undefined {
  const stored = findResult(tx, deviceId, mid)
  if (stored?.hash !== hashOf(intent)) return undefined
  return stored.answer ? (JSON.parse(stored.answer) as MutationResult) : done(mid)
}

/** Of an answer that is kept no longer. */
function done(mid: number): MutationResult {
  return { mid, status: 'unchanged' }
}

/** What a batch has written once it is done. */
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
/** With what the record is now, where that was just written. */
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

/** All that was asked was set, and nothing else, on a record that the device knew as it was. */
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
    // What is deleted waits on the server alone, for whoever wants it back.
    data: deleted ? {} : data,
    ...(conflicts.length > 0 && { conflicts }),
    createdAt,
    updatedAt,
  }
}

/** Its device keeps a numbered intent as it is, down to the order of its fields. */
function hashOf(intent: Intent): string {
  return fingerprint(JSON.stringify(intent))
}

/** A clock that differs by more is wrong; milliseconds. A slow connection alone takes half a minute. */
const MOST_OFF = 2 * 60_000

/**
 * When an edit was made, ISO 8601: as its device says, however long it waited there. Where the device's
 * clock is wrong, or the time makes no sense, it is the moment of its arrival.
 */
function editTime(at: string, { now, sentAt }: { now: number; sentAt: string }): string {
  const [made, sent] = [Date.parse(at), sentAt === '' ? now : Date.parse(sentAt)]
  const isRight = Math.abs(now - sent) <= MOST_OFF && made <= now + MOST_OFF
  return new Date(isRight ? Math.min(made, now) : now).toISOString()
}

/** One numbered mutation, as it came. */
export interface Numbered {
  mid: number
  intent: Intent
}

/** What a push holds: its mutations, and the numbers of those in which anything is none of ours. */
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

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

function hasForbiddenKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, part]) => FORBIDDEN.has(key) || hasForbiddenKey(part))
}
