import type { Intent } from '#shared/sync/intent.ts'
import { recordProblems } from '#shared/sync/records.ts'
import type { StoredRecord } from './store.ts'

type Patch = Extract<Intent, { op: 'patch' }>

/** Why an edit is not taken, by field. No client begins, or returns once emptied, by an edit without a name. */
export function patchProblems(
  found: StoredRecord | undefined,
  { coll, set }: Patch,
): Record<string, string> {
  const isNamed = coll !== 'client' || found?.data.name !== undefined
  return recordProblems(coll, isNamed ? set : { name: '', ...set })
}
