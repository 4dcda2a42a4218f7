import { noteSealed } from '#client/encryption/sealed-flag.ts'

/**
 * Of the owner's store; what a later version of the site made of it is left alone. A thousand apart, since
 * the browser's number, Dexie's ten times its own, counts one up each time a passphrase is set or removed.
 */
export const STORE_VERSION = 1000
/** The browser's number of the next structure. */
export const LATER_VERSION = 20_000

/** As whoever made it left it, whatever version that is; nothing where nobody did. */
export async function openAsItIs(
  factory: IDBFactory,
  userId: string,
): Promise<IDBDatabase | undefined> {
  const request = factory.open(nameOf(userId))
  let missing = false
  request.onupgradeneeded = () => {
    missing = true
    request.transaction?.abort()
    request.result.close()
  }
  try {
    return await answerOf(request)
  } catch (error) {
    if (missing) return undefined
    throw error
  }
}

/** Tabs that are not frozen let go of a store within this time; milliseconds. */
const LETTING_GO = 3000

/**
 * All that this device keeps of the owner's data; other tabs let go of it by themselves. One that does
 * not, because it is frozen, keeps the store from being deleted, but not from being emptied first.
 */
export async function dropStore(userId: string): Promise<void> {
  // What cannot be opened cannot be emptied.
  await empty(userId).catch(() => undefined)
  noteSealed(userId, false)
  const request = indexedDB.deleteDatabase(nameOf(userId))
  await new Promise<void>((resolve, reject) => {
    request.onblocked = () => void setTimeout(resolve, LETTING_GO)
    answerOf(request).then(() => resolve(), reject)
  })
}

async function empty(userId: string): Promise<void> {
  const db = await openAsItIs(indexedDB, userId)
  if (!db) return
  const names = [...db.objectStoreNames]
  const transaction = db.transaction(names, 'readwrite')
  for (const name of names) transaction.objectStore(name).clear()
  await committed(transaction)
  db.close()
}

export function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

export function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const nameOf = (userId: string) => `crm-${userId}`
