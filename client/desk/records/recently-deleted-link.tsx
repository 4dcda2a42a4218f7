import { getData } from '#client/data/data-client.ts'
import { useDataQuery } from '#client/data/use-data.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'

export const RECENTLY_DELETED = '/admin/crm/deleted'

/** How much can be restored: all of it, or what is in these lists. 0 until this is known. */
export function useDeletedCount(lists?: readonly string[]): number {
  const counts = useDataQuery('deleted count', () => getData().deleted.count())?.answer ?? {}
  return Object.entries(counts).reduce(
    (sum, [list, count]) => (!lists || lists.includes(list) ? sum + count : sum),
    0,
  )
}

/** `Recently deleted 2`, at the end of what was deleted from; nothing if there is nothing to restore. */
export function RecentlyDeletedLink({ lists }: { lists: readonly string[] }) {
  const count = useDeletedCount(lists)
  if (count === 0) return null
  return (
    <p>
      <TextAction to={RECENTLY_DELETED}>Recently deleted {count}</TextAction>
    </p>
  )
}
