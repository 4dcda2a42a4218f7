import type { AttentionItem } from '#client/data/store/types.ts'

/**
 * The page on which the owner resolves it. Rejected edits of journeys are on the list's page, because the
 * journey itself may not exist.
 */
export function getAttentionPath({ coll, id, mark }: Omit<AttentionItem, 'name'>): string {
  if (coll === 'schedule') return '/admin/settings'
  if (coll === 'client') return `/admin/crm/${id}`
  return mark === 'rejected' ? '/admin/journeys' : `/admin/journeys/${id}`
}
