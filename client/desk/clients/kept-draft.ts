import { dropDraft, keepDraft, readDraft } from '#client/book/desk-data.ts'
import { ownerHere } from '#client/lib/data/account-here.ts'

/** The stored draft, not validated; undefined if there is none or it cannot be read. */
export async function keptDraft(key: string): Promise<unknown> {
  const userId = ownerHere()?.userId
  return userId ? readDraft(userId, key) : undefined
}

/** Stores the draft, or deletes it if `draft` is undefined. Resolves to whether that succeeded. */
export async function keepOrDrop(key: string, draft: object | undefined): Promise<boolean> {
  const userId = ownerHere()?.userId
  if (!userId) return false
  return draft ? keepDraft(userId, key, draft) : dropDraft(userId, key)
}
