import { clientOf } from '../../../shared/crm/client.ts'
import type { OpenConflict } from '../../../shared/sync/protocol.ts'
import type { ClientView, ConflictChoice } from '../../offline/crm/types.ts'

/** A field that was edited in more than one place. */
export interface DisputedField {
  field: string
  /** What is in use: the server's. */
  current: unknown
  /** What others put, the latest first. */
  others: OpenConflict[]
}

export function disputedFields({ client, conflicts }: ClientView): DisputedField[] {
  const values: Record<string, unknown> = clientOf(client)
  const fields = new Map<string, OpenConflict[]>()
  for (const conflict of conflicts)
    if (conflict.kind === 'field')
      fields.set(conflict.field, [...(fields.get(conflict.field) ?? []), conflict])
  return [...fields].map(([field, others]) => ({
    field,
    current: values[field],
    others: others.toSorted((a, b) => b.rev - a.rev),
  }))
}

/** What was chosen, for every open conflict: one value for each field, all others are let go. */
export function choicesOf(
  disputed: readonly DisputedField[],
  taken: Readonly<Record<string, string | undefined>>,
): ConflictChoice[] {
  return disputed.flatMap(({ field, current, others }) =>
    // What is taken comes last, so that nothing is let go against a value that is new itself.
    others
      .toSorted((a, b) => Number(a.cid === taken[field]) - Number(b.cid === taken[field]))
      .map(({ cid }) => ({ cid, choice: cid === taken[field] ? 'take' : 'keep', seen: current })),
  )
}
