import type { Change, OpenConflict } from '#shared/sync/protocol.ts'
import type { Collection, RecordData } from '#shared/sync/records.ts'
import type { OwnerDatabase } from './database.ts'
import type { Packed } from './pages.ts'
import type { DeviceState, Queued, RefusedIntent, Row, RowKey } from './schema.ts'

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

/** A row with what is pending for it; `rejected`: see `withRejected`. */
export function withShown(row: Row, waiting: readonly Queued[], rejected?: RecordData): Row {
  const { shown: _before, ...rest } = row
  const shown = row.erased ? undefined : shownOf(row, waiting, rejected)
  return shown ? { ...rest, shown } : rest
}

/** Rows of which the server lacks the name also show the fields that it rejected. */
export async function withRejected(
  db: OwnerDatabase,
  rows: readonly Row[],
  waiting: ReadonlyMap<RowKey, readonly Queued[]>,
): Promise<Row[]> {
  const keys = rows.filter(lacksName).map(({ key }) => key)
  if (keys.length === 0) return [...rows]
  const rejected = await db.refused.where('key').anyOf(keys).sortBy('n')
  return rows.map((row) => {
    const ofRow = lacksName(row) ? rejected.filter(({ key }) => key === row.key) : []
    return ofRow.length === 0
      ? row
      : withShown(row, waiting.get(row.key) ?? [], missing(row, ofRow))
  })
}

/** The server rejected the edit that made this client, or took a later one alone. */
export function lacksName({ coll, data, deleted, erased }: Row): boolean {
  return coll === 'client' && !deleted && !erased && data.name === undefined
}

/** The fields of rejected edits that the server has no value of. */
function missing({ data }: Row, rejected: readonly RefusedIntent[]): RecordData {
  const fields = Object.entries(fieldsTyped(rejected))
  return Object.fromEntries(fields.filter(([field]) => !Object.hasOwn(data, field)))
}

/** All that was typed in these edits, the latest of each field. */
export function fieldsTyped(edits: readonly Pick<RefusedIntent, 'intent'>[]): RecordData {
  const sets = edits.map(({ intent }) => (intent.op === 'patch' ? intent.set : {}))
  return Object.assign({}, ...sets)
}

type Confirmed = Pick<Row, 'data' | 'deleted' | 'conflicts'>
type Content = Pick<Row, 'data' | 'deleted'>
type Overlay = { set: RecordData; deleted: boolean }

/** A record as this device shows it: as the server has it, with what waits here. */
export function asShown({ data, deleted, shown }: Content & Pick<Row, 'shown'>): Content {
  return shown ? { data: { ...data, ...shown.set }, deleted: shown.deleted } : { data, deleted }
}

/** What is pending for a record, in its order, makes of it, over the fields that were rejected. */
function shownOf(
  row: Confirmed,
  waiting: readonly Queued[],
  rejected: RecordData = {},
): Row['shown'] {
  if (waiting.length === 0 && Object.keys(rejected).length === 0) return undefined
  const through = waiting.length > 0 ? (waiting.at(-1)?.n ?? Number.POSITIVE_INFINITY) : 0
  let over: Overlay = { set: rejected, deleted: row.deleted }
  for (const { intent } of waiting) {
    if (intent.op === 'patch') over = { set: { ...over.set, ...intent.set }, deleted: false }
    else if (intent.op === 'delete') over = { ...over, deleted: true }
    else if (intent.op === 'resolve' && intent.choice === 'take')
      over = taken(
        over,
        row.conflicts.find(({ cid }) => cid === intent.cid),
      )
  }
  return { ...over, through }
}

function taken(over: Overlay, open: OpenConflict | undefined): Overlay {
  if (!open) return over
  if (open.kind === 'delete') return { ...over, deleted: true }
  return { ...over, set: { ...over.set, [open.field]: open.value } }
}

/** The conflicts that nobody on this device has decided yet. */
export function undecided(row: Confirmed, waiting: readonly Queued[]): OpenConflict[] {
  const decided = new Set(
    waiting.flatMap(({ intent }) => (intent.op === 'resolve' ? [intent.cid] : [])),
  )
  return row.conflicts.filter(({ cid }) => !decided.has(cid))
}

/** What waits for these records, or for all, by record, in its order. */
export async function waitingByKey(
  db: OwnerDatabase,
  keys?: readonly RowKey[],
): Promise<Map<RowKey, Queued[]>> {
  const byKey = new Map<RowKey, Queued[]>()
  if ((await db.queue.count()) === 0) return byKey
  // Each key by itself: a cursor over many takes ten times as long.
  const found = keys ? keys.map((key) => waitingFor(db, key)) : [db.queue.orderBy('n').toArray()]
  for (const item of (await Promise.all(found)).flat()) {
    const before = byKey.get(item.key)
    if (before) before.push(item)
    else byKey.set(item.key, [item])
  }
  return byKey
}

/** What waits for one record, in its order. */
export function waitingFor(db: OwnerDatabase, key: RowKey): Promise<Queued[]> {
  return db.queue.where('key').equals(key).sortBy('n')
}

/** What the server would not take of a record, in its order. */
export function refusedFor(db: OwnerDatabase, key: RowKey): Promise<RefusedIntent[]> {
  return db.refused.where('key').equals(key).sortBy('n')
}

export function byId(refused: readonly RefusedIntent[]): Map<string, RefusedIntent[]> {
  const found = new Map<string, RefusedIntent[]>()
  for (const item of refused) {
    const { coll, id } = item.intent
    if (coll === 'client') found.set(id, [...(found.get(id) ?? []), item])
  }
  return found
}

/** Takes it off the device, and its record where nothing else is left of that; answers whose it was. */
export function dropRefused(db: OwnerDatabase, n: number): Promise<string | undefined> {
  return db.transaction('rw', db.rows, db.queue, db.refused, async () => {
    const found = await db.refused.get(n)
    if (!found) return undefined
    const { key, intent } = found
    await db.refused.delete(n)
    await showAgain(db, [key])
    return intent.id
  })
}

/** Shows these records with what is pending for them now. */
export async function showAgain(db: OwnerDatabase, keys: RowKey[]): Promise<void> {
  const waiting = await waitingByKey(db, keys)
  const found = (await db.rows.bulkGet(keys)).filter((row) => row !== undefined)
  const shown = found.map((row) => withShown(row, waiting.get(row.key) ?? []))
  await putShown(db, shown, { waiting })
}

interface ShownParts {
  waiting: ReadonlyMap<RowKey, readonly Queued[]>
  put?: (rows: Row[]) => Promise<unknown>
}

/** Puts rows as they are shown; a client that the server does not know and of whom nothing is left goes. */
export async function putShown(
  db: OwnerDatabase,
  rows: readonly Row[],
  { waiting, put = (some) => db.rows.bulkPut(some) }: ShownParts,
): Promise<void> {
  const shown = await withRejected(db, rows, waiting)
  const isGone = (row: Row) => row.rev === 0 && !row.shown
  await db.rows.bulkDelete(shown.filter(isGone).map(({ key }) => key))
  await put(shown.filter((row) => !isGone(row)))
}
