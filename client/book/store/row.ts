import type { Change, OpenConflict } from '#shared/sync/protocol.ts'
import type { Collection, RecordData } from '#shared/sync/records.ts'
import type { OwnerDatabase } from './database.ts'
import type { Packed } from './pages.ts'
import type { DeviceState, Queued, RefusedIntent, Row, RowKey } from './schema.ts'

/** Returns the row for a packed record that is being edited; an empty row for a new record. */
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
  // Revisions in a page of an earlier round may belong to another epoch.
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

/** Returns the row after a change from the server; a change that is not newer is ignored. */
export function renewed(
  row: Row | undefined,
  change: Change,
  { device, waiting }: { device: Pick<DeviceState, 'epoch' | 'round'>; waiting: Queued[] },
): Row {
  if (row && row.epoch === device.epoch && row.rev >= change.rev)
    return withShown({ ...row, round: device.round }, waiting)
  const fresh = rowFrom(change, device)
  // Keep the content of a deleted record, so that the delete can be undone offline.
  const data = fresh.deleted && !fresh.erased ? (row?.data ?? {}) : fresh.data
  return withShown({ ...fresh, data }, waiting)
}

/** Share of all rows from which reading the whole table is faster than reading rows by key. */
const PART = 1 / 4

/** Returns the rows of these keys, in the order of the keys. */
export async function rowsAt(
  db: OwnerDatabase,
  keys: readonly RowKey[],
): Promise<(Row | undefined)[]> {
  if (keys.length < PART * (await db.rows.count())) return db.rows.bulkGet([...keys])
  const all = new Map((await db.rows.toArray()).map((row) => [row.key, row]))
  return keys.map((key) => all.get(key))
}

/** Returns a row with its optimistic value computed anew. For `rejected` see `withRejected`. */
export function withShown(row: Row, waiting: readonly Queued[], rejected?: RecordData): Row {
  const { shown: _before, ...rest } = row
  const shown = row.erased ? undefined : shownOf(row, waiting, rejected)
  return shown ? { ...rest, shown } : rest
}

/** Adds rejected fields to the optimistic value of clients whose name the server does not have. */
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

/** Whether the server has no name for this client: the mutation with it is pending or rejected. */
export function lacksName({ coll, data, deleted, erased }: Row): boolean {
  return coll === 'client' && !deleted && !erased && data.name === undefined
}

/** Returns the fields of rejected mutations that the server has no value for. */
function missing({ data }: Row, rejected: readonly RefusedIntent[]): RecordData {
  const fields = Object.entries(fieldsTyped(rejected))
  return Object.fromEntries(fields.filter(([field]) => !Object.hasOwn(data, field)))
}

/** Returns the fields that these mutations set, each with its latest value. */
export function fieldsTyped(edits: readonly Pick<RefusedIntent, 'intent'>[]): RecordData {
  const sets = edits.map(({ intent }) => (intent.op === 'patch' ? intent.set : {}))
  return Object.assign({}, ...sets)
}

type Confirmed = Pick<Row, 'data' | 'deleted' | 'conflicts'>
type Content = Pick<Row, 'data' | 'deleted'>
type Overlay = { set: RecordData; deleted: boolean }

/** Returns the optimistic value of a record: confirmed data with pending mutations on top. */
export function asShown({ data, deleted, shown }: Content & Pick<Row, 'shown'>): Content {
  return shown ? { data: { ...data, ...shown.set }, deleted: shown.deleted } : { data, deleted }
}

/**
 * Applies pending mutations, in their order, over rejected fields; undefined if there are neither.
 */
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

/** Returns the open conflicts for which no decision is pending on this device. */
export function undecided(row: Confirmed, waiting: readonly Queued[]): OpenConflict[] {
  const decided = new Set(
    waiting.flatMap(({ intent }) => (intent.op === 'resolve' ? [intent.cid] : [])),
  )
  return row.conflicts.filter(({ cid }) => !decided.has(cid))
}

/** Returns the pending mutations of these records, or of all, by record and in queue order. */
export async function waitingByKey(
  db: OwnerDatabase,
  keys?: readonly RowKey[],
): Promise<Map<RowKey, Queued[]>> {
  const byKey = new Map<RowKey, Queued[]>()
  if ((await db.queue.count()) === 0) return byKey
  // One query per key: `anyOf` uses a cursor, which takes ten times as long.
  const found = keys ? keys.map((key) => waitingFor(db, key)) : [db.queue.orderBy('n').toArray()]
  for (const item of (await Promise.all(found)).flat()) {
    const before = byKey.get(item.key)
    if (before) before.push(item)
    else byKey.set(item.key, [item])
  }
  return byKey
}

/** Returns the pending mutations of one record in queue order. */
export function waitingFor(db: OwnerDatabase, key: RowKey): Promise<Queued[]> {
  return db.queue.where('key').equals(key).sortBy('n')
}

/** Returns the rejected mutations of one record in queue order. */
export function refusedFor(db: OwnerDatabase, key: RowKey): Promise<RefusedIntent[]> {
  return db.refused.where('key').equals(key).sortBy('n')
}

/** Groups rejected mutations of clients by client id. */
export function byId(refused: readonly RefusedIntent[]): Map<string, RefusedIntent[]> {
  const found = new Map<string, RefusedIntent[]>()
  for (const item of refused) {
    const { coll, id } = item.intent
    if (coll === 'client') found.set(id, [...(found.get(id) ?? []), item])
  }
  return found
}

/**
 * Discards a rejected mutation, and its record if nothing else is stored of it. Returns the
 * record's id, or undefined if there is no such mutation.
 */
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

/** Computes the optimistic values of these records anew. */
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

/**
 * Stores rows; deletes those that the server has not confirmed and that have no optimistic value.
 */
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
