import * as v from 'valibot'
import { CONTENT_RETENTION, defineCollection } from '#shared/lib/define-collection.ts'

/** How long an import can be undone, ms: as long as a deleted client can be restored. */
export const IMPORT_RETENTION = CONTENT_RETENTION

/**
 * What became of a row. `similar`: added as a possible duplicate. `completed`: fields of a client were filled.
 * `joined`: the same with a client of an earlier row. `unchanged`: that client had all values. `known`: imported
 * from the same file before. `skipped`: by the owner's choice. `refused`: not a valid client.
 */
export const importOutcomes = [
  'added',
  'similar',
  'completed',
  'joined',
  'unchanged',
  'known',
  'skipped',
  'empty',
  'refused',
] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** What kind of file was imported. */
export const importKinds = ['csv', 'vcard', 'json'] as const
export type ImportKind = (typeof importKinds)[number]

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const ImportReport = v.object({
  /** UTC milliseconds by the server's clock. */
  at: Count,
  /** Not its name: the file of one card has the name of a person, and an erasure does not find that here. */
  file: v.picklist(importKinds),
  /** Number of rows. */
  counts: v.object(
    Object.fromEntries(importOutcomes.map((one) => [one, Count])) as Record<
      ImportOutcome,
      typeof Count
    >,
  ),
  /** Number of rows with a cell that could not be read. */
  unreadable: Count,
  /** Number of rows with a value that differs from the client's, which stayed. */
  differing: Count,
})

const ImportUndo = v.object({
  /** Number of added clients that were deleted again. */
  deleted: Count,
  /** Number of completed clients whose fields are as before. */
  restored: Count,
  /** Number of clients that were changed since, or for whom something was made: the changes stay. */
  changed: Count,
  /** Number of clients with something that another import added too: it stays. */
  shared: Count,
})

export type ImportReport = v.InferOutput<typeof ImportReport>
export type ImportUndo = v.InferOutput<typeof ImportUndo>

const Id = v.pipe(v.string(), v.maxLength(64))

/** An import of a file on any device. What it did to a client is noted in the client; see `ImportMark`. */
export const importCollection = defineCollection({
  name: 'import',
  noun: 'Import',
  fields: {
    report: { schema: v.nullable(ImportReport), empty: null, label: 'Import', merge: 'latest' },
    undone: { schema: v.nullable(ImportUndo), empty: null, label: 'Undo', merge: 'latest' },
    /** A secret of the hashes in this import's marks; empty once it was undone or cannot be undone any more. */
    salt: { schema: Id, empty: '', label: 'Import', merge: 'latest', isHidden: true },
  },
  describeEdit: ({ fields }) => (fields.includes('undone') ? 'Import undone' : 'File imported'),
  maxFields: 10,
  parent: null,
  // The content of a deleted record stays for a time, but the salt goes at once: without it, marks tell nothing.
  expires: { after: IMPORT_RETENTION, emptied: { salt: '' } },
  // Counts only.
  personalData: { kind: 'of nobody' },
  exported: null,
  rows: 'single',
  isMark: true,
  page: { title: 'CRM Settings', path: '/admin/crm/settings' },
})

const Hash = v.pipe(v.string(), v.maxLength(16))

/**
 * What an import did to a client, as an undo needs it. It has no values, because what is deleted from a client must
 * not live on in a field that nobody sees: a hash shows whether a value is still the imported one, and an import only
 * adds to what was there. A value cannot be found from its hash by trying, once the import's `salt` is gone.
 */
export const ImportMark = v.object({
  /** The import's. */
  id: Id,
  /** The import's time; see `ImportReport`. */
  at: Count,
  /** Hash of the client that the import added; absent if it completed one. */
  added: v.optional(Hash),
  completed: v.optional(
    v.record(
      v.string(),
      v.object({
        hash: Hash,
        /** How many of its characters or items were there before; of a name, the field that stood in for it. */
        kept: v.union([Count, v.picklist(['email', 'phone'])]),
      }),
    ),
  ),
})

export type ImportMark = v.InferOutput<typeof ImportMark>

/** Most marks that a device writes into a client: the latest. */
export const MAX_IMPORT_MARKS = 20

/** Most marks of a client: those of devices that imported without knowing of each other add up. */
export const MAX_MERGED_IMPORT_MARKS = 200
