import { noteSealed } from '#client/encryption/sealed-flag.ts'
import type { Seal } from '#client/encryption/tables.ts'
import type { Queued, RefusedIntent } from './schema.ts'

/*
 * The owner's store without Dexie, for what Dexie's way does not do: to read what was typed though the
 * store does not open or is locked, to rewrite all of it in one change of its version, and to empty and
 * delete it at signing out, also from a visitor's page, which shall not fetch Dexie for that.
 */

/** Whose store, and where: this browser's, unless a test says otherwise. */
export interface StorePlace {
  userId: string
  factory?: IDBFactory
}

/** As whoever made it left it, whatever version that is; nothing where nobody did. */
export async function openRaw({
  userId,
  factory = indexedDB,
}: StorePlace): Promise<IDBDatabase | undefined> {
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

/** Asks each of these tables; undefined for one that is not there. */
async function askTables<T>(
  place: StorePlace,
  names: readonly string[],
  ask: (table: IDBObjectStore) => IDBRequest<T>,
): Promise<(T | undefined)[]> {
  const db = await openRaw(place)
  try {
    const answers = names.map((name) =>
      db?.objectStoreNames.contains(name)
        ? answerOf(ask(db.transaction(name).objectStore(name)))
        : undefined,
    )
    return await Promise.all(answers)
  } finally {
    db?.close()
  }
}

/** What has to be opened by a passphrase; undefined where there is none, or nothing is kept yet. */
export async function sealOf(userId: string): Promise<Seal | undefined> {
  const found = askTables<Seal>({ userId }, ['seal'], (seals) => seals.get('seal'))
  const [seal] = await found.catch(() => [])
  return seal
}

/**
 * How many edits only this device has; asked of the disk itself, since whoever signs out may not wait
 * for a worker that does not come. What cannot be read in any way holds nothing that could be kept.
 */
export async function countUnsent(userId: string): Promise<number> {
  const found = askTables({ userId }, ['queue', 'refused'], (table) => table.count())
  const [queued = 0, refused = 0] = await found.catch(() => [])
  return queued + refused
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
export async function rescueQueue(place: StorePlace): Promise<Rescued> {
  const [queue = [], refused = []] = await askTables<unknown[]>(
    place,
    ['queue', 'refused'],
    (table) => table.getAll(),
  )
  return { queue: queue as Queued[], refused: refused as RefusedIntent[] }
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
  const db = await openRaw({ userId })
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
