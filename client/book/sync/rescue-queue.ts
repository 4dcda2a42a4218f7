import { answerOf, openAsItIs } from '#client/book/store/open-as-it-is.ts'
import type { Queued, RefusedIntent } from '#client/book/store/schema.ts'

/** What only this device has. */
export interface Rescued {
  queue: Queued[]
  refused: RefusedIntent[]
}

/**
 * All that waits or was refused, as it lies in the store, read without the code that could not open it:
 * what was typed can be taken along even where an upgrade fails. Throws where the store cannot be read.
 */
export async function rescueQueue(factory: IDBFactory, userId: string): Promise<Rescued> {
  const db = await openAsItIs(factory, userId)
  if (!db) return { queue: [], refused: [] }
  try {
    const all = <T>(name: string): Promise<T[]> =>
      db.objectStoreNames.contains(name)
        ? answerOf<T[]>(db.transaction(name).objectStore(name).getAll())
        : Promise.resolve([])
    return { queue: await all<Queued>('queue'), refused: await all<RefusedIntent>('refused') }
  } finally {
    db.close()
  }
}
