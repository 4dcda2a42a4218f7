import { type Copy, ownerDatabase as database } from './crm/database.ts'

/** A copy that cannot be read is one that is not there: the server is asked anyway. */
export async function readCopy(userId: string, key: string): Promise<Copy | undefined> {
  try {
    return await database(userId).copies.get(key)
  } catch {
    return undefined
  }
}

/** Whether it is kept; where the browser keeps nothing, the desk works while it is connected. */
export async function keepCopy(userId: string, copy: Copy): Promise<boolean> {
  try {
    await database(userId).copies.put(copy)
    return true
  } catch {
    return false
  }
}

export async function readDraft(userId: string, key: string): Promise<unknown> {
  try {
    return (await database(userId).drafts.get(key))?.data
  } catch {
    return undefined
  }
}

/** Whether it is kept. */
export async function keepDraft(userId: string, key: string, data: unknown): Promise<boolean> {
  try {
    await database(userId).drafts.put({ key, data })
    return true
  } catch {
    return false
  }
}

export async function dropDraft(userId: string, key: string): Promise<boolean> {
  try {
    await database(userId).drafts.delete(key)
    return true
  } catch {
    return false
  }
}
