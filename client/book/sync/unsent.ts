import { book } from '#client/book/page-book.ts'
import { readStore, sealOf } from '#client/book/store/plain-store.ts'
import { sealerHere } from '#client/encryption/sealer-here.ts'
import { type Rescued, rescueQueue } from './rescue-queue.ts'

/**
 * How many edits only this device has; asked of the disk itself, since whoever signs out may not wait
 * for a worker that does not come. What cannot be read in any way holds nothing that could be kept.
 */
export async function countUnsent(userId: string): Promise<number> {
  try {
    return (await count(userId, 'queue')) + (await count(userId, 'refused'))
  } catch {
    return 0
  }
}

/** These edits as a file; as they lie on the disk where the book cannot write it. */
export async function unsentFile(userId: string): Promise<Blob> {
  try {
    return await book().unsentFile()
  } catch {
    const found = await rescueQueueHere(userId)
    return new Blob([JSON.stringify(found, null, 2)], { type: 'application/json' })
  }
}

/** See `rescueQueue`; rejects while this device is locked. */
export async function rescueQueueHere(userId: string): Promise<Rescued> {
  const found = await rescueQueue(indexedDB, userId)
  const seal = await sealOf(userId)
  if (!seal) return found
  const sealer = await sealerHere(userId)(seal)
  const opened = <T extends object>(table: 'queue' | 'refused', values: T[]) =>
    values.map((value) => sealer.open(table, value) as unknown as T)
  return { queue: opened('queue', found.queue), refused: opened('refused', found.refused) }
}

function count(userId: string, store: 'queue' | 'refused'): Promise<number> {
  return readStore({ userId, store, act: (all) => all.count() })
}
