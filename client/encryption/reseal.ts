import { answerOf, committed, openRaw, type StorePlace } from '#client/book/store/raw-store.ts'
import { plainFields, type Seal, type SealedTable } from './tables.ts'

type Value = Record<string, unknown>

interface Reseal extends StorePlace {
  /** Each value as it lies, to be as it shall lie. */
  convert: (table: SealedTable, value: Value) => Value
  /** The seal that `convert` opens; where another tab changed it meanwhile, nothing is done. */
  before: Seal | undefined
  /** Undefined where it is taken off. */
  seal: Seal | undefined
  /** Another tab has not let go of the store. */
  onBlocked: () => void
}

/**
 * Seals the whole store, or opens it for good, in the one kind of transaction that has a store to itself:
 * a change of its version, for which every tab gives it up, so that nobody writes on in the old way. It
 * counts whole or not at all.
 */
export async function reseal({ onBlocked, ...change }: Reseal): Promise<void> {
  const { factory = indexedDB } = change
  const stored = await openRaw(change)
  if (!stored) throw new Error('Nothing is kept on this device yet')
  const { name, version } = stored
  stored.close()
  const request = factory.open(name, version + 1)
  let begun = false
  request.onblocked = onBlocked
  request.onupgradeneeded = () => {
    const { transaction } = request
    if (!transaction) return
    begun = true
    whereSealIs(transaction, change.before, () => rewrite(transaction, change))
  }
  const db = await answerOf(request)
  db.close()
  if (!begun) throw new Error('Another tab was first')
}

interface Replace extends StorePlace {
  before: Seal
  seal: Seal
}

/** The same data key under another passphrase. */
export async function replaceSeal({ before, seal, ...place }: Replace): Promise<void> {
  const db = await openRaw(place)
  if (!db) throw new Error('Nothing is kept on this device yet')
  try {
    const transaction = db.transaction('seal', 'readwrite', { durability: 'strict' })
    whereSealIs(transaction, before, () => transaction.objectStore('seal').put(seal))
    await committed(transaction)
  } finally {
    db.close()
  }
}

/** Otherwise all stays as it is: what another tab sealed would be sealed twice, and its key be lost. */
function whereSealIs(transaction: IDBTransaction, before: Seal | undefined, act: () => void) {
  const found: IDBRequest<Seal | undefined> = transaction.objectStore('seal').get('seal')
  found.onsuccess = () => {
    if (found.result?.id === before?.id && sameBytes(found.result?.salt, before?.salt)) act()
    else transaction.abort()
  }
}

function sameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return String(one) === String(other)
}

function rewrite(transaction: IDBTransaction, { convert, seal }: Pick<Reseal, 'convert' | 'seal'>) {
  for (const table of Object.keys(plainFields) as SealedTable[]) {
    const walk = transaction.objectStore(table).openCursor()
    walk.onsuccess = () => {
      const cursor = walk.result
      if (!cursor) return
      try {
        cursor.update(convert(table, cursor.value))
        cursor.continue()
      } catch {
        // What cannot be read stays as it is, with all the rest.
        transaction.abort()
      }
    }
  }
  const seals = transaction.objectStore('seal')
  if (seal) seals.put(seal)
  else seals.clear()
}
