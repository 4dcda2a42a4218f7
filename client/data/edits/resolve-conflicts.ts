import type { JourneyRows } from '#client/data/journeys/journey-rows.ts'
import type { Edits } from './edits.ts'
import type { RecordDecision, RecordEdit } from './types.ts'

interface ResolvingParts {
  edits: Edits
  /** Finds the records that extend others. */
  rows: Pick<JourneyRows, 'listExtensions'>
}

/** Queues the owner's decisions. A conflict may be one of a record that extends the record that was shown. */
export function resolveConflicts(
  { edits, rows }: ResolvingParts,
  decisions: readonly RecordDecision[],
): Promise<void> {
  return edits.applyAll(
    decisions.flatMap(({ coll, id, edit, choices }): RecordEdit[] => {
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
  )
}
