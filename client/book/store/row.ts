import type { Change } from '#shared/sync/protocol.ts'
import type { Collection } from '#shared/sync/records.ts'
import type { DeviceState, OwnerDatabase, Queued, Row, RowKey } from './database.ts'
import type { Packed } from './locate.ts'
import { shownOf } from './shown.ts'

/** A record that leaves its page to be edited; an empty one where nothing is known of it. */
export function rowOf(
  { coll, id }: { coll: Collection; id: string },
  packed: Packed | undefined,
  { epoch, round }: DeviceState,
): Row {
  const change = packed?.change ?? {
    coll,
    id,
    rev: 0,
    seq: 0,
    data: {},
    createdAt: 0,
    updatedAt: 0,
  }
  // Revisions of a page from before a restore say nothing of the present.
  const current = !packed || packed.round === round
  return rowFrom(change, { epoch: current ? epoch : '', round: packed?.round ?? round })
}

export function rowFrom(
  { coll, id, rev, seq, deleted, erased, data, conflicts, createdAt, updatedAt }: Change,
  { epoch, round }: { epoch: string; round: number },
): Row {
  return {
    key: `${coll}/${id}`,
    coll,
    id,
    epoch,
    rev,
    seq,
    deleted: deleted ?? false,
    erased: erased ?? false,
    data,
    conflicts: conflicts ?? [],
    createdAt,
    updatedAt,
    round,
  }
}

/** A row after the server told of its record; an older telling changes nothing. */
export function renewed(
  row: Row | undefined,
  change: Change,
  { device, waiting }: { device: Pick<DeviceState, 'epoch' | 'round'>; waiting: Queued[] },
): Row {
  if (row && row.epoch === device.epoch && row.rev >= change.rev)
    return withShown({ ...row, round: device.round }, waiting)
  const fresh = rowFrom(change, device)
  // What is deleted is kept here for whoever takes the delete back without a connection.
  const data = fresh.deleted && !fresh.erased ? (row?.data ?? {}) : fresh.data
  return withShown({ ...fresh, data }, waiting)
}

/** So many of them are read with the others: one reading of all takes less than one of each. */
const PART = 1 / 4

/** The rows of these keys, in their order. */
export async function rowsAt(
  db: OwnerDatabase,
  keys: readonly RowKey[],
): Promise<(Row | undefined)[]> {
  if (keys.length < PART * (await db.rows.count())) return db.rows.bulkGet([...keys])
  const all = new Map((await db.rows.toArray()).map((row) => [row.key, row]))
  return keys.map((key) => all.get(key))
}

export function withShown(row: Row, waiting: Queued[]): Row {
  const { shown: _before, ...rest } = row
  const shown = row.erased ? undefined : shownOf(row, waiting)
  return shown ? { ...rest, shown } : rest
}
