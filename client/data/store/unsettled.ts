import { getCollection, type PageCollection } from '#shared/sync/collections.ts'
import type { CollectionRecord } from './collection-records.ts'
import type { RejectedMutation } from './schema.ts'
import type { DisputedRecord, RejectedEdit } from './types.ts'

export function listDisputed(
  coll: PageCollection,
  records: readonly CollectionRecord[],
): DisputedRecord[] {
  const { getTitle } = getCollection(coll)
  return records.flatMap(({ id, rev, data, conflicts }) => {
    if (conflicts.length === 0) return []
    const title = data && getTitle?.(data)
    return [{ coll, id, rev, data: data ?? {}, conflicts, ...(title && { title }) }]
  })
}

/** `rev`: the record's confirmed revision. */
export function toRejectedEdit(
  { n, intent, reason, fieldErrors, at }: RejectedMutation,
  rev = 0,
): RejectedEdit {
  const { op, coll, id } = intent
  const { base, set } = op === 'patch' ? intent : { base: {}, set: {} }
  return { n, op, coll, id, base, set, rev, reason, fieldErrors, at }
}
