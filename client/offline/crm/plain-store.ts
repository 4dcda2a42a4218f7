import { answerOf, committed, openAsItIs, STORE_VERSION } from './open-as-it-is.ts'
import { bookOpened } from './page-book.ts'

/** Dexie gives the browser ten times its own number, and counts on from there where it adds what an old one lacked. */
const DEXIES = 10

/**
 * The owner's store by the browser's own means: the desk's first screens need a value by its key and no
 * more, and Dexie weighs more than all of their own scripts. The book alone makes the store.
 */
const connections = new Map<string, Promise<IDBDatabase>>()

type StoreName = 'copies' | 'drafts' | 'device' | 'queue' | 'refused'

interface Wish<T> {
  userId: string
  store: StoreName
  act: (store: IDBObjectStore) => IDBRequest<T>
}

/** Rejects where there is no store. */
export async function readStore<T>({ userId, store, act }: Wish<T>): Promise<T> {
  const db = await connected(userId)
  return answerOf(act(db.transaction(store).objectStore(store)))
}

/** Resolves once it is committed, `strict` once the disk has it; waits for the book to make the store. */
export async function writeStore<T>(
  { userId, store, act }: Wish<T>,
  durability: IDBTransactionDurability,
): Promise<void> {
  const db = await connected(userId).catch(() => bookOpened().then(() => connected(userId)))
  const transaction = db.transaction(store, 'readwrite', { durability })
  act(transaction.objectStore(store))
  await committed(transaction)
}

/** One connection for all of a tab; given up where a later version, or a sign-out, wants the store. */
function connected(userId: string): Promise<IDBDatabase> {
  const known = connections.get(userId)
  if (known) return known
  const opening = open(userId)
  const forget = () => {
    if (connections.get(userId) === opening) connections.delete(userId)
  }
  connections.set(userId, opening)
  opening.then((db) => {
    db.onclose = forget
    db.onversionchange = () => {
      forget()
      db.close()
    }
  }, forget)
  return opening
}

async function open(userId: string): Promise<IDBDatabase> {
  const db = await openAsItIs(indexedDB, userId)
  if (!db) throw new Error('Nothing was kept on this device yet')
  if (db.version < (STORE_VERSION + 1) * DEXIES) return db
  db.close()
  throw new Error('A later version of the site has it now')
}
