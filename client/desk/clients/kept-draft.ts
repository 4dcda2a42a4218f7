import { dropDraft, keepDraft, readDraft } from '#client/book/desk-data.ts'
import { ownerHere } from '#client/lib/data/account-here.ts'

/** What was begun on this device and not saved; unread. */
export async function keptDraft(key: string): Promise<unknown> {
  const userId = ownerHere()?.userId
  return userId ? readDraft(userId, key) : undefined
}

/** Whether it is kept; nothing of it is where nothing is given. */
export async function keepOrDrop(key: string, draft: object | undefined): Promise<boolean> {
  const userId = ownerHere()?.userId
  if (!userId) return false
  return draft ? keepDraft(userId, key, draft) : dropDraft(userId, key)
}
