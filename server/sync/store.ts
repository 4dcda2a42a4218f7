import { sql } from 'kysely'
import { compileOnce, query, raw, type Tx, toSqlList } from '#server/db/database.ts'
import type {
  DeviceTable,
  FieldHistoryTable,
  MutationResultTable,
  RecordTable,
} from '#server/db/tables-sync.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import type { Collection, RecordData } from '#shared/sync/records.ts'

/**
 * A field's last change. `rev`: the record's revision. `deviceId`: the device that knows the value
 * as its own; empty after a merge, whose value no device has seen. `editedAt`: ISO 8601.
 * `editedBy`: the device that made the edit, if that is not `deviceId`.
 */
export type FieldRev = [rev: number, deviceId: string, editedAt: string, editedBy?: string]

export interface StoredRecord {
  coll: Collection
  id: string
  /** Rises by 1 with each change of the record. */
  rev: number
  deleted: boolean
  erased: boolean
  data: RecordData
  /** By field; the empty name stands for the record's deletion, or its restoring. */
  revs: Record<string, FieldRev>
  conflicts: OpenConflict[]
  createdAt: number
  updatedAt: number
  deletedAt: number | null
  deletedBy: string | null
}

const recordStatement = compileOnce((key: { coll: Collection; id: string }) =>
  query.selectFrom('record').selectAll().where('coll', '=', key.coll).where('id', '=', key.id),
)

export function findRecord(tx: Tx, coll: Collection, id: string) {
  const row = tx.get(recordStatement({ coll, id }))
  return row && { seq: row.seq, record: toStoredRecord(row) }
}

function toStoredRecord(row: RecordTable): StoredRecord {
  return {
    coll: row.coll,
    id: row.id,
    rev: row.rev,
    deleted: row.deleted === 1,
    erased: row.erased === 1,
    data: JSON.parse(row.data),
    revs: JSON.parse(row.revs),
    conflicts: JSON.parse(row.conflicts),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    deletedBy: row.deleted_by,
  }
}

/** The existing records among `ids`, each with the seq of its last change. */
export function findRecords(tx: Tx, coll: Collection, ids: readonly string[]) {
  const some = raw<RecordTable>(
    sql`SELECT * FROM record WHERE coll = ${coll} AND id IN ${toSqlList(ids)}`,
  )
  return tx.all(some).map((row) => ({ seq: row.seq, record: toStoredRecord(row) }))
}

const updateRecordStatement = compileOnce(({ coll, id, ...change }: RecordTable) =>
  query.updateTable('record').set(change).where('coll', '=', coll).where('id', '=', id),
)

/** Updates a record that exists; `seq` is assigned by `BatchRecords`. */
export function updateRecord(tx: Tx, record: StoredRecord, seq: number): void {
  tx.run(updateRecordStatement(toRow(record, seq)))
}

const insertRecordStatement = compileOnce((row: RecordTable) =>
  query.insertInto('record').values(row),
)

export function insertRecord(tx: Tx, record: StoredRecord, seq: number): void {
  tx.run(insertRecordStatement(toRow(record, seq)))
}

function toRow(record: StoredRecord, seq: number): RecordTable {
  return {
    seq,
    coll: record.coll,
    id: record.id,
    rev: record.rev,
    deleted: record.deleted ? 1 : 0,
    erased: record.erased ? 1 : 0,
    data: JSON.stringify(record.data),
    revs: JSON.stringify(record.revs),
    conflicts: JSON.stringify(record.conflicts),
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    deleted_at: record.deletedAt,
    deleted_by: record.deletedBy,
  }
}

const advanceClockStatement = compileOnce(({ id, seq }: { id: number; seq: number }) =>
  query.updateTable('sync_clock').set({ seq }).where('id', '=', id),
)

export function advanceClock(tx: Tx, seq: number): void {
  tx.run(advanceClockStatement({ id: 1, seq }))
}

/** `seq`: the last one assigned. `horizon`: tombstones up to this seq may have been purged. */
export function readSyncClock(tx: Tx): { seq: number; horizon: number } {
  const row = tx.get(query.selectFrom('sync_clock').select(['seq', 'horizon']))
  if (!row) throw new Error('The table sync_clock has no row. Restore a backup of the database.')
  return row
}

