import type { Generated } from 'kysely'
import type { FormName } from '#shared/submissions/form-post.ts'
import type { Collection } from '#shared/sync/records.ts'

/** What the owner's devices fetch by what changed since. */
export interface SyncTables {
  record: RecordTable
  sync_clock: { id: number; seq: number; horizon: number }
  device: DeviceTable
  mutation_result: ResultTable
  field_history: FieldHistoryTable
  desk_clock: { id: number; seq: number }
  desk_change: DeskChangeTable
  /** How many submissions of a form there are, and how many of them nobody has read. */
  form_count: { form_type: FormName; total: number; unread: number }
}

/** What the owner's devices share; see `shared/sync/protocol.ts`. */
export interface RecordTable {
  seq: number
  coll: Collection
  id: string
  rev: number
  deleted: number
  erased: number
  data: string
  /** Of each field, as JSON: see `FieldRev` in `server/sync/store.ts`. */
  revs: string
  conflicts: string
  created_at: number
  updated_at: number
  deleted_at: number | null
  deleted_by: string | null
}

/** What a change of the desk's records is about: a record's kind and id, or a part of the dashboard. */
export interface DeskChangeTable {
  kind: 'booking' | 'form' | 'sale' | 'job' | 'calendar'
  id: string
  /** Of the last change; `desk_clock` has the last of all. */
  seq: number
}

export interface DeviceTable {
  id: string
  user_id: string
  name: string
  last_mid: number
  /** The last change that it said it has. */
  cursor: number
  session_id: string | null
  first_seen: number
  last_seen: number
  revoked_at: number | null
}

export interface FieldHistoryTable {
  id: Generated<number>
  coll: Collection
  record_id: string
  field: string
  /** What it was until `rev`. */
  value: string
  rev: number
  device_id: string
  /** When the change arrived, UTC milliseconds. */
  at: number
  /** When the device made the change, ISO 8601. */
  edited_at: string
}

/** What was answered to a mutation, for whoever asks again. */
export interface ResultTable {
  device_id: string
  mid: number
  /** Of its content: another mutation under the same number is told apart. */
  hash: string
  answer: string
  at: number
}
