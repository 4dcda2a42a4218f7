import * as v from 'valibot'
import { defineCollection } from '#shared/sync/define-collection.ts'
import { CONTENT_RETENTION } from '#shared/sync/protocol-constants.ts'

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

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const ImportReport = v.object({
  /** UTC milliseconds by the clock of the device. */
  at: Count,
  fileName: v.pipe(v.string(), v.maxLength(300)),
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
  /** Number of clients that somebody has changed since: the changes stay. */
  changed: Count,
})

export type ImportReport = v.InferOutput<typeof ImportReport>
export type ImportUndo = v.InferOutput<typeof ImportUndo>

/** An import of a file on any device. What it did to a client is noted in the client; see `ImportMark`. */
export const importCollection = defineCollection({
  name: 'import',
  noun: 'Import',
  fields: {
    report: { schema: v.nullable(ImportReport), empty: null, label: 'Import', merge: 'latest' },
    undone: { schema: v.nullable(ImportUndo), empty: null, label: 'Undo', merge: 'latest' },
  },
  describeEdit: ({ fields }) => (fields.includes('undone') ? 'Import undone' : 'File imported'),
  maxFields: 10,
  parent: null,
  // Counts and the name of a file.
  personalData: { kind: 'of nobody' },
  exported: null,
  rows: 'single',
  isMark: true,
  page: { title: 'CRM Settings', path: '/admin/crm/settings' },
})

const Id = v.pipe(v.string(), v.maxLength(64))
const Hash = v.pipe(v.string(), v.maxLength(16))

/**
 * What an import did to a client, as an undo needs it. It has no values, because what is deleted from a client must
 * not live on in a field that nobody sees: a hash shows whether a value is still the imported one, and an import only
 * adds to what was there.
 */
export const ImportMark = v.object({
  /** The import's. */
  id: Id,
  /** Hash of the client that the import added; absent if it completed one. */
  added: v.optional(Hash),
  /** The completed fields. */
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

/** Most marks of a client: the latest. */
export const MAX_IMPORT_MARKS = 20
