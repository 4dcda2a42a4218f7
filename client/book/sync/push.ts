import type { OwnerDatabase } from '#client/book/store/database.ts'
import { givenUpTo, type Numbered, readDevice } from '#client/book/store/device.ts'
import { erase } from '#client/book/store/erase.ts'
import { keepAcked, logStateAt, takeFromLog } from '#client/book/store/log.ts'
import { putTogether } from '#client/book/store/pages.ts'
import {
  putShown,
  renewed,
  rowsAt,
  showAgain,
  waitingByKey,
  withShown,
} from '#client/book/store/row.ts'
import type {
  DeviceState,
  Logged,
  LogState,
  Queued,
  Row,
  RowKey,
} from '#client/book/store/schema.ts'
import type { Clock } from '#client/lib/clock.ts'
import type { Change, Intent, MutationResult, PushAnswer } from '#shared/sync/protocol.ts'
import type { Batch } from './batch.ts'
import { forgotten } from './recovery.ts'
import { type Acked, cursorAfter, resultsOf } from './results.ts'

/** Key in `drafts` of the server's answer to the last publish, until a page has shown it. */
export const SCHEDULE_ANSWER = 'schedule-answer'

export interface ScheduleAnswer {
  status: MutationResult['status']
  /** What the schedule's own endpoint answers. */
  answer: unknown
  reason: string
  /** The update that was sent. */
  update: unknown
  /** The epoch of the version that the update was made from. */
  baseEpoch: string
}

interface PushParts {
  db: OwnerDatabase
  newId: () => string
  clock: Clock
  together?: number
}

interface TakingParts extends PushParts {
  /**
   * Rebases the next publish. Undefined if the batch has no publish, or if the module could not be
   * loaded; the server then sees the next publish as made from an older version.
   */
  rebase: typeof import('#client/book/schedule/republish.ts').rebase | undefined
}

interface Answering {
  batch: Batch
  answer: PushAnswer
}

export interface Applied {
  /** How many mutations of the batch are no longer pending. */
  settled: number
  /** This device now has every change that the server had when it answered. */
  upToDate: boolean
  /** `upToDate`, no mutation is pending, and `syncedAt` is stored. */
  finished: boolean
}

export const NOTHING_APPLIED: Applied = { settled: 0, upToDate: false, finished: false }

/** Applies a push answer in one transaction: stores records and dequeues acked mutations. */
export async function applyPush(parts: PushParts, answering: Answering): Promise<Applied> {
  const isPublished = answering.batch.mutations.some(({ intent }) => intent.op === 'publish')
  // Loaded before the transaction: IndexedDB would commit it during the import.
  const later = isPublished
    ? await import('#client/book/schedule/republish.ts').catch(() => undefined)
    : undefined
  const taking = { ...parts, rebase: later?.rebase }
  return parts.db.transaction('rw', parts.db.tables, async () => takeIn(taking, answering))
}

async function takeIn(parts: TakingParts, { batch, answer }: Answering): Promise<Applied> {
  const { db, clock } = parts
  const found = await findWaiting(parts, batch)
  const { device: before } = found
  // The device id or the epoch has changed since the push: the mutations will be sent again.
  if (before.deviceId !== batch.deviceId || before.epoch !== batch.epoch) return NOTHING_APPLIED
  const { acked, given, isAll } = ackedOf({ batch, answer }, found)
  const known = await rowsByKey(db, acked)
  const { newest, whole } = resultsOf(acked, known, before)
  const cursor = whole ? cursorAfter(before, acked, answer) : before.cursor
  const upToDate = before.pulling === 'changes' && cursor === answer.to
  const syncedAt = isAll && upToDate ? clock() : before.syncedAt
  const logged = logStateAt(before.logged, lastWritten(acked))
  const state = { ...before, given, cursor, syncedAt, logged }
  await Promise.all([takeOut(db, { batch, acked, isAll, found }), db.device.put(state)])
  await settle(parts, acked, { before: before.logged, now: logged })
  await showResults(parts, { acked, known, newest }, state)
  const finished = isAll && upToDate && (await db.queue.count()) === 0
  return { settled: await countSettled(db, batch, acked), upToDate, finished }
}

