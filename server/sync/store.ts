import { sql } from 'kysely'
import { compileOnce, type Tx, toTextList, writeLater } from '#server/db/database.ts'
import type {
  DeviceTable,
  FieldHistoryTable,
  MutationResultTable,
  RecordTable,
} from '#server/db/tables-sync.ts'
import type { JourneyCollection } from '#shared/journeys/collections.ts'
import { toGuestPassData, toJourneyData } from '#shared/journeys/journey-fields.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import type { Collection, RecordData } from '#shared/sync/collections.ts'
import type { EditedBy, OpenConflict } from '#shared/sync/protocol.ts'

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

const selectRecord = compileOnce((tx, key: { coll: Collection; id: string }) =>
  tx.selectFrom('record').selectAll().where('coll', '=', key.coll).where('id', '=', key.id),
)

export async function findRecord(tx: Tx, coll: Collection, id: string) {
  const [row] = (await selectRecord(tx, { coll, id })).rows
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
export async function findRecords(tx: Tx, coll: Collection, ids: readonly string[]) {
  const some = sql<RecordTable>`SELECT * FROM record WHERE coll = ${coll} AND id IN ${toTextList(ids)}`
  return (await some.execute(tx)).rows.map((row) => ({ seq: row.seq, record: toStoredRecord(row) }))
}

/** Ids of the records, not deleted, that were created before an instant (UTC milliseconds). */
export async function findOldIds(tx: Tx, coll: Collection, before: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('record')
    .select('id')
    .where('coll', '=', coll)
    .where('deleted', '=', 0)
    .where('created_at', '<', before)
    .execute()
  return rows.map(({ id }) => id)
}

const updateRow = writeLater((tx, { coll, id, ...change }: RecordTable) =>
  tx.updateTable('record').set(change).where('coll', '=', coll).where('id', '=', id),
)

/** Updates a record that exists; `seq` is assigned by `BatchRecords`. */
export function updateRecord(tx: Tx, record: StoredRecord, seq: number): Promise<void> {
  return updateRow(tx, toRow(record, seq))
}

const insertRow = writeLater((tx, row: RecordTable) => tx.insertInto('record').values(row))

export function insertRecord(tx: Tx, record: StoredRecord, seq: number): Promise<void> {
  return insertRow(tx, toRow(record, seq))
}

function toRow(record: StoredRecord, seq: number): RecordTable {
  return {
    seq,
    coll: record.coll,
    id: record.id,
    rev: record.rev,
    deleted: record.deleted ? 1 : 0,
    erased: record.erased ? 1 : 0,
    link_state: JSON.stringify(toLinkState(record)),
    data: JSON.stringify(record.data),
    revs: JSON.stringify(record.revs),
    conflicts: JSON.stringify(record.conflicts),
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    deleted_at: record.deletedAt,
    deleted_by: record.deletedBy,
  }
}

/** Ids of a collection's records that are not deleted and begin with `prefix`. */
export async function findLivingIds(tx: Tx, coll: Collection, prefix: string): Promise<string[]> {
  return (await selectLiving(tx, coll).where('id', 'like', `${prefix}%`).execute()).map(
    ({ id }) => id,
  )
}

/** A collection's records that are not deleted. */
export async function readLivingRecords(
  tx: Tx,
  coll: Collection,
): Promise<{ id: string; data: RecordData }[]> {
  const rows = await selectLiving(tx, coll).orderBy('id').execute()
  return rows.map(({ id, data }) => ({ id, data: JSON.parse(data) }))
}

const selectLiving = (tx: Tx, coll: Collection) =>
  tx.selectFrom('record').select(['id', 'data']).where('coll', '=', coll).where('deleted', '=', 0)

/** What decides whether a guest's link is open, of a pass (all but `link`) or of a journey's keys. */
export interface LinkState {
  journey?: string
  endsAt?: number
  closed?: boolean
  hasCopy?: boolean
  /** The copy's `seenProof`. */
  proof?: string
  /** The id of the journey's link. */
  link?: string
}

function toLinkState({ coll, data }: StoredRecord): LinkState {
  if (coll === 'journey-keys') return { link: toJourneyData(data).link.id }
  if (coll !== 'guest-pass') return {}
  const { journey, endsAt, closed, ciphertext, seenProof } = toGuestPassData(data)
  return { journey, endsAt, closed, hasCopy: ciphertext !== '', proof: seenProof }
}

/** The state of a pass, a journey or its keys, without its data; undefined if there is no such record. */
export async function findLinkState(
  tx: Tx,
  coll: JourneyCollection,
  id: string,
): Promise<(LinkState & { isDeleted: boolean }) | undefined> {
  const row = await tx
    .selectFrom('record')
    .select(['deleted', 'link_state'])
    .where('coll', '=', coll)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...(JSON.parse(row.link_state) as LinkState), isDeleted: row.deleted === 1 }
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
  'deleted_by',
] as const

