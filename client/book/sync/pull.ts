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

/** What a device asks for that stands there. */
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

/** What was asked of the server, as the device stood then. */
export interface Asked {
  epoch: string
  seq: number
  /** How many of its edits had their answers: what these told may be packed by now, and newer. */
  answered: number
}

export function askedBy({ epoch, cursor, lastMid, given }: DeviceState): Asked {
  return { epoch, seq: cursor, answered: lastMid - given.length }
}

/** A page as it came: read, and as the text of its changes. */
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
 * Takes a page and its cursor in, in one transaction. An answer to a question that this device would
 * not ask any more is passed over: answers come out of order. Says whether it was taken.
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
  // What lies unpacked wins over every page, so it must be as new; and what a restored server is sent
  // again is shown on top of what that has, though it lay packed. The schedule is never looked for in a page.
  const here = await kept(db, changes)
  const isLoose = (key: RowKey) => here.rows.has(key) || here.waiting.has(key)
  const loose = changes.filter((change) => change.coll === 'schedule' || isLoose(keyOf(change)))
  await put(db, loose, { ...here, device })
}

async function takeRows(db: OwnerDatabase, changes: Change[], device: DeviceState): Promise<void> {
  await put(db, changes, { ...(await kept(db, changes)), device })
}

/** What lies here of these records. */
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