interface Found {
  device: DeviceState
  /** The queue numbers (`n`) of the batch that are still pending. */
  there: Set<unknown>
  /** The length of the whole queue. */
  waiting: number
}

/** Reads in parallel, because each round trip to IndexedDB costs time. */
async function findWaiting({ db, newId }: PushParts, batch: Batch): Promise<Found> {
  const stretch = between(db, batch)
  const [device, waiting, ofBatch] = await Promise.all([
    readDevice(db, newId),
    db.queue.count(),
    stretch.count(),
  ])
  // With the same count, nothing of the batch has left the queue, and its keys need not be read.
  const places = batch.mutations.map(({ n }) => n)
  const there: unknown[] = ofBatch === places.length ? places : await stretch.primaryKeys()
  return { device, there: new Set(there), waiting }
}

function between({ queue }: OwnerDatabase, { mutations }: Batch) {
  return queue.where('n').between(mutations.at(0)?.n, mutations.at(-1)?.n, true, true)
}

interface Taken {
  acked: Acked[]
  /** `DeviceState.given` without the acked mutations. */
  given: DeviceState['given']
  /** `acked` is the whole queue. */
  isAll: boolean
}

/** Returns the batch's mutations that were answered and are still pending under the same `mid`. */
function ackedOf(
  { batch, answer }: Pick<Answering, 'batch' | 'answer'>,
  { device, there, waiting }: Found,
): Taken {
  const numbers = new Map(device.given)
  const results = new Map(answer.results.map((result) => [result.mid, result]))
  const acked = batch.mutations.flatMap((sent): Acked[] => {
    const result = results.get(sent.mid)
    return result && there.has(sent.n) && numbers.get(sent.n) === sent.mid ? [[sent, result]] : []
  })
  for (const [{ n }] of acked) numbers.delete(n)
  return { acked, given: [...numbers], isAll: acked.length === waiting }
}

/** Dequeues acked mutations with few requests, which cost time; clearing the table is fastest. */
async function takeOut(
  db: OwnerDatabase,
  { batch, acked, isAll, found }: Omit<Taken, 'given'> & { batch: Batch; found: Found },
): Promise<void> {
  if (isAll) await db.queue.clear()
  else if (acked.length === found.there.size) await between(db, batch).delete()
  else await db.queue.bulkDelete(acked.map(([{ n }]) => n))
}

/** Returns the latest `updatedAt` of the answers: UTC milliseconds by the server's clock, or 0. */
function lastWritten(acked: readonly Acked[]): number {
  return Math.max(0, ...acked.map(([, { row, made }]) => (row ?? made)?.updatedAt ?? 0))
}

/**
 * Counts the mutations that are no longer pending. If none was acked just now, a concurrent sync
 * may have applied the answers, or an erasure may have removed the mutations.
 */
async function countSettled(
  db: OwnerDatabase,
  { mutations }: Batch,
  acked: readonly Acked[],
): Promise<number> {
  if (acked.length > 0) return acked.length
  const found = await db.queue.bulkGet(mutations.map(({ n }) => n))
  return found.filter((item) => item === undefined).length
}

async function settle(
  { db, rebase }: TakingParts,
  acked: readonly Acked[],
  at: { before: LogState; now: LogState },
): Promise<void> {
  const logged: Logged[] = []
  for (const [{ n, key, intent, at, mid }, result] of acked) {
    const { status, reason = '', fieldErrors = {} } = result
    if (intent.op === 'publish') await settlePublish({ db, rebase }, intent, result)
    else if (status === 'refused') await db.refused.put({ n, key, intent, at, reason, fieldErrors })
    if (status !== 'refused') logged.push({ n, key, intent, at, mid })
  }
  await keepAcked(db, logged, at)
}

