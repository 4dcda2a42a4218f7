import type { Generated } from 'kysely'
import type { FormName } from '#shared/submissions/form-post.ts'
import type { Collection } from '#shared/sync/collections.ts'
import type { ReadOnlyCollection } from '#shared/sync/read-only-collections.ts'

/** Tables from which the owner's devices pull the changes since their cursor. */
export interface SyncTables {
  record: RecordTable
  /** Numbers are taken by `takeSeqs`; on PostgreSQL `seq` may be ahead of what is committed. */
  sync_clock: { id: number; seq: number }
  device: DeviceTable
  mutation_result: MutationResultTable
  field_history: FieldHistoryTable
  desk_change: DeskChangeTable
  /** Parts of the number of submissions of each form. */
  form_count: { form_type: FormName; part: number; total: number }
}

/** A record that the owner's devices share; see `shared/sync/protocol.ts`. */
export interface RecordTable {
  seq: number
  coll: Collection
  id: string
  rev: number
  deleted: number
  erased: number
  /** JSON: a `LinkState`; see `server/sync/store.ts`. */
  link_state: string
  data: string
  /** JSON: a `FieldRev` for each field; see `server/sync/store.ts`. */
  revs: string
  conflicts: string
  created_at: number
  updated_at: number
  deleted_at: number | null
  deleted_by: string | null
}

/** The last change of a read-only record, or of the schedule (`table`). */
export interface DeskChangeTable {
  kind: ReadOnlyCollection | 'table'
  id: string
  /** Seq of its last change. */
  seq: number
}

export interface DeviceTable {
  id: string
  user_id: string
  name: string
  last_mid: number
  /** The cursor that the device last reported: the seq of the last change that it has. */
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
  /** JSON: the field's value before revision `rev`. */
  value: string
  rev: number
  device_id: string
  /** When the server received the change, UTC milliseconds. */
  at: number
  /** When the device made the change, ISO 8601. */
  edited_at: string
}

/** The stored answer to a mutation, so that a repeat gets the same answer. */
export interface MutationResultTable {
  device_id: string
  mid: number
  /** Hash of the mutation: shows if a number is used again for another mutation. */
  hash: string
  /** JSON; empty once its retention has ended. */
  answer: string
  at: number
}
