import type { AttentionItem } from '#client/book/store/types.ts'
import { getCollection } from '#shared/sync/collections.ts'

/**
 * The page on which the owner resolves it. Rejected edits of journeys are on the list's page, because the
 * journey itself may not exist.
 */
export function getAttentionPath({ coll, id, mark }: Omit<AttentionItem, 'name'>): string {
  const { page } = getCollection(coll)
  if (page) return page.path
  if (coll === 'client') return `/admin/crm/${id}`
  return mark === 'rejected' ? '/admin/journeys' : `/admin/journeys/${id}`
}
