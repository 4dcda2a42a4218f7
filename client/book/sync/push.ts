import type {
  DeviceState,
  Logged,
  OwnerDatabase,
  Row,
  RowKey,
} from '#client/book/store/database.ts'
import { readDevice } from '#client/book/store/device.ts'
import { erase } from '#client/book/store/erase.ts'
import { keepAcked, type LogState, logStateAt, takeFromLog } from '#client/book/store/log.ts'
import {
  givenUpTo,
  type Numbered,
  numbersOf,
  type Run,
  runsOf,
  showWaiting,
} from '#client/book/store/numbers.ts'
import { putTogether } from '#client/book/store/pack.ts'
import { renewed, rowsAt, withShown } from '#client/book/store/row.ts'
import { waitingByKey } from '#client/book/store/waiting.ts'
import type { Clock } from '#client/lib/clock.ts'
import type { Intent } from '#shared/sync/intent.ts'
import type { Change, MutationResult, PushAnswer } from '#shared/sync/protocol.ts'
import type { Batch } from './batch.ts'
import { beginAgain } from './begin-again.ts'
import { type Foreseen, holds, putForeseen } from './foresee.ts'
import { type Acked, cursorAfter, type Results, resultsOf } from './results.ts'
import { forgotten } from './send-again.ts'

/** Where the answer to a published schedule is found until a page has shown it. */
export const SCHEDULE_ANSWER = 'schedule-answer'

export interface ScheduleAnswer {
  status: MutationResult['status']
  /** What the schedule's own endpoint answers. */
  answer: unknown
  reason: string
  /** What was to be published, and of which past. */
  update: unknown
  baseEpoch: string
}

interface PushParts {
  db: OwnerDatabase
  newId: () => string
  clock: Clock
  together?: number
}

interface TakingParts extends PushParts {
  /** Of hours that were published; undefined where none were, or it did not come: then the server asks. */
  rebase: typeof import('./republish.ts').rebase | undefined
}

interface Answering {
  batch: Batch
  answer: PushAnswer
  /** What was worked out while it was awaited. */
  foreseen?: Foreseen | undefined
}

export interface Applied {
  /** How many wait for their answers no more. */
  settled: number
  /** With them this device has all that the server had when it answered. */
  upToDate: boolean
  /** And nothing waits here: that all was exchanged is noted. */
  finished: boolean
}

export const NOTHING_APPLIED: Applied = { settled: 0, upToDate: false, finished: false }

/** Takes the answers in: each with its record's row and the end of its waiting, in one transaction. */
export async function applyPush(parts: PushParts, answering: Answering): Promise<Applied> {
  const isPublished = answering.batch.mutations.some(({ intent }) => intent.op === 'publish')
  // Before the transaction, which would end meanwhile.
  const later = isPublished ? await import('./republish.ts').catch(() => undefined) : undefined
  const taking = { ...parts, rebase: later?.rebase }
  const { rows, pages, heads, queue, log, refused, drafts, imports, copies, records, device } =
    parts.db
  const tables = [rows, pages, heads, queue, log, refused, drafts, imports, copies, records, device]
  return parts.db.transaction('rw', tables, async () => takeIn(taking, answering))
}

async function takeIn(
  parts: TakingParts,
  { batch, answer, foreseen }: Answering,
): Promise<Applied> {
  const { db, clock } = parts
  const found = await findWaiting(parts, batch)
  const { device: before } = found
  // An answer to another life of this device: what it was about is asked again.
  if (before.deviceId !== batch.deviceId || before.epoch !== batch.epoch) return NOTHING_APPLIED
  const { acked, given, isAll } = ackedOf({ batch, answer }, found)
  const cameTrue = isAll && foreseen && holds(foreseen, acked, before) ? foreseen : undefined
  const results = cameTrue ? undefined : await readResults(db, acked, before)
  const cursor = results?.whole === false ? before.cursor : cursorAfter(before, acked, answer)
  const upToDate = before.pulling === 'changes' && cursor === answer.to
  const syncedAt = isAll && upToDate ? clock() : before.syncedAt
  const logged = logStateAt(before.logged, lastWritten(acked))
  const state = { ...before, given, cursor, syncedAt, logged }
  await Promise.all([takeOut(db, { batch, acked, isAll, found }), db.device.put(state)])
  await Promise.all([
    settle(parts, acked, { before: before.logged, now: logged }),
    cameTrue && putForeseen(db, cameTrue, acked),
  ])
  if (results) await showResults(parts, { acked, ...results }, state)
  await beginAgain(db, acked, state)
  const finished = isAll && upToDate && (await db.queue.count()) === 0
  return { settled: await countSettled(db, batch, acked), upToDate, finished }
}

interface Found {
  device: DeviceState
  /** The places of the batch at which something still waits. */
  there: Set<unknown>
  /** How many wait in all. */
  waiting: number
}

