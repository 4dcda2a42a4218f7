import type { RecordCache } from '#client/data/index/record-cache.ts'
import type { JourneyIndex } from '#client/data/journeys/journey-index.ts'
import type { PendingMutation } from '#client/data/store/schema.ts'
import type { PendingEdit } from '#client/data/store/types.ts'
import { isJourneyCollection } from '#shared/journeys/collections.ts'

/** Whether the record was created here and is still pending. */
export function isNew(cache: RecordCache, { coll, id }: PendingMutation['intent']): boolean {
  return (
    cache.isNew(id) ||
    cache.listed.isNew({ coll, id }) ||
    cache.journeys.find({ coll, id })?.rev === 0
  )
}

/** `first`: number of the mutation that adds the record, if the server does not know it yet. */
export function toPendingEdit(
  cache: RecordCache,
  { n = 0, intent, at }: PendingMutation,
  { first, index }: { first: number | undefined; index: JourneyIndex | undefined },
): PendingEdit {
  const { op, coll, id } = intent
  const fields = op === 'patch' ? Object.keys(intent.set) : []
  const edit = { n, op, coll, id, at, isNew: op === 'patch' && n === first, fields }
  // A record that a page edits as a whole has no name.
  if (!index || !isJourneyCollection(coll))
    return { ...edit, name: cache.index.get(id)?.name ?? '' }
  const { journeyId, title, item } = index.describe({ intent })
  return { ...edit, name: title, journeyId, ...(item !== undefined && { item }) }
}
