import { bookOpened } from '#client/book/page-book.ts'
import { sealerHere } from '#client/encryption/sealer-here.ts'
import type { Seal } from '#client/encryption/tables.ts'
import { answerOf, committed, LATER_VERSION, openAsItIs } from './open-as-it-is.ts'

/**
 * The owner's store by the browser's own means: the desk's first screens need a value by its key and no
 * more, and Dexie weighs more than all of their own scripts. The book alone makes the store.
 */
const connections = new Map<string, Promise<Connection>>()

interface Connection {
  db: IDBDatabase
  /** Where a passphrase is set. */
  seal: Seal | undefined
}

interface Wish<T> {
  userId: string
  store: 'device' | 'queue' | 'refused'
  act: (store: IDBObjectStore) => IDBRequest<T>
}

interface Place {
  userId: string
  store: 'copies' | 'drafts'
}

/** What needs no key: counts, and where this device stands. Rejects where there is no store. */
export async function readStore<T>({ userId, store, act }: Wish<T>): Promise<T> {
  const { db } = await connected(userId)
  return answerOf(act(db.transaction(store).objectStore(store)))
}

/** Rejects where there is no store, or this device is locked. */
export async function readValue<T extends object>(
  { userId, store }: Place,
  key: string,
): Promise<T | undefined> {
  const { db, seal } = await connected(userId)
  const found = await answerOf(db.transaction(store).objectStore(store).get(key))
  if (!seal || !found) return found
  return (await sealerHere(userId)(seal)).open(store, found) as T
}

/** Resolves once it is committed, `strict` once the disk has it; waits for the book to make the store. */
export async function writeValue<T extends object>(
  { userId, store }: Place,
  value: T,
  durability: IDBTransactionDurability,
): Promise<void> {
  const { db, seal } = await connectedOnceMade(userId)
  const kept = seal ? (await sealerHere(userId)(seal)).seal(store, value) : value
  const transaction = db.transaction(store, 'readwrite', { durability })
  transaction.objectStore(store).put(kept)
  await committed(transaction)
}

export async function dropValue({ userId, store }: Place, key: string): Promise<void> {
  const { db } = await connectedOnceMade(userId)
  const transaction = db.transaction(store, 'readwrite', { durability: 'strict' })
  transaction.objectStore(store).delete(key)
  await committed(transaction)
}

/** What has to be opened by a passphrase; undefined where there is none, or nothing is kept yet. */
export async function sealOf(userId: string): Promise<Seal | undefined> {
  try {
    // It may have been put under another passphrase since the store was opened.
    return await sealIn((await connected(userId)).db)
  } catch {
    return undefined
  }
}

/** As `connected`, once the book has made the store. */
export function connectedOnceMade(userId: string): Promise<Connection> {
  return connected(userId).catch(() => bookOpened().then(() => connected(userId)))
}

/**
 * One connection for all of a tab; given up where a later version, or a sign-out, wants the store. Rejects
 * where there is none.
 */
export function connected(userId: string): Promise<Connection> {
  const known = connections.get(userId)
  if (known) return known
  const opening = open(userId)
  const forget = () => {
    if (connections.get(userId) === opening) connections.delete(userId)
  }
  connections.set(userId, opening)
  opening.then(({ db }) => {
    db.onclose = forget
    db.onversionchange = () => {
      forget()
      db.close()
    }
  }, forget)
  return opening
}

async function open(userId: string): Promise<Connection> {
  const db = await openAsItIs(indexedDB, userId)
  if (!db) throw new Error('Nothing was kept on this device yet')
  if (db.version < LATER_VERSION) return { db, seal: await sealIn(db) }
  db.close()
  throw new Error('A later version of the site has it now')
}

/** A store that the book has not brought up to date has no place for one. */
function sealIn(db: IDBDatabase): Promise<Seal | undefined> | undefined {
  if (!db.objectStoreNames.contains('seal')) return undefined
  return answerOf<Seal | undefined>(db.transaction('seal').objectStore('seal').get('seal'))
}
