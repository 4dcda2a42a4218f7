import type { JourneyRows } from '#client/data/index/journey-rows.ts'
import type { RecordCache } from '#client/data/index/record-cache.ts'
import type { JourneyIndex } from '#client/data/journeys/journey-index.ts'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import type { PendingMutation, ReadOnlyRow, RecordRef } from '#client/data/store/schema.ts'
import type { PendingEdit } from '#client/data/store/types.ts'
import { isJourneyCollection } from '#shared/journeys/collections.ts'
import type { MarkSubject, RecordData } from '#shared/lib/define-collection.ts'
import { getCollection } from '#shared/sync/collections.ts'
import type { Edits } from './edits.ts'
import type { RecordDecision, RecordEdit } from './types.ts'

/** Whether the record was created here and is still pending. */
export function isNew(cache: RecordCache, { coll, id }: PendingMutation['intent']): boolean {
  return (
    cache.isNew(id) ||
    cache.listed.isNew({ coll, id }) ||
    cache.journeys.find({ coll, id })?.rev === 0
  )
}

interface EditSurroundings {
  first: number | undefined
  index: JourneyIndex | undefined
  /** What the edited mark is about, if this device has it. */
  subject: MarkSubject | undefined
}

/** What a mark is about; undefined for other records, and if this device does not have it. */
export async function findSubject(
  { readOnly }: OwnerDatabase,
  { intent: { coll, id } }: PendingMutation,
): Promise<MarkSubject | undefined> {
  const { about } = getCollection(coll)
  const wanted = about?.find(id)
  const row = wanted && (await readOnly.get(`${wanted.coll}/${wanted.id}` as ReadOnlyRow['key']))
  if (!about || !wanted || row?.data === undefined) return undefined
  return about.describe(id, { id: wanted.id, data: row.data as RecordData })
}

function findTitle({ listed }: RecordCache, { coll, id }: PendingMutation['intent']): string {
  return getCollection(coll).getTitle?.(listed.find(coll, id) ?? {}) ?? ''
}

/** `first`: number of the mutation that adds the record, if the server does not know it yet. */
export function toPendingEdit(
  cache: RecordCache,
  { n = 0, intent, at }: PendingMutation,
  { first, index, subject }: EditSurroundings,
): PendingEdit {
  const { op, coll, id } = intent
  const fields = op === 'patch' ? Object.keys(intent.set) : []
  const edit = { n, op, coll, id, at, isNew: op === 'patch' && n === first, fields }
  if (op === 'patch' && getCollection(coll).isMark)
    return { ...edit, set: intent.set, name: '', ...subject }
  if (!index || !isJourneyCollection(coll))
    return { ...edit, name: cache.index.get(id)?.name ?? findTitle(cache, intent) }
  const { journeyId, title, item } = index.describe({ intent })
  return { ...edit, name: title, journeyId, ...(item !== undefined && { item }) }
}

interface ResolvingParts {
  edits: Edits
  /** Finds the records that extend others. */
  rows: Pick<JourneyRows, 'listExtensions'>
}

/**
 * Queues the owner's decisions, and what they restore. A conflict may be one of a record that extends the record that
 * was shown.
 */
export function resolveConflicts(
  { edits, rows }: ResolvingParts,
  decisions: readonly RecordDecision[],
  restored: readonly RecordRef[] = [],
): Promise<void> {
  return edits.applyAll([
    ...restored.map((ref): RecordEdit => ({ ...ref, op: 'restore' })),
    ...decisions.flatMap(({ coll, id, edit, choices }): RecordEdit[] => {
      const extensions = rows.listExtensions({ coll, id })
      return [
        // The edit goes first: it was made from the value that was in use before the choices.
        ...(edit ? [{ ...edit, op: 'set' as const, coll, id }] : []),
        ...choices.map((choice) => {
          const extension = extensions.find(({ conflicts }) =>
            conflicts.some(({ cid }) => cid === choice.cid),
          )
          const { coll: disputed } = extension ?? { coll }
          return { ...choice, op: 'resolve' as const, coll: disputed, id }
        }),
      ]
    }),
  ])
}
