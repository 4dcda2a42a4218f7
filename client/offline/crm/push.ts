import type { Intent } from '../../../shared/sync/intent.ts'
import {
  LARGEST_PUSH,
  MOST_MUTATIONS,
  type MutationResult,
  type PushAnswer,
} from '../../../shared/sync/protocol.ts'
import type { Clock } from '../../lib/clock.ts'
import type { DeviceState, Logged, OwnerDatabase, Queued, Row } from './database.ts'
import { readDevice } from './device.ts'
import { erase } from './erase.ts'
import { rebase } from './republish.ts'
import { renewed, withShown } from './row.ts'
import { forgotten } from './send-again.ts'
import { waitingByKey, waitingFor } from './waiting.ts'

/** What is sent at once, as the device stood when it was put together. */
export interface Batch {
  deviceId: string
  epoch: string
  mutations: Sent[]
}

type Sent = Queued & { n: number; mid: number }

/** Where the answer to a published schedule is found until a page has shown it. */
export const SCHEDULE_ANSWER = 'schedule-answer'

/** How long a restored server may ask for what it had acknowledged; milliseconds. */
const LOG_KEPT = 14 * 86_400_000

export interface ScheduleAnswer {
  status: MutationResult['status']
  /** What the schedule's own endpoint answers. */
  answer: unknown
  reason: string
  /** What was to be published, and of which past. */
  update: unknown
  baseEpoch: string
}

/** For what else a push carries; bytes. */
const ENVELOPE = 1024

interface PushParts {
  db: OwnerDatabase
  newId: () => string
  clock: Clock
}

/** The next that are due, numbered for good before anything is sent. */
export function takeBatch(
  { db, newId }: PushParts,
  most = MOST_MUTATIONS,
): Promise<Batch | undefined> {
  return db.transaction('rw', db.queue, db.device, async () => {
    const device = await readDevice(db, newId)
    const due = oneSchedule(fitting(await db.queue.orderBy('n').limit(most).toArray()))
    if (due.length === 0) return undefined
    const mutations = numbered(due, device)
    const fresh = mutations.filter((_item, i) => due[i]?.mid === undefined)
    const lastMid = Math.max(device.lastMid, ...fresh.map(({ mid }) => mid))
    if (fresh.length > 0) {
      await db.queue.bulkPut(fresh)
      await db.device.put({ ...device, lastMid })
    }
    return { deviceId: device.deviceId, epoch: device.epoch, mutations }
  })
}

function fitting(items: Queued[]): Queued[] {
  let size = ENVELOPE
  const over = items.findIndex(({ intent }, i) => {
    size += new TextEncoder().encode(JSON.stringify(intent)).length + 24
    return i > 0 && size > LARGEST_PUSH
  })
  return over === -1 ? items : items.slice(0, over)
}

/** What a schedule was changed to next stands on what becomes of the one before it. */
function oneSchedule(items: Queued[]): Queued[] {
  const isPublish = ({ intent }: Queued) => intent.op === 'publish'
  const first = items.findIndex(isPublish)
  const second = items.findIndex((item, i) => i > first && isPublish(item))
  return first === -1 || second === -1 ? items : items.slice(0, second)
}

function numbered(items: Queued[], { lastMid }: DeviceState): Sent[] {
  let last = lastMid
  return items.map((item) => {
    if (item.n === undefined) throw new Error('What waits has its place')
    return { ...item, n: item.n, mid: item.mid ?? ++last }
  })
}

/** Takes the answers in: each with its record's row and the end of its waiting, in one transaction. */
export function applyPush(parts: PushParts, batch: Batch, answer: PushAnswer): Promise<void> {
  const { db, newId } = parts
  const { rows, pages, heads, queue, log, refused, drafts, device } = db
  return db.transaction(
    'rw',
    [rows, pages, heads, queue, log, refused, drafts, device],
    async () => {
      const state = await readDevice(db, newId)
      // An answer to another life of this device: what it was about is asked again.
      if (state.deviceId !== batch.deviceId || state.epoch !== batch.epoch) return
      const results = new Map(answer.results.map((result) => [result.mid, result]))
      const acked: [Sent, MutationResult][] = []
      const waiting = await db.queue.bulkGet(batch.mutations.map(({ n }) => n))
      for (const [i, sent] of batch.mutations.entries()) {
        const result = results.get(sent.mid)
        if (result && waiting[i]?.mid === sent.mid) acked.push([sent, result])
      }
      await db.queue.bulkDelete(acked.map(([{ n }]) => n))
      await settle(parts, acked)
      await showResults(db, acked, state)
    },
  )
}

