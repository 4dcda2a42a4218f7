import type { PullAnswer } from '#shared/sync/protocol.ts'
import type { ReadOnlyChange, ReadOnlyCollection } from '#shared/sync/read-only-collections.ts'
import type { Site } from './site.ts'

export interface PullPosition {
  epoch: string
  cursor: number
}

/** The read-only records that have changed since a position, and the position after them. */
export async function pullReadOnly(
  site: Site,
  owner: string,
  from: PullPosition = { epoch: '', cursor: 0 },
) {
  const user = site.db.read.selectFrom('user').select('id').where('role', '=', 'owner')
  const { id: userId } = await user.executeTakeFirstOrThrow()
  const changes: ReadOnlyChange[] = []
  let at = from
  for (let hasMore = true; hasMore; ) {
    const query = new URLSearchParams({
      ...(from.cursor === 0 && { resyncHorizon: '0' }),
      ...{ userId, deviceId: 'desk', schema: '1', limit: '1000' },
      ...{ epoch: at.epoch, cursor: String(at.cursor) },
    })
    const answer = await site.get(`/functions/sync-pull?${query}`, owner)
    const page = (await answer.json()) as PullAnswer
    changes.push(...page.readOnly)
    at = { epoch: page.epoch, cursor: page.nextCursor }
    hasMore = page.hasMore
  }
  return { changes, at }
}

export function findRecord<Data>(
  changes: readonly ReadOnlyChange[],
  coll: ReadOnlyCollection,
  id: string,
) {
  return changes.find((change) => change.coll === coll && change.id === id)?.data as
    | Data
    | undefined
}
