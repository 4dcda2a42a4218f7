import { deleteDraft, readDraft, saveDraft } from '#client/data/desk-cache-client.ts'
import { getStoredOwner } from '#client/lib/data/stored-account.ts'

/** The stored draft, not validated; undefined if there is none or it cannot be read. */
export async function loadStoredDraft(key: string): Promise<unknown> {
  const userId = getStoredOwner()?.userId
  return userId ? readDraft(userId, key) : undefined
}

/** Stores the draft, or deletes it if `draft` is undefined. Resolves to whether that succeeded. */
export async function saveOrDeleteDraft(key: string, draft: object | undefined): Promise<boolean> {
  const userId = getStoredOwner()?.userId
  if (!userId) return false
  return draft ? saveDraft(userId, key, draft) : deleteDraft(userId, key)
}
