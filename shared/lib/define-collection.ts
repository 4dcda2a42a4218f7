import * as v from 'valibot'
import { isPlainDate } from './date.ts'

/** How long deleted records and removed documents are kept, on the server and on devices, so that they can be restored; ms. */
export const CONTENT_RETENTION = 30 * 86_400_000

/** A record's fields by name, including fields of later versions that this version does not know. */
export type RecordData = Record<string, unknown>

/**
 * How two edits of one field are merged: as single values, as sets, or line by line; `latest`: the
 * one made later counts, whichever arrives first, and neither is kept in the history.
 */
export type MergeKind = 'value' | 'list' | 'lines' | 'latest'

/** By id: the names of what values name by their ids, such as clients and a journey's days. */
export type Names = ReadonlyMap<string, string>

export interface FieldDefinition {
  /** Its messages are shown to the person who types the value. */
  schema: v.GenericSchema
  /** Value of a record without this field. */
  empty: unknown
  /** Name on every screen; sentences use it in lower case. */
  label: string
  merge: MergeKind
  /**
   * A value as text, empty for an empty value. Absent for texts, lists of texts, numbers, and yes or no.
   * Values are as they were stored or typed: other versions, and edits that the server rejected, may have
   * any.
   */
  format?(value: unknown, names?: Names): string
  /** Several edited fields of a group are named by it: `preferences`. */
  group?: string
  /** Nobody edits it directly: a position, a link, a key. */
  isHidden?: true
  /**
   * A record has it. If the server rejects the edit that adds a record, the record stays on the device, as it was
   * typed, until it is corrected or discarded.
   */
  isRequired?: true
}

/** The record that a record belongs to. It is erased and exported with it. */
export type Parent =
  /** Where the parent's id is: before the hyphen of the record's own id, or in a field. */
  { coll: string; idIn: 'start of id' | { field: string } } | ExtendedParent

/**
 * A record extends another if it has the other's id. It holds fields that not everybody who sees the other may
 * see. Forms show and edit both as one; it is deleted and restored with the other.
 */
export interface ExtendedParent {
  coll: string
  idIn: 'id'
  /**
   * The parent's field that each edit of the extension sets to a new id, so that a device that deletes the
   * parent without having seen the edit is asked, and an edit restores a deleted parent.
   */
  editedIn: string
}

/**
 * Whose personal data a record is, for erasure and export. A person is found by email address, in fields
 * of the records that are about one person each; other records name these by their ids.
 */
export type PersonalData =
  | { kind: 'of one person'; addressFields: readonly string[] }
  /** Erased with the last of the people in the field; the others only leave it. */
  | { kind: 'of people'; field: string }
  /** As its parent's. */
  | { kind: 'of parent' }
  /** Only the owner's. */
  | { kind: 'of nobody' }

/** A row of a person's export: the columns of the record, and `data`. */
export type ExportedRow = Record<string, unknown> & { id: string; data: RecordData }

export interface LabelledRecord {
  id: string
  data: RecordData
}

/** `Message of Ada Moe`, and the address of its page on the desk. */
export interface MarkSubject {
  name: string
  path: string
}

export interface CollectionDefinition<Name extends string = string> {
  /** In requests and in the database. */
  name: Name
  /** What one of its records is, as sentences begin: `Client`. */
  noun: string
  fields: Readonly<Record<string, FieldDefinition>>
  /** The definition of fields whose names contain an id, such as `day.<id>`. */
  findNumberedField?(name: string): FieldDefinition | undefined
  /** Whether a record with this id has this one of the `fields`; by default it has all of them. */
  hasField?(id: string, name: string): boolean
  /** The label of a field, where it depends on the record: a weekday's hours, where a journey by ferry ends. */
  getLabel?(name: string, record: LabelledRecord): string | undefined
  /** What applies where there is no record; by default one that was removed is simply gone. */
  valueWithout?: string
  /** Most fields in one edit. */
  maxFields: number
  /** Any text, if absent. */
  idForm?: Pick<RegExp, 'test'>
  /** Most records whose ids begin with `prefix`, not counting deleted ones. */
  limit?: { prefix: string; max: number; message: string }
  /**
   * The id says what a record is about. One that was deleted and is made again starts without its
   * former values: they are not merged with the new ones.
   */
  startsAnew?: true
  parent: Parent | null
  personalData: PersonalData
  /** Its section in the export of a person's data, and what becomes of a row there; null: not exported. */
  exported: { section: string; toRow?(row: ExportedRow): Record<string, unknown> } | null
  /** Deleted by the server this long after they were made, ms; these values are emptied at once, not after a time. */
  expires?: { after: number; emptied: RecordData }
  /**
   * Its deleted records are listed under "Recently deleted" until they can no longer be restored: the title of that list, a
   * record's name, and a useful fact of it. A part is restored with what it belongs to if both were deleted together, and
   * listed by itself otherwise.
   */
  recentlyDeleted?: { title: string; describe(data: RecordData): { name: string; fact: string } }
  /** What the server sets once the record that it belongs to can no longer be restored. */
  orphaned?: RecordData
  /** Whether devices pack its records in pages, as there are thousands, or keep a row for each. */
  rows: 'packed' | 'single'
  /** Its values are never typed, so a rejected edit is dropped: there is nothing to correct. */
  isMark?: true
  /** The read-only record that a mark is about, for texts about a pending edit. */
  about?: {
    find(markId: string): { coll: string; id: string } | undefined
    /** Undefined if the mark is about another record that had the same id. */
    describe(markId: string, record: LabelledRecord): MarkSubject | undefined
  }
  /**
   * The page of the desk that edits all of its records.
   * Devices keep the whole collection in memory, and any screen can list it.
   */
  page?: { title: string; path: string }
  /** The page of the desk that lists its records; each has a page below it, by its id. Parts are on their parent's. */
  path?: string
  /** Its rejected edits are on the list's page, because a record that the server rejected has no other page. */
  listsRejected?: true
  /** Names a part by its parent's title; by default `Sauna, in Lofoten`. */
  nameOfPart?(parent: string): string
  /** What sentences call a record of a page; empty if it has no name. By default the page's title stands for it. */
  getTitle?(data: RecordData): string
  /** What a pending edit does, where the names of its fields say too little. */
  describeEdit?(edit: {
    isNew: boolean
    fields: readonly string[]
    /** The values that a mark's edit sets; empty for other records. */
    set: RecordData
  }): string | undefined
  /** Says that its records were changed on two devices, and what applies until the owner chooses. */
  conflictText?: { title: string; meanwhile: string }
  /**
   * The fields of an edit that the server applies to a record; undefined if it ignores the edit. By
   * default all.
   */
  pickAccepted?(
    edit: { base: RecordData; set: RecordData },
    current: RecordData,
  ): RecordData | undefined
}

/** `YYYY-MM-DD`, or empty. */
export const PlainDateOrEmpty = v.pipe(
  v.string(),
  v.check((date) => date === '' || isPlainDate(date), 'Please enter a date such as 2026-11-25.'),
)

/** Every question that a collection must answer is asked by the type. */
export function defineCollection<const Definition extends CollectionDefinition>(
  definition: Definition,
): Definition {
  return definition
}
