import type { OwnerDatabase } from '#client/book/store/database.ts'
import { givenUpTo, isNumbered, readDevice } from '#client/book/store/device.ts'
import { takeFromLog } from '#client/book/store/log.ts'
import { nextPage } from '#client/book/store/pages.ts'
import { showAgain, waitingFor, withShown } from '#client/book/store/row.ts'
import type { DeviceState, Queued, Row } from '#client/book/store/schema.ts'
import type { Change, OpenConflict } from '#shared/sync/protocol.ts'
import type { RecordData } from '#shared/sync/records.ts'
import { sameValue } from '#shared/sync/values.ts'
import type { Answer } from './transport.ts'

// Recovery when the server's record of this device differs from the device's own.

interface RestartParts {
  db: OwnerDatabase
  newId: () => string
}

type Restarted = Promise<'again' | 'failed'>

/**
 * Handles a new epoch: the server was restored or replaced. Starts a full resync; nothing is
 * removed here, and what the server lost is sent again.
 */
export async function meetNewEpoch(parts: RestartParts, answer: Answer): Restarted {
  const { epoch } = answer.body as { epoch?: unknown }
  if (typeof epoch !== 'string') return 'failed'
  return fromLastMid(parts, answer, ({ device, firstPage }) => ({
    epoch,
    cursor: 0,
    round: device.round + 1,
    firstPage,
    pulling: 'all',
    restored: device.epoch !== '',
  }))
}

/** Handles a gap: the server has not received some of this device's mutations. */
export function fillGap(parts: RestartParts, answer: Answer): Restarted {
  return fromLastMid(parts, answer, () => ({}))
}

interface Standing {
  device: DeviceState
  /** The number of the first page of a new full resync. */
  firstPage: number
}

async function fromLastMid(
  { db, newId }: RestartParts,
  { body }: Answer,
  change: (now: Standing) => Partial<DeviceState>,
): Restarted {
  const { lastMid } = body as { lastMid?: unknown }
  if (typeof lastMid !== 'number') return 'failed'
  await db.transaction(
    'rw',
    [db.rows, db.pages, db.queue, db.refused, db.log, db.device],
    async () => {
      const device = await readDevice(db, newId)
      const firstPage = await nextPage(db)
      await renumber(db, { ...device, ...change({ device, firstPage }) }, lastMid)
    },
  )
  return 'again'
}

/**
 * Puts acked mutations with a `mid` above the server's `lastMid` back into the queue, in their old
 * order, and frees those numbers. The server falls behind after a restore, or when another
 * browser uses the same device id.
 */
async function renumber(db: OwnerDatabase, device: DeviceState, lastMid: number): Promise<void> {
  const lost = await takeFromLog(db, ({ mid }) => mid > lastMid)
  await db.queue.bulkPut(
    lost.map(({ n, key, intent, at }) => ({ n, key, intent, at, again: true })),
  )
  await db.device.put(givenUpTo(lastMid, device))
  await showAgain(db, [...new Set(lost.map(({ key }) => key))])
}

/** Takes a new device id: a copied browser profile or another account uses the present one. */
export async function becomeAnother({ db, newId }: RestartParts): Restarted {
  await db.transaction('rw', [db.log, db.device], async () => {
    const device = await readDevice(db, newId)
    await db.device.put({ ...device, deviceId: newId(), lastMid: 0, given: [] })
    // The numbers in the log belong to the old device id.
    await db.log.clear()
  })
  return 'again'
}

/** Starts a full resync: the device was away for longer than the server keeps tombstones. */
export async function pullAll({ db, newId }: RestartParts): Restarted {
  await db.transaction('rw', db.device, db.pages, async () => {
    const device = await readDevice(db, newId)
    const firstPage = await nextPage(db)
    const round = device.round + 1
    await db.device.put({ ...device, cursor: 0, round, firstPage, pulling: 'all' })
  })
  return 'again'
}

/**
 * Queues the records that the server lost: each one whole, then its open alternatives, then its
 * unsent mutations. Unsent mutations marked `again` are dropped, because the record already
 * contains them.
 */
export async function sendAgain(
  db: OwnerDatabase,
  rows: readonly Row[],
  device: DeviceState,
): Promise<void> {
  const { epoch, round } = device
  for (const row of rows) {
    const waiting = await waitingFor(db, row.key)
    const unsent = waiting.filter((item) => !isNumbered(item, device))
    const typed = unsent.filter(({ again }) => !again).map(({ n: _place, ...item }) => item)
    const items = [whole(row), ...row.conflicts.flatMap((open) => alternative(row, open)), ...typed]
    await db.queue.bulkDelete(unsent.flatMap(({ n }) => (n === undefined ? [] : [n])))
    await db.queue.bulkAdd(items)
    await db.rows.put(withShown({ ...row, epoch, rev: 0, conflicts: [], round }, items))
  }
}

/**
 * Returns a mutation that restores the fields that the server has dropped of a record which an edit
 * brought back, or undefined if there are none. The server clears the content of old tombstones; an
 * edit can empty a field but never removes it, so a missing field was cleared.
 */
export function forgotten(
  row: Row,
  change: Change,
  waiting: readonly Queued[],
): Queued | undefined {
  if (change.deleted || change.erased || row.seq > change.seq) return undefined
  const typed = new Set(
    waiting.flatMap(({ intent }) => (intent.op === 'patch' ? Object.keys(intent.set) : [])),
  )
  const lost = Object.entries(row.data).filter(
    ([field, value]) =>
      !sameValue(value, undefined) && !Object.hasOwn(change.data, field) && !typed.has(field),
  )
  return lost.length === 0 ? undefined : again(row, Object.fromEntries(lost))
}

function whole(row: Row): Queued {
  return again(row, row.data)
}

/** Sends an open alternative. Without a base it conflicts again, so the owner is asked again. */
function alternative(row: Row, { kind, field, value, at }: OpenConflict): Queued[] {
  return kind === 'field' ? [again(row, { [field]: value }, at)] : []
}

function again(
  { key, coll, id, updatedAt }: Row,
  set: RecordData,
  at = new Date(updatedAt).toISOString(),
): Queued {
  const about = { coll, id, baseEpoch: '', baseRev: 0 }
  return { key, at, again: true, intent: { op: 'patch', ...about, base: {}, set, at } }
}
