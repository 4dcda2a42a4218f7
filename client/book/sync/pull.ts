import type { OwnerDatabase } from '#client/book/store/database.ts'
import { readDevice } from '#client/book/store/device.ts'
import { erase } from '#client/book/store/erase.ts'
import { nextPage, TOGETHER } from '#client/book/store/pages.ts'
import { renewed, waitingByKey, withRejected } from '#client/book/store/row.ts'
import {
  type DeviceState,
  keyOf,
  type Queued,
  type Row,
  type RowKey,
} from '#client/book/store/schema.ts'
import type { Change, PullAnswer } from '#shared/sync/protocol.ts'
import { LARGEST_PAGE, SCHEMA } from '#shared/sync/wire.ts'
import { endRound } from './full-pull.ts'

/** Returns the query of a pull from the device's cursor. */
export function pullQuery(
  user: string,
  { deviceId, deviceName, epoch, cursor, horizon, pulling }: DeviceState,
): Record<string, string | number> {
  return {
    user,
    device: deviceId,
    deviceName,
    epoch,
    schema: SCHEMA,
    seq: cursor,
    limit: LARGEST_PAGE,
    ...(pulling === 'all' && { all: horizon }),
  }
}

/** The device's state when it sent a pull; see `applyPull`. */
export interface Asked {
  epoch: string
  seq: number
  /**
   * How many of its numbered mutations had been answered. A push answer that came later may have
   * stored newer records, already packed into pages, so the pull is out of date.
   */
  answered: number
}

export function askedBy({ epoch, cursor, lastMid, given }: DeviceState): Asked {
  return { epoch, seq: cursor, answered: lastMid - given.length }
}

/** A pull answer, parsed, with the text of its changes as received. */
export interface Arrived {
  answer: PullAnswer
  /** JSON of `answer.changes`. */
  text: string
}

interface PullParts {
  db: OwnerDatabase
  newId: () => string
  together?: number
}

/**
 * Stores the changes of a pull and its cursor in one transaction. Returns false, and stores
 * nothing, if the device's state has changed since the pull was sent (`asked`): answers can arrive
 * out of order.
 */
export function applyPull(
  { db, newId, together = TOGETHER }: PullParts,
  { answer, text }: Arrived,
  asked: Asked,
): Promise<boolean> {
  const packs = answer.changes.length >= together
  const bytes = packs ? new TextEncoder().encode(text) : undefined
  return db.transaction('rw', db.tables, async () => {
    const before = await readDevice(db, newId)
    const { seq, answered } = askedBy(before)
    if (seq !== asked.seq || answered !== asked.answered || before.epoch !== asked.epoch)
      return false
    const { epoch, next: cursor, horizon } = answer
    const now = { ...before, epoch, cursor, horizon }
    if (bytes) await pack(db, { bytes, changes: answer.changes, device: now })
    else await takeRows(db, answer.changes, now)
    await db.device.put(now)
    if (!answer.more) await endRound(db, now)
    for (const change of answer.changes) if (change.erased) await erase(db, change)
    return true
  })
}

async function pack(
  db: OwnerDatabase,
  { bytes, changes, device }: { bytes: Uint8Array; changes: Change[]; device: DeviceState },
): Promise<void> {
  await db.pages.add({ no: await nextPage(db), round: device.round, bytes })
  // A record in `rows` takes precedence over every page, so it must be updated too. A record with
  // pending mutations needs a row for its optimistic value, even if it was packed before: a
  // restored server is sent mutations again. The schedule always needs a row, as it is never read
  // from a page.
  const here = await kept(db, changes)
  const isLoose = (key: RowKey) => here.rows.has(key) || here.waiting.has(key)
  const loose = changes.filter((change) => change.coll === 'schedule' || isLoose(keyOf(change)))
  await put(db, loose, { ...here, device })
}

async function takeRows(db: OwnerDatabase, changes: Change[], device: DeviceState): Promise<void> {
  await put(db, changes, { ...(await kept(db, changes)), device })
}

/** The rows and pending mutations that this device has of some records. */
interface Kept {
  rows: ReadonlyMap<RowKey, Row>
  waiting: ReadonlyMap<RowKey, Queued[]>
}

async function kept(db: OwnerDatabase, changes: Change[]): Promise<Kept> {
  const keys = changes.map(keyOf)
  const any = (await db.rows.count()) > 0
  const rows = any ? await db.rows.bulkGet(keys) : []
  return {
    rows: new Map(rows.flatMap((row) => (row ? [[row.key, row]] : []))),
    waiting: await waitingByKey(db, keys),
  }
}

async function put(
  db: OwnerDatabase,
  changes: Change[],
  { rows, waiting, device }: Kept & { device: DeviceState },
): Promise<void> {
  const fresh = changes.map((change) => {
    const key = keyOf(change)
    return renewed(rows.get(key), change, { device, waiting: waiting.get(key) ?? [] })
  })
  await db.rows.bulkPut(await withRejected(db, fresh, waiting))
}