/** Stores the answer for a page to show, and rebases the next queued publish on it. */
async function settlePublish(
  { db, rebase }: Pick<TakingParts, 'db' | 'rebase'>,
  { update, baseEpoch }: Extract<Intent, { op: 'publish' }>,
  { status, reason = '', published }: MutationResult,
): Promise<void> {
  const data: ScheduleAnswer = { status, answer: published, reason, update, baseEpoch }
  await db.drafts.put({ key: SCHEDULE_ANSWER, data })
  // The log keeps only the latest publish: after a restore, the earlier ones are superseded by it.
  await takeFromLog(db, ({ intent }) => intent.op === 'publish')
  if (status !== 'applied') return
  const next = await db.queue.filter(({ intent }) => intent.op === 'publish').first()
  const rebased = next?.intent.op === 'publish' && rebase?.(next.intent, { update, published })
  if (next && rebased) await db.queue.put({ ...next, intent: rebased })
}

async function rowsByKey(db: OwnerDatabase, acked: readonly Acked[]): Promise<Map<RowKey, Row>> {
  const keys = [...new Set(acked.map(([{ key }]) => key))]
  return new Map((await rowsAt(db, keys)).flatMap((row) => (row ? [[row.key, row]] : [])))
}

interface Answered {
  acked: readonly Acked[]
  known: ReadonlyMap<RowKey, Row>
  newest: ReadonlyMap<RowKey, Change>
}

async function showResults(
  { db, together }: PushParts,
  { acked, known, newest }: Answered,
  device: DeviceState,
): Promise<void> {
  const last = new Map(acked.map(([{ key, n }]) => [key, n]))
  const edited = [...last].flatMap(([key, n]) =>
    (known.get(key)?.shown?.through ?? 0) > n ? [key] : [],
  )
  const waiting = await waitingByKey(db, edited)
  const results = [...last.keys()].map((key) =>
    withLost({ key, row: known.get(key), change: newest.get(key) }, waiting.get(key) ?? []),
  )
  const lost = results.flatMap(({ lost }) => lost ?? [])
  if (lost.length > 0) await db.queue.bulkAdd(lost)
  for (const edit of lost) waiting.set(edit.key, [...(waiting.get(edit.key) ?? []), edit])
  const rows = results.flatMap(({ key, row, change }) => {
    const left = waiting.get(key) ?? []
    if (change) return [renewed(row, change, { device, waiting: left })]
    return row ? [withShown(row, left)] : []
  })
  await putShown(db, rows, {
    waiting,
    put: (shown) => putTogether(db, shown, { device, together }),
  })
  for (const change of newest.values()) if (change.erased) await erase(db, change)
}

interface RecordResult {
  key: RowKey
  row: Row | undefined
  change: Change | undefined
  /** A mutation that sends the fields that the server no longer has. */
  lost?: Queued
}

function withLost(result: RecordResult, waiting: readonly Queued[]): RecordResult {
  const { row, change } = result
  const lost = row && change && forgotten(row, change, waiting)
  if (!lost) return result
  if (waiting.at(-1)?.intent.op !== 'delete') return { ...result, lost }
  // A pending delete goes first. The fields stay in the row, in case the server keeps the record.
  return { ...result, change: { ...change, data: { ...row.data, ...change.data } } }
}

/**
 * Quarantines mutations that the server cannot read: moves them to `refused`, with their content,
 * and frees their numbers and all later ones, so that the rest can be numbered without a gap.
 */
export function setAside({ db }: PushParts, unread: readonly Numbered[]): Promise<void> {
  const { rows, queue, refused, device } = db
  return db.transaction('rw', [rows, queue, refused, device], async () => {
    const state = await db.device.get('device')
    const there = await db.queue.bulkGet(unread.map(({ n }) => n))
    const numbers = new Map(state?.given)
    const aside = unread.filter(({ n, mid }, i) => there[i] && numbers.get(n) === mid)
    const [first] = aside
    if (!first || !state) return
    const reason = 'The server could not read this change.'
    await db.refused.bulkPut(
      aside.map(({ n, key, intent, at }) => ({ n, key, intent, at, reason, fieldErrors: {} })),
    )
    await db.queue.bulkDelete(aside.map(({ n }) => n))
    await db.device.put(givenUpTo(first.mid - 1, state))
    await showAgain(db, [...new Set(aside.map(({ key }) => key))])
  })
}