async function settle({ db, clock }: PushParts, acked: [Sent, MutationResult][]): Promise<void> {
  const logged: Logged[] = []
  for (const [{ n, key, intent, at, mid }, result] of acked) {
    const { status, reason = '', fieldErrors = {} } = result
    if (intent.op === 'publish') await settlePublish(db, intent, result)
    else if (status === 'refused') await db.refused.put({ n, key, intent, at, reason, fieldErrors })
    if (status !== 'refused') logged.push({ n, key, intent, at, mid, ackedAt: clock() })
  }
  await db.log.bulkPut(logged)
  await tidyLog(db, clock() - LOG_KEPT)
}

/** What was acknowledged long ago lies first. */
async function tidyLog(db: OwnerDatabase, before: number): Promise<void> {
  const first = await db.log.orderBy('n').first()
  if (first && first.ackedAt < before)
    await db.log.filter(({ ackedAt }) => ackedAt < before).delete()
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
  await db.log.filter(({ intent }) => intent.op === 'publish').delete()
  if (status !== 'applied') return
  const next = await db.queue.filter(({ intent }) => intent.op === 'publish').first()
  const rebased = next?.intent.op === 'publish' && rebase(next.intent, { update, published })
  if (next && rebased) await db.queue.put({ ...next, intent: rebased })
}

async function showResults(
  db: OwnerDatabase,
  acked: [Sent, MutationResult][],
  device: DeviceState,
): Promise<void> {
  const keys = [...new Set(acked.map(([{ key }]) => key))]
  const known = await db.rows.bulkGet(keys)
  const waiting = await waitingByKey(db, keys)
  const newest = new Map(acked.flatMap(([{ key }, { row }]) => (row ? [[key, row]] : [])))
  const rows: Row[] = []
  for (const [i, key] of keys.entries()) {
    const row = known[i]
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
  await db.rows.bulkPut(rows)
  for (const change of newest.values()) if (change.erased) await erase(db, change)
}

/**
 * The server has fewer of this device's numbers than were given out: after a restore, or where another
 * browser goes by the same name. What it does not have is numbered and sent anew, in its old order.
 */
export async function renumber(db: OwnerDatabase, lastMid: number): Promise<void> {
  const lost = await db.log.where('mid').above(lastMid).toArray()
  await db.queue.bulkPut(
    lost.map(({ n, key, intent, at }) => ({ n, key, intent, at, again: true })),
  )
  await db.log.bulkDelete(lost.map(({ n }) => n))
  const sent = await db.queue.filter(({ mid }) => mid !== undefined && mid > lastMid).toArray()
  await db.queue.bulkPut(sent.map(({ mid: _given, ...item }) => item))
  for (const key of new Set(lost.map((item) => item.key))) {
    const row = await db.rows.get(key)
    if (row) await db.rows.put(withShown(row, await waitingFor(db, key)))
  }
}

/** The first that waits cannot be read by the server at all: it is kept aside with what was typed. */
export function setAside({ db }: PushParts, { mutations }: Batch): Promise<void> {
  const { rows, queue, refused, device } = db
  return db.transaction('rw', [rows, queue, refused, device], async () => {
    const [first] = mutations
    const state = await db.device.get('device')
    if (!first || !state || !(await db.queue.get(first.n))) return
    const { n, key, intent, at, mid } = first
    const reason = 'The server could not read this change.'
    await db.refused.put({ n, key, intent, at, reason, fieldErrors: {} })
    await db.queue.delete(n)
    const later = await db.queue.filter((item) => (item.mid ?? 0) > mid).toArray()
    await db.queue.bulkPut(later.map(({ mid: _given, ...item }) => item))
    await db.device.put({ ...state, lastMid: mid - 1 })
    const row = await db.rows.get(key)
    if (row) await db.rows.put(withShown(row, await waitingFor(db, key)))
  })
}