/** Asked all at once: the disk takes its time by the turn. */
async function findWaiting({ db, newId }: PushParts, batch: Batch): Promise<Found> {
  const stretch = between(db, batch)
  const [device, waiting, ofBatch] = await Promise.all([
    readDevice(db, newId),
    db.queue.count(),
    stretch.count(),
  ])
  // Where nothing of it was taken out meanwhile, its places need not be read.
  const places = batch.mutations.map(({ n }) => n)
  const there: unknown[] = ofBatch === places.length ? places : await stretch.primaryKeys()
  return { device, there: new Set(there), waiting }
}

function between({ queue }: OwnerDatabase, { mutations }: Batch) {
  return queue.where('n').between(mutations.at(0)?.n, mutations.at(-1)?.n, true, true)
}

interface Taken {
  acked: Acked[]
  /** The numbers of what waits on. */
  given: Run[]
  /** Nothing else waits. */
  isAll: boolean
}

/** What of a batch has its answer and still waits for it. */
function ackedOf(
  { batch, answer }: Pick<Answering, 'batch' | 'answer'>,
  { device, there, waiting }: Found,
): Taken {
  const numbers = numbersOf(device.given)
  const results = new Map(answer.results.map((result) => [result.mid, result]))
  const acked = batch.mutations.flatMap((sent): Acked[] => {
    const result = results.get(sent.mid)
    return result && there.has(sent.n) && numbers.get(sent.n) === sent.mid ? [[sent, result]] : []
  })
  for (const [{ n }] of acked) numbers.delete(n)
  return { acked, given: runsOf(numbers), isAll: acked.length === waiting }
}

/** The disk takes its time by the request, and least of all for everything. */
async function takeOut(
  db: OwnerDatabase,
  { batch, acked, isAll, found }: Omit<Taken, 'given'> & { batch: Batch; found: Found },
): Promise<void> {
  if (isAll) await db.queue.clear()
  else if (acked.length === found.there.size) await between(db, batch).delete()
  else await db.queue.bulkDelete(acked.map(([{ n }]) => n))
}

/** When the server last wrote one of these; its UTC milliseconds. */
function lastWritten(acked: readonly Acked[]): number {
  return Math.max(0, ...acked.map(([, { row, made }]) => (row ?? made)?.updatedAt ?? 0))
}

/** Where none was answered just now, another exchange took the answers in, or their clients were erased. */
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

/** For a page to show, and for what was published after it to stand on. */
async function settlePublish(
  { db, rebase }: Pick<TakingParts, 'db' | 'rebase'>,
  { update, baseEpoch }: Extract<Intent, { op: 'publish' }>,
  { status, reason = '', published }: MutationResult,
): Promise<void> {
  const data: ScheduleAnswer = { status, answer: published, reason, update, baseEpoch }
  await db.drafts.put({ key: SCHEDULE_ANSWER, data })
  // Only the last one says anything to a server that forgot them all.
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

async function readResults(
  db: OwnerDatabase,
  acked: readonly Acked[],
  device: DeviceState,
): Promise<Results & Pick<Answered, 'known'>> {
  const known = await rowsByKey(db, acked)
  return { known, ...resultsOf(acked, known, device) }
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
  const rows: Row[] = []
  for (const key of last.keys()) {
    const row = known.get(key)
    const left = waiting.get(key) ?? []
    const change = newest.get(key)
    const lost = row && change && forgotten(row, change, left)
    if (lost) {
      await db.queue.add(lost)
      left.push(lost)
    }
    if (change) rows.push(renewed(row, change, { device, waiting: left }))
    else if (row?.rev === 0 && left.length === 0) await db.rows.delete(key)
    else if (row) rows.push(withShown(row, left))
  }
  await putTogether(db, rows, { device, together })
  for (const change of newest.values()) if (change.erased) await erase(db, change)
}

/** These the server cannot read at all: they are kept aside with what was typed, and others get their numbers. */
export function setAside({ db }: PushParts, unread: readonly Numbered[]): Promise<void> {
  const { rows, queue, refused, device } = db
  return db.transaction('rw', [rows, queue, refused, device], async () => {
    const state = await db.device.get('device')
    const there = await db.queue.bulkGet(unread.map(({ n }) => n))
    const numbers = numbersOf(state?.given ?? [])
    const aside = unread.filter(({ n, mid }, i) => there[i] && numbers.get(n) === mid)
    const [first] = aside
    if (!first || !state) return
    const reason = 'The server could not read this change.'
    await db.refused.bulkPut(
      aside.map(({ n, key, intent, at }) => ({ n, key, intent, at, reason, fieldErrors: {} })),
    )
    await db.queue.bulkDelete(aside.map(({ n }) => n))
    const lastMid = first.mid - 1
    await db.device.put({ ...state, lastMid, given: givenUpTo(lastMid, state) })
    await showWaiting(db, [...new Set(aside.map(({ key }) => key))])
  })
}
