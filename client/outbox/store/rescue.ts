import { OUTBOX } from './database.ts'

/**
 * Everything in the store as it lies there, read without the code that could not open it: what was
 * typed can be taken along even where an upgrade fails. Throws where there is no store at all.
 */
export async function rescueEntries(factory: IDBFactory): Promise<unknown[]> {
  const db = await answerOf(factory.open(OUTBOX))
  try {
    if (!db.objectStoreNames.contains('entries')) return []
    return await answerOf(db.transaction('entries').objectStore('entries').getAll())
  } finally {
    db.close()
  }
}

/** The same, of this browser. */
export const rescueHere = () => rescueEntries(indexedDB)

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