const rawColumns = [
  'seq',
  'coll',
  'id',
  'rev',
  'deleted',
  'erased',
  'data',
  'conflicts',
  'created_at',
  'updated_at',
] as const

/** Stored columns, for an answer that copies their JSON without parsing it. */
export type RawRecord = Pick<RecordTable, (typeof rawColumns)[number]>

export function readRecordsAfter(tx: Tx, seq: number, limit: number): RawRecord[] {
  return tx.all(recordsAfterStatement({ seq, limit }))
}

const recordsAfterStatement = compileOnce(({ seq, limit }: { seq: number; limit: number }) =>
  query.selectFrom('record').select(rawColumns).where('seq', '>', seq).orderBy('seq').limit(limit),
)

export function readEpoch(tx: Tx): string {
  const row = tx.get(query.selectFrom('mark').select('value').where('name', '=', 'epoch'))
  if (!row) throw new Error('The table mark has no epoch. Restore a backup of the database.')
  return row.value
}

export function findDevice(tx: Tx, id: string): DeviceTable | undefined {
  return tx.get(query.selectFrom('device').selectAll().where('id', '=', id))
}

export function insertDevice(tx: Tx, device: DeviceTable): void {
  tx.run(query.insertInto('device').values(device))
}

export function updateDevice(tx: Tx, id: string, change: Partial<DeviceTable>): void {
  tx.run(query.updateTable('device').set(change).where('id', '=', id))
}

/** Devices that are not revoked, the last seen first. */
export function findActiveDevices(tx: Tx, userId: string): DeviceTable[] {
  return tx.all(
    query
      .selectFrom('device')
      .selectAll()
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .orderBy('last_seen', 'desc'),
  )
}

/** All devices, revoked ones too, in the order in which they were first seen. */
export function findDevicesByAge(tx: Tx, userId: string): Pick<DeviceTable, 'id' | 'name'>[] {
  return tx.all(
    query
      .selectFrom('device')
      .select(['id', 'name'])
      .where('user_id', '=', userId)
      .orderBy('first_seen')
      .orderBy('id'),
  )
}

export function findMutationResult(tx: Tx, deviceId: string, mid: number) {
  return tx.get(resultStatement({ device_id: deviceId, mid }))
}

const resultStatement = compileOnce((key: { device_id: string; mid: number }) =>
  query
    .selectFrom('mutation_result')
    .select(['hash', 'answer'])
    .where('device_id', '=', key.device_id)
    .where('mid', '=', key.mid),
)

/** `answer`: the `MutationResult` as JSON. `hash`: that of the mutation's content. */
export type StoredResult = Pick<MutationResultTable, 'mid' | 'hash' | 'answer'>

/** The device, and when the server handled its mutation, UTC milliseconds. */
interface WrittenBy {
  deviceId: string
  at: number
}

export function insertMutationResults(
  tx: Tx,
  answers: readonly StoredResult[],
  by: WrittenBy,
): void {
  const rows = answers.map(({ mid, hash, answer }) => [mid, hash, answer])
  tx.run(
    raw(sql`INSERT INTO mutation_result (device_id, mid, hash, answer, at)
      SELECT ${by.deviceId}, value ->> 0, value ->> 1, value ->> 2, ${by.at}
      FROM json_each(${JSON.stringify(rows)})`),
  )
}

/** A field's value before revision `rev`, as JSON. */
export type FieldHistoryEntry = Pick<RecordTable, 'coll' | 'id' | 'rev'> &
  Pick<FieldHistoryTable, 'field' | 'value' | 'edited_at'>

export function insertFieldHistory(
  tx: Tx,
  fields: readonly FieldHistoryEntry[],
  by: WrittenBy,
): void {
  const rows = fields.map((one) => [one.coll, one.id, one.field, one.value, one.rev, one.edited_at])
  tx.run(
    raw(sql`INSERT INTO field_history (coll, record_id, field, value, rev, edited_at, device_id, at)
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, ${by.deviceId}, ${by.at}
      FROM json_each(${JSON.stringify(rows)})`),
  )
}
