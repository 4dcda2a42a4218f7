import { noteSealed } from '#client/encryption/sealed-flag.ts'
import type { Seal } from '#client/encryption/tables.ts'
import type { Queued, RefusedIntent } from './schema.ts'

/*
 * The owner's store without Dexie, for what must work where Dexie's way does not: reading what was typed
 * though the store does not open or is locked, sealing all of it, and deleting it from a visitor's page.
 */

/** As whoever made it left it, whatever version that is; nothing where nobody did. */
export async function openRaw(
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

/** Asks one object store; undefined where there is none. */
async function withStore<T>(
  { factory, userId, name }: { factory: IDBFactory; userId: string; name: string },
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const db = await openRaw(factory, userId)
  try {
    if (!db?.objectStoreNames.contains(name)) return undefined
    return await answerOf(ask(db.transaction(name).objectStore(name)))
  } finally {
    db?.close()
  }
}

/** What has to be opened by a passphrase; undefined where there is none, or nothing is kept yet. */
export function sealOf(userId: string): Promise<Seal | undefined> {
  const place = { factory: indexedDB, userId, name: 'seal' }
  return withStore<Seal | undefined>(place, (seals) => seals.get('seal')).catch(() => undefined)
}

/**
 * How many edits only this device has; asked of the disk itself, since whoever signs out may not wait
 * for a worker that does not come. What cannot be read in any way holds nothing that could be kept.
 */
export async function countUnsent(userId: string): Promise<number> {
  const count = (name: string) =>
    withStore({ factory: indexedDB, userId, name }, (store) => store.count())
  try {
    return ((await count('queue')) ?? 0) + ((await count('refused')) ?? 0)
  } catch {
    return 0
  }
}

/** What only this device has. */
export interface Rescued {
  queue: Queued[]
  refused: RefusedIntent[]
}

/**
 * All that waits or was refused, as it lies in the store: what was typed can be taken along even where
 * an upgrade fails. Throws where the store cannot be read.
 */
export async function rescueQueue(factory: IDBFactory, userId: string): Promise<Rescued> {
  const all = <T>(name: string) =>
    withStore<T[]>({ factory, userId, name }, (store) => store.getAll())
  return {
    queue: (await all<Queued>('queue')) ?? [],
    refused: (await all<RefusedIntent>('refused')) ?? [],
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
  const db = await openRaw(indexedDB, userId)
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