/** Stored columns, for an answer that copies their JSON without parsing it. */
export type RawRecord = Pick<RecordTable, (typeof rawColumns)[number]> & {
  /** Of a deleted record; empty for others. */
  deletion_revs: string
}

export async function readRecordsAfter(tx: Tx, seq: number, limit: number): Promise<RawRecord[]> {
  return tx
    .selectFrom('record')
    .select(rawColumns)
    .select(
      sql<string>`CASE WHEN deleted = 1 AND erased = 0 THEN revs ELSE '' END`.as('deletion_revs'),
    )
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

export async function countRecordsAfter(tx: Tx, seq: number): Promise<number> {
  const { count } = await tx
    .selectFrom('record')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('seq', '>', seq)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Which device deleted a record, and when; undefined if it is not deleted, or erased. */
export function toDeletedBy(
  {
    deleted,
    erased,
    revs,
    deletedBy,
    deletedAt,
  }: Pick<StoredRecord, 'deleted' | 'erased' | 'revs' | 'deletedBy' | 'deletedAt'>,
  names: ReadonlyMap<string, string>,
): EditedBy | undefined {
  if (!deleted || erased) return undefined
  // The empty name stands for the deletion.
  const [, , at = toIsoTime(deletedAt ?? 0)] = revs[''] ?? []
  const deviceId = deletedBy ?? ''
  return { deviceId, deviceName: names.get(deviceId) ?? '', at }
}

export async function findDevice(tx: Tx, id: string): Promise<DeviceTable | undefined> {
  return tx.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertDevice(tx: Tx, device: DeviceTable): Promise<void> {
  await tx.insertInto('device').values(device).execute()
}

export async function updateDevice(
  tx: Tx,
  id: string,
  change: Partial<DeviceTable>,
): Promise<void> {
  await tx.updateTable('device').set(change).where('id', '=', id).execute()
}

/** Devices that are not revoked, the last seen first. */
export async function findActiveDevices(tx: Tx, userId: string): Promise<DeviceTable[]> {
  return tx
    .selectFrom('device')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('last_seen', 'desc')
    .execute()
}

/** All devices, revoked ones too, in the order in which they were first seen. */
export async function findDevicesByAge(
  tx: Tx,
  userId: string,
): Promise<Pick<DeviceTable, 'id' | 'name'>[]> {
  return tx
    .selectFrom('device')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .orderBy('first_seen')
    .orderBy('id')
    .execute()
}

export async function findMutationResult(tx: Tx, deviceId: string, mid: number) {
  return tx
    .selectFrom('mutation_result')
    .select(['hash', 'answer'])
    .where('device_id', '=', deviceId)
    .where('mid', '=', mid)
    .executeTakeFirst()
}

/** `answer`: the `MutationResult` as JSON. `hash`: that of the mutation's content. */
export type StoredResult = Pick<MutationResultTable, 'mid' | 'hash' | 'answer'>

/** The device, and when the server handled its mutation, UTC milliseconds. */
interface WrittenBy {
  deviceId: string
  at: number
}

/** A column of `json_each` over a list of rows. */
const jsonText = (column: number) => sql`json_extract(value, ${sql.lit(`$[${column}]`)})`
const jsonInteger = (column: number) => sql`CAST(${jsonText(column)} AS BIGINT)`

export async function insertMutationResults(
  tx: Tx,
  answers: readonly StoredResult[],
  by: WrittenBy,
): Promise<void> {
  const rows = answers.map(({ mid, hash, answer }) => [mid, hash, answer])
  await sql`INSERT INTO mutation_result (device_id, mid, hash, answer, at)
      SELECT ${by.deviceId}, ${jsonInteger(0)}, ${jsonText(1)}, ${jsonText(2)}, CAST(${by.at} AS BIGINT)
      FROM json_each(CAST(${JSON.stringify(rows)} AS TEXT))`.execute(tx)
}

/** A field's value before revision `rev`, as JSON. */
export type FieldHistoryEntry = Pick<RecordTable, 'coll' | 'id' | 'rev'> &
  Pick<FieldHistoryTable, 'field' | 'value' | 'edited_at'>

export async function insertFieldHistory(
  tx: Tx,
  fields: readonly FieldHistoryEntry[],
  by: WrittenBy,
): Promise<void> {
  const rows = fields.map((one) => [one.coll, one.id, one.field, one.value, one.rev, one.edited_at])
  await sql`INSERT INTO field_history (coll, record_id, field, value, rev, edited_at, device_id, at)
      SELECT ${jsonText(0)}, ${jsonText(1)}, ${jsonText(2)}, ${jsonText(3)}, ${jsonInteger(4)},
        ${jsonText(5)}, ${by.deviceId}, CAST(${by.at} AS BIGINT)
      FROM json_each(CAST(${JSON.stringify(rows)} AS TEXT))`.execute(tx)
}
