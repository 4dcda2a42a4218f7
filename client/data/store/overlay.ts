import { isSameValue } from '#shared/lib/values/value-equality.ts'
import type { RecordData } from '#shared/sync/collections.ts'

/** An edit of fields: their values when the form opened (`base`) and the edited values (`set`). */
export interface FieldsEdit {
  base: RecordData
  set: RecordData
}

/** What edits make of a record: the fields that they set over its data, and whether they delete it. */
export interface Overlay {
  set: RecordData
  deleted: boolean
  /** It is to be deleted for good. */
  erased?: true
}

type LaidEdit = { op: 'set' | 'patch'; set: RecordData } | { op: 'delete' | 'restore' | 'erase' }

/**
 * Lays one more edit over a record. The worker lays those over it that the server has not confirmed, a page those that
 * the worker has not stored.
 */
export function layEdit({ set }: Overlay, edit: LaidEdit): Overlay {
  if (edit.op === 'erase') return { set, deleted: true, erased: true }
  return { set: 'set' in edit ? { ...set, ...edit.set } : set, deleted: edit.op === 'delete' }
}

/** Joins two edits: base values of the first, set values of the second where both have a field. */
export function joinEdits<Edit extends FieldsEdit>(first: Edit, { base, set }: FieldsEdit): Edit {
  const from = (field: string) => (Object.hasOwn(first.set, field) ? first.base : base)[field]
  const last = { ...first.set, ...set }
  const fields = Object.keys(last).filter((field) => !isSameValue(from(field), last[field]))
  return {
    ...first,
    base: Object.fromEntries(fields.map((field) => [field, from(field)])),
    set: Object.fromEntries(fields.map((field) => [field, last[field]])),
  }
}
