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

// What a device does where the server knows something else of it than it does itself.

interface RestartParts {
  db: OwnerDatabase
  newId: () => string
}

type Restarted = Promise<'again' | 'failed'>

/** The server was restored or replaced: everything is kept, sent again where it is missing, and fetched. */
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

/** The server lacks some of this device's edits. */
export function fillGap(parts: RestartParts, answer: Answer): Restarted {
  return fromLastMid(parts, answer, () => ({}))
}

interface Standing {
  device: DeviceState
  /** Where the pages of a new full pull begin. */
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
 * The server has fewer of this device's numbers than were given out: after a restore, or where another
 * browser goes by the same name. What it does not have is numbered and sent anew, in its old order.
 */
async function renumber(db: OwnerDatabase, device: DeviceState, lastMid: number): Promise<void> {
  const lost = await takeFromLog(db, ({ mid }) => mid > lastMid)
  await db.queue.bulkPut(
    lost.map(({ n, key, intent, at }) => ({ n, key, intent, at, again: true })),
  )
  await db.device.put(givenUpTo(lastMid, device))
  await showAgain(db, [...new Set(lost.map(({ key }) => key))])
}

/** Another browser goes by this device's name: a copied profile. */
export async function becomeAnother({ db, newId }: RestartParts): Restarted {
  await db.transaction('rw', [db.log, db.device], async () => {
    const device = await readDevice(db, newId)
    await db.device.put({ ...device, deviceId: newId(), lastMid: 0, given: [] })
    // The other's numbers mean nothing under the new name.
    await db.log.clear()
  })
  return 'again'
}

/** Away for longer than tombstones are kept. */
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
 * Records that the server lost are made there anew, whole, before what was typed on them since. What it
 * had acknowledged is in them already.
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
 * What the server has forgotten of a record that an edit brought back: after a while it keeps no more of
 * a deleted one than its number. Fields are emptied by an edit, but never leave a record.
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

/** Without a base it meets what is in use, and is asked about once more. */
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
