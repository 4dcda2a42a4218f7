import type { Copy, Draft } from './crm/database.ts'
import { readStore, writeStore } from './crm/plain-store.ts'

/** A copy that cannot be read is one that is not there: the server is asked anyway. */
export async function readCopy(userId: string, key: string): Promise<Copy | undefined> {
  try {
    return await readStore<Copy | undefined>({
      userId,
      store: 'copies',
      act: (copies) => copies.get(key),
    })
  } catch {
    return undefined
  }
}

/** Whether it is kept; where the browser keeps nothing, the desk works while it is connected. */
export function keepCopy(userId: string, copy: Copy): Promise<boolean> {
  // The server has it too, so nobody waits for the disk.
  const kept = writeStore({ userId, store: 'copies', act: (copies) => copies.put(copy) }, 'relaxed')
  return kept.then(yes, no)
}

export async function readDraft(userId: string, key: string): Promise<unknown> {
  try {
    const draft = await readStore<Draft | undefined>({
      userId,
      store: 'drafts',
      act: (drafts) => drafts.get(key),
    })
    return draft?.data
  } catch {
    return undefined
  }
}

/** Whether it is kept. */
export function keepDraft(userId: string, key: string, data: unknown): Promise<boolean> {
  const kept = writeStore(
    { userId, store: 'drafts', act: (drafts) => drafts.put({ key, data }) },
    'strict',
  )
  return kept.then(yes, no)
}

export function dropDraft(userId: string, key: string): Promise<boolean> {
  const dropped = writeStore(
    { userId, store: 'drafts', act: (drafts) => drafts.delete(key) },
    'strict',
  )
  return dropped.then(yes, no)
}

const yes = () => true

const no = () => false
