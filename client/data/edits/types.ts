import type { FieldsEdit } from '#client/data/store/overlay.ts'
import type { RecordData, RecordRef } from '#shared/sync/collections.ts'

export interface ConflictChoice {
  cid: string
  /** `keep` the value in use, or `take` the alternative. */
  choice: 'keep' | 'take'
  /** The value that was in use when the owner chose. */
  seen: unknown
}

/**
 * An edit of a record with those that extend it. `rev`: the revision that the form showed, which may be older
 * than the present one.
 */
export type RecordEdit = RecordRef &
  (
    | ({ op: 'set'; rev?: number | undefined } & FieldsEdit)
    | { op: 'delete'; rev?: number | undefined }
    /** A delete that was not sent yet leaves the queue; otherwise an empty edit restores the record. */
    | { op: 'restore' }
    /** Deletes a deleted record for good, with all that belongs to it. */
    | { op: 'erase' }
    /**
     * Sets a record that is one value, or deletes it if `set` is null. Takes the place of the record's last
     * mutation if that was not sent: no earlier state of such a record is ever restored.
     */
    | { op: 'replace'; base: RecordData; set: RecordData | null }
    /** Decides an open conflict, once. */
    | ({ op: 'resolve' } & ConflictChoice)
  )

export type EditOf<Op extends RecordEdit['op']> = Extract<RecordEdit, { op: Op }>

/** The owner's decisions about the conflicts of a record. */
export interface RecordDecision extends RecordRef {
  choices: ConflictChoice[]
  /** The edit that joins several values into one, if the owner chose that; `rev`: the revision that the page showed. */
  edit?: FieldsEdit & { rev: number }
}
