import { answerOf, committed, openRaw, type StorePlace } from '#client/book/store/raw-store.ts'
import { plainFields, type Seal, type SealedTable } from './tables.ts'

type Value = Record<string, unknown>

interface Reseal extends StorePlace {
  /** Turns each stored value into the one to store instead. */
  convert: (table: SealedTable, value: Value) => Value
  /**
   * The envelope that the store is expected to have; undefined if not encrypted. If another tab
   * changed it, the transaction aborts.
   */
  before: Seal | undefined
  /** The new envelope; undefined if encryption is removed. */
  seal: Seal | undefined
  /** Called when another tab has not closed its connection yet. */
  onBlocked: () => void
}

/**
 * Encrypts or decrypts the whole store in one `versionchange` transaction. That is the only kind
 * that closes every other connection first, so no tab goes on writing the old form. It commits as a
 * whole or aborts; rejects if the store does not exist, another tab upgraded it first, or the
 * transaction aborted.
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

/**
 * Replaces the envelope in the store by one that wraps the same data key with another passphrase.
 * Rejects if the stored envelope is not `before`.
 */
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

/**
 * Runs `act` if the stored envelope is still `before`, and aborts otherwise: values that another
 * tab encrypted would be encrypted twice, and that tab's envelope with its key would be
 * overwritten.
 */
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
        // A value that cannot be converted aborts the transaction, so every value stays as it was.
        transaction.abort()
      }
    }
  }
  const seals = transaction.objectStore('seal')
  if (seal) seals.put(seal)
  else seals.clear()
}
