import type { Intent } from '../../../shared/sync/intent.ts'
import type { Change, MutationResult, PushAnswer } from '../../../shared/sync/protocol.ts'
import type { Batch } from './batch.ts'
import { beginAgain } from './begin-again.ts'
import type { DeviceState, Logged, OwnerDatabase, Row, RowKey } from './database.ts'
import { readDevice } from './device.ts'
import { erase } from './erase.ts'
import { type Foreseen, holds, putForeseen } from './foresee.ts'
import { keepAcked, takeFromLog } from './log.ts'
import { type Numbered, showWaiting } from './numbers.ts'
import { putTogether } from './pack.ts'
import { rebase } from './republish.ts'
import { type Acked, cursorAfter, type Results, resultsOf } from './results.ts'
import { renewed, rowsAt, withShown } from './row.ts'
import { forgotten } from './send-again.ts'
import { waitingByKey } from './waiting.ts'

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
  together?: number
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
}

/** Takes the answers in: each with its record's row and the end of its waiting, in one transaction. */
export function applyPush(
  parts: PushParts,
  { batch, answer, foreseen }: Answering,
): Promise<Applied> {
  const { db, newId } = parts
  const { rows, pages, heads, queue, log, refused, drafts, copies, device } = db
  return db.transaction(
    'rw',
    [rows, pages, heads, queue, log, refused, drafts, copies, device],
    async () => {
      const before = await readDevice(db, newId)
      // An answer to another life of this device: what it was about is asked again.
      if (before.deviceId !== batch.deviceId || before.epoch !== batch.epoch)
        return { settled: 0, upToDate: false }
      const isAll = (await db.queue.count()) === batch.mutations.length
      const acked = await takeAcked(db, { batch, answer, device: before })
      const done = new Set(acked.map(([{ n }]) => n))
      const given = before.given.filter(([n]) => !done.has(n))
      const cameTrue = isAll && foreseen && holds(foreseen, acked, before) ? foreseen : undefined
      const results = cameTrue ? undefined : await readResults(db, acked, before)
      const cursor = results?.whole === false ? before.cursor : cursorAfter(before, acked, answer)
      const state = { ...before, given, cursor }
      await db.device.put(state)
      await settle(parts, acked)
      if (cameTrue) await putForeseen(db, cameTrue, acked)
      if (results) await showResults(parts, { acked, ...results }, state)
      await beginAgain(db, acked, state)
      const upToDate = state.pulling === 'changes' && cursor === answer.to
      return { settled: await countSettled(db, batch, acked), upToDate }
    },
  )
}

/** What of a batch has its answer and still waits for it, taken out of the queue. */
async function takeAcked(
  db: OwnerDatabase,
  { batch, answer, device }: { batch: Batch; answer: PushAnswer; device: DeviceState },
): Promise<Acked[]> {
  const [first, last] = [batch.mutations.at(0)?.n ?? 0, batch.mutations.at(-1)?.n ?? 0]
  const there = new Set(await db.queue.where('n').between(first, last, true, true).primaryKeys())
  const given = new Map(device.given)
  const results = new Map(answer.results.map((result) => [result.mid, result]))
  const acked = batch.mutations.flatMap((sent): Acked[] => {
    const result = results.get(sent.mid)
    return result && there.has(sent.n) && given.get(sent.n) === sent.mid ? [[sent, result]] : []
  })
  if (acked.length === there.size)
    await db.queue.where('n').between(first, last, true, true).delete()
  else await db.queue.bulkDelete(acked.map(([{ n }]) => n))
  return acked
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

async function settle({ db }: PushParts, acked: readonly Acked[]): Promise<void> {
  const logged: Logged[] = []
  for (const [{ n, key, intent, at, mid }, result] of acked) {
    const { status, reason = '', fieldErrors = {} } = result
    if (intent.op === 'publish') await settlePublish(db, intent, result)
    else if (status === 'refused') await db.refused.put({ n, key, intent, at, reason, fieldErrors })
    if (status !== 'refused') logged.push({ n, key, intent, at, mid })
  }
  await keepAcked(
    db,
    logged,
    Math.max(0, ...acked.map(([, { row, made }]) => (row ?? made)?.updatedAt ?? 0)),
  )
}

/** For a page to show, and for what was published after it to stand on. */
async function settlePublish(
  db: OwnerDatabase,
  { update, baseEpoch }: Extract<Intent, { op: 'publish' }>,
  { status, reason = '', published }: MutationResult,
): Promise<void> {
  const data: ScheduleAnswer = { status, answer: published, reason, update, baseEpoch }
  await db.drafts.put({ key: SCHEDULE_ANSWER, data })
  // Only the last one says anything to a server that forgot them all.
  await takeFromLog(db, ({ intent }) => intent.op === 'publish')
  if (status !== 'applied') return
  const next = await db.queue.filter(({ intent }) => intent.op === 'publish').first()
  const rebased = next?.intent.op === 'publish' && rebase(next.intent, { update, published })
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
    const numbers = new Map(state?.given)
    const aside = unread.filter(({ n, mid }, i) => there[i] && numbers.get(n) === mid)
    const [first] = aside
    if (!first || !state) return
    const reason = 'The server could not read this change.'
    await db.refused.bulkPut(
      aside.map(({ n, key, intent, at }) => ({ n, key, intent, at, reason, fieldErrors: {} })),
    )
    await db.queue.bulkDelete(aside.map(({ n }) => n))
    const given = state.given.filter(([, mid]) => mid < first.mid)
    await db.device.put({ ...state, lastMid: first.mid - 1, given })
    await showWaiting(db, [...new Set(aside.map(({ key }) => key))])
  })
}
