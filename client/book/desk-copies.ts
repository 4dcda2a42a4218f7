import type { Copy, Draft } from '#client/book/store/schema.ts'
import { dropValue, readValue, writeValue } from './store/plain-store.ts'

/** A copy that cannot be read is one that is not there: the server is asked anyway. */
export async function readCopy(userId: string, key: string): Promise<Copy | undefined> {
  try {
    return await readValue<Copy>({ userId, store: 'copies' }, key)
  } catch {
    return undefined
  }
}

/** Whether it is kept; where the browser keeps nothing, the desk works while it is connected. */
export function keepCopy(userId: string, copy: Copy): Promise<boolean> {
  // The server has it too, so nobody waits for the disk.
  return writeValue({ userId, store: 'copies' }, copy, 'relaxed').then(yes, no)
}

export async function readDraft(userId: string, key: string): Promise<unknown> {
  try {
    return (await readValue<Draft>({ userId, store: 'drafts' }, key))?.data
  } catch {
    return undefined
  }
}

/** Whether it is kept. */
export function keepDraft(userId: string, key: string, data: unknown): Promise<boolean> {
  const draft: Draft = { key, data }
  return writeValue({ userId, store: 'drafts' }, draft, 'strict').then(yes, no)
}

export function dropDraft(userId: string, key: string): Promise<boolean> {
  return dropValue({ userId, store: 'drafts' }, key).then(yes, no)
}

const yes = () => true

const no = () => false
