import {
  type Collection,
  isExtension,
  isIncomplete,
  type RecordData,
} from '#shared/sync/collections.ts'
import type { Change, OpenConflict } from '#shared/sync/protocol.ts'
import type { OwnerDatabase } from './database.ts'
import { layEdit, type Overlay } from './overlay.ts'
import { findAllPacked, type PackedRecord, type PageHints } from './pages.ts'
import {
  type DeviceState,
  type PendingMutation,
  type RecordKey,
  type RejectedMutation,
  type StoredRecord,
  toRecordRef,
} from './schema.ts'

/** Returns the row for a packed record that is being edited; an empty row for a new record. */
export function toStoredRecord(
  { coll, id }: { coll: Collection; id: string },
  packed: PackedRecord | undefined,
  { epoch, resyncNo }: DeviceState,
): StoredRecord {
  const change = packed?.change ?? {
    coll,
    id,
    rev: 0,
    seq: 0,
    data: {},
    createdAt: 0,
    updatedAt: 0,
  }
  // Revisions in a page of an earlier full resync may belong to another epoch.
  const current = !packed || packed.resyncNo === resyncNo
  return changeToRecord(change, {
    epoch: current ? epoch : '',
    resyncNo: packed?.resyncNo ?? resyncNo,
  })
}

export function changeToRecord(
  { coll, id, rev, seq, deleted, deletedBy, erased, data, conflicts, createdAt, updatedAt }: Change,
  { epoch, resyncNo }: { epoch: string; resyncNo: number },
): StoredRecord {
  return {
    key: `${coll}/${id}`,
    coll,
    id,
    epoch,
    rev,
    seq,
    deleted: deleted ?? false,
    ...(deletedBy && { deletedBy }),
    erased: erased ?? false,
    data,
    conflicts: conflicts ?? [],
    createdAt,
    updatedAt,
    resyncNo,
  }
}

/** Returns the row after a change from the server; a change that is not newer is ignored. */
export function applyChange(
  row: StoredRecord | undefined,
  change: Change,
  {
    device,
    pending,
  }: { device: Pick<DeviceState, 'epoch' | 'resyncNo'>; pending: PendingMutation[] },
): StoredRecord {
  if (row && row.epoch === device.epoch && row.rev >= change.rev)
    return withOptimistic({ ...row, resyncNo: device.resyncNo }, pending)
  const fresh = changeToRecord(change, device)
  // The server may have purged content of a deleted record that this device can still bring back.
  const data = fresh.deleted && !fresh.erased ? { ...row?.data, ...fresh.data } : fresh.data
  return withOptimistic({ ...fresh, data }, pending)
}

/** Share of all rows from which reading the whole table is faster than reading rows by key. */
const READ_ALL_SHARE = 1 / 4

/** Returns the rows of these keys, in the order of the keys. */
export async function readRecords(
  db: OwnerDatabase,
  keys: readonly RecordKey[],
): Promise<(StoredRecord | undefined)[]> {
  if (keys.length < READ_ALL_SHARE * (await db.records.count()))
    return db.records.bulkGet([...keys])
  const all = new Map((await db.records.toArray()).map((row) => [row.key, row]))
  return keys.map((key) => all.get(key))
}

/** Returns the row of each of these records, in their order; see `toStoredRecord` for those without a row. */
export async function loadRecords(
  db: OwnerDatabase,
  keys: readonly RecordKey[],
  { device, hints }: { device: DeviceState; hints: PageHints },
): Promise<StoredRecord[]> {
  const rows = await db.records.bulkGet([...keys])
  const missing = keys.filter((_key, i) => !rows[i]).map(toRecordRef)
  const packed = await findAllPacked(db, missing, hints)
  return keys.map((key, i) => rows[i] ?? toStoredRecord(toRecordRef(key), packed.get(key), device))
}

/** Returns a row with its recomputed optimistic value. For `rejected` see `withRejectedFields`. */
export function withOptimistic(
  row: StoredRecord,
  pending: readonly PendingMutation[],
  rejected?: RecordData,
): StoredRecord {
  const { optimistic: _before, ...rest } = row
  const optimistic = row.erased ? undefined : computeOverlay(row, pending, rejected)
  return optimistic ? { ...rest, optimistic } : rest
}

/** Adds rejected fields to the optimistic value of records that lack a field on the server. */
export async function withRejectedFields(
  db: OwnerDatabase,
  rows: readonly StoredRecord[],
  pending: ReadonlyMap<RecordKey, readonly PendingMutation[]>,
): Promise<StoredRecord[]> {
  const keys = rows.filter(lacksField).map(({ key }) => key)
  if (keys.length === 0) return [...rows]
  const rejected = await db.rejected.where('key').anyOf(keys).sortBy('n')
  return rows.map((row) => {
    const ofRow = lacksField(row) ? rejected.filter(({ key }) => key === row.key) : []
    return ofRow.length === 0
      ? row
      : withOptimistic(row, pending.get(row.key) ?? [], pickMissingFields(row, ofRow))
  })
}

/**
 * Whether the server lacks a field that the record must have, such as a client's name: the mutation with it is pending
 * or rejected.
 */
export function lacksField({ coll, data, deleted, erased }: StoredRecord): boolean {
  return !deleted && !erased && isIncomplete(coll, data)
}

/** Returns the fields of rejected mutations that the server has no value for. */
function pickMissingFields(
  { data }: StoredRecord,
  rejected: readonly RejectedMutation[],
): RecordData {
  const fields = Object.entries(mergeEditedFields(rejected))
  return Object.fromEntries(fields.filter(([field]) => !Object.hasOwn(data, field)))
}

