import type { Change, PullAnswer } from '../../../shared/sync/protocol.ts'
import type { DeviceState, OwnerDatabase, Row, RowKey } from './database.ts'
import { nextPage, readDevice } from './device.ts'
import { erase } from './erase.ts'
import { endRound } from './full-pull.ts'
import { headOf } from './heads.ts'
import { TOGETHER } from './pack.ts'
import { renewed } from './row.ts'
import { waitingByKey } from './waiting.ts'

/** What was asked of the server, as the device stood then. */
export interface Asked {
  epoch: string
  seq: number
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
  const { rows, pages, heads, queue, log, refused, drafts, device } = db
  return db.transaction(
    'rw',
    [rows, pages, heads, queue, log, refused, drafts, device],
    async () => {
      const before = await readDevice(db, newId)
      if (before.cursor !== asked.seq || before.epoch !== asked.epoch) return false
      const { epoch, next: cursor, horizon } = answer
      const now = { ...before, epoch, cursor, horizon }
      if (bytes) await pack(db, { bytes, changes: answer.changes, device: now })
      else await takeRows(db, answer.changes, now)
      for (const { coll, id, erased } of answer.changes) if (erased) await erase(db, { coll, id })
      await db.device.put(now)
      if (!answer.more) await endRound(db, now)
      return true
    },
  )
}

async function pack(
  db: OwnerDatabase,
  { bytes, changes, device }: { bytes: Uint8Array; changes: Change[]; device: DeviceState },
): Promise<void> {
  const no = await nextPage(db)
  await db.pages.add({ no, bytes })
  await db.heads.add(headOf(changes, { no, round: device.round }))
  // What lies unpacked wins over every page, so it must be as new.
  const any = (await db.rows.count()) > 0
  const known = any ? await db.rows.bulkGet(changes.map(keyOf)) : []
  // The schedule is looked up by its name, and never in a page.
  const loose = changes.flatMap((change, i) =>
    known[i] || change.coll === 'schedule' ? [{ change, row: known[i] }] : [],
  )
  if (loose.length === 0) return
  const rows = loose.map(({ row }) => row)
  await put(
    db,
    loose.map(({ change }) => change),
    { known: rows, device },
  )
}

async function takeRows(db: OwnerDatabase, changes: Change[], device: DeviceState): Promise<void> {
  const known = await db.rows.bulkGet(changes.map(keyOf))
  await put(db, changes, { known, device })
}

async function put(
  db: OwnerDatabase,
  changes: Change[],
  { known, device }: { known: (Row | undefined)[]; device: DeviceState },
): Promise<void> {
  const waiting = await waitingByKey(db, changes.map(keyOf))
  await db.rows.bulkPut(
    changes.map((change, i) =>
      renewed(known[i], change, { device, waiting: waiting.get(keyOf(change)) ?? [] }),
    ),
  )
}

function keyOf({ coll, id }: Change): RowKey {
  return `${coll}/${id}`
}
