import type { OwnerDatabase } from '#client/book/store/database.ts'
import { isNumbered } from '#client/book/store/numbers.ts'
import { waitingFor, withShown } from '#client/book/store/row.ts'
import type { DeviceState, Queued, Row } from '#client/book/store/schema.ts'
import type { Change, OpenConflict } from '#shared/sync/protocol.ts'
import type { RecordData } from '#shared/sync/records.ts'
import { sameValue } from '#shared/sync/values.ts'

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