/** Returns the fields that these mutations set, each with its latest value. */
export function mergeEditedFields(edits: readonly Pick<RejectedMutation, 'intent'>[]): RecordData {
  const sets = edits.map(({ intent }) => (intent.op === 'patch' ? intent.set : {}))
  return Object.assign({}, ...sets)
}

type ConfirmedState = Pick<StoredRecord, 'data' | 'deleted' | 'conflicts'>
type Content = Pick<StoredRecord, 'data' | 'deleted'>

/** Returns the optimistic value of a record: confirmed data with pending mutations on top. */
export function getOptimistic({
  data,
  deleted,
  optimistic,
}: Content & Pick<StoredRecord, 'optimistic'>): Content {
  return optimistic
    ? { data: { ...data, ...optimistic.set }, deleted: optimistic.deleted }
    : { data, deleted }
}

/**
 * Applies pending mutations, in their order, over rejected fields; undefined if there are neither.
 */
function computeOverlay(
  row: ConfirmedState,
  pending: readonly PendingMutation[],
  rejected: RecordData = {},
): StoredRecord['optimistic'] {
  if (pending.length === 0 && Object.keys(rejected).length === 0) return undefined
  const through = pending.length > 0 ? (pending.at(-1)?.n ?? Number.POSITIVE_INFINITY) : 0
  let over: Overlay = { set: rejected, deleted: row.deleted }
  for (const { intent } of pending) {
    if (intent.op !== 'resolve') over = layEdit(over, intent)
    else if (intent.choice === 'take')
      over = withConflictValue(
        over,
        row.conflicts.find(({ cid }) => cid === intent.cid),
      )
  }
  return { ...over, through }
}

function withConflictValue(over: Overlay, open: OpenConflict | undefined): Overlay {
  if (!open) return over
  if (open.kind === 'delete') return { ...over, deleted: true }
  return { ...over, set: { ...over.set, [open.field]: open.value } }
}

/** Returns the open conflicts for which no decision is pending on this device. */
export function getOpenConflicts(
  row: Pick<ConfirmedState, 'conflicts'>,
  pending: readonly PendingMutation[],
): OpenConflict[] {
  const decided = new Set(
    pending.flatMap(({ intent }) => (intent.op === 'resolve' ? [intent.cid] : [])),
  )
  return row.conflicts.filter(({ cid }) => !decided.has(cid))
}

/** Returns the pending mutations of these records, or of all, by record and in queue order. */
export async function readPendingByKey(
  db: OwnerDatabase,
  keys?: readonly RecordKey[],
): Promise<Map<RecordKey, PendingMutation[]>> {
  const byKey = new Map<RecordKey, PendingMutation[]>()
  const count = await db.queue.count()
  if (count === 0) return byKey
  for (const item of await readQueued(db, keys, count)) {
    const before = byKey.get(item.key)
    if (before) before.push(item)
    else byKey.set(item.key, [item])
  }
  return byKey
}

async function readQueued(
  db: OwnerDatabase,
  keys: readonly RecordKey[] | undefined,
  count: number,
): Promise<PendingMutation[]> {
  // One query per key: `anyOf` uses a cursor, which takes ten times as long.
  if (keys && keys.length < READ_ALL_SHARE * count)
    return (await Promise.all(keys.map((key) => readPending(db, key)))).flat()
  const all = await db.queue.orderBy('n').toArray()
  const wanted = keys && new Set(keys)
  return wanted ? all.filter(({ key }) => wanted.has(key)) : all
}

/**
 * Returns pending mutations for the owner to read, the newest first, at most `limit`. Those of extensions are left
 * out: the record that they extend has one too.
 */
export function readLatestPending(
  { queue }: OwnerDatabase,
  limit: number,
): Promise<PendingMutation[]> {
  return queue
    .orderBy('n')
    .reverse()
    .filter(({ intent }) => !isExtension(intent.coll))
    .limit(limit)
    .toArray()
}

/** Returns the pending mutations of one record in queue order. */
export function readPending(db: OwnerDatabase, key: RecordKey): Promise<PendingMutation[]> {
  return db.queue.where('key').equals(key).sortBy('n')
}

/** Returns the rejected mutations of one record in queue order. */
export function readRejected(db: OwnerDatabase, key: RecordKey): Promise<RejectedMutation[]> {
  return db.rejected.where('key').equals(key).sortBy('n')
}

/** Recomputes the optimistic values of these records. */
export async function refreshOptimistic(db: OwnerDatabase, keys: RecordKey[]): Promise<void> {
  const pending = await readPendingByKey(db, keys)
  const found = (await db.records.bulkGet(keys)).filter((row) => row !== undefined)
  const updated = found.map((row) => withOptimistic(row, pending.get(row.key) ?? []))
  await putOptimistic(db, updated, { pending })
}

interface PutOptimisticParts {
  pending: ReadonlyMap<RecordKey, readonly PendingMutation[]>
  put?: (rows: StoredRecord[]) => Promise<unknown>
}

/**
 * Stores rows; deletes those that the server has not confirmed and that have no optimistic value.
 */
export async function putOptimistic(
  db: OwnerDatabase,
  rows: readonly StoredRecord[],
  { pending, put = (some) => db.records.bulkPut(some) }: PutOptimisticParts,
): Promise<void> {
  const updated = await withRejectedFields(db, rows, pending)
  const isObsolete = (row: StoredRecord) => row.rev === 0 && !row.optimistic
  await db.records.bulkDelete(updated.filter(isObsolete).map(({ key }) => key))
  await put(updated.filter((row) => !isObsolete(row)))
}
