import {
  openRawStore,
  type StoreLocation,
  waitForCommit,
  waitForRequest,
} from '#client/data/raw-store.ts'
import { type EncryptedTable, type KeyEnvelope, plainFields } from './tables.ts'

type Value = Record<string, unknown>

interface RekeyOptions extends StoreLocation {
  /** Turns each stored value into the one to store instead. */
  convert: (table: EncryptedTable, value: Value) => Value
  /**
   * The envelope that the store is expected to have; undefined if not encrypted. If another tab
   * changed it, the transaction aborts.
   */
  before: KeyEnvelope | undefined
  /** The new envelope; undefined if encryption is removed. */
  envelope: KeyEnvelope | undefined
  /** Called when another tab has not closed its connection yet. */
  onBlocked: () => void
}

/**
 * Encrypts or decrypts the whole store in one `versionchange` transaction. That is the only kind
 * that closes every other connection first, so no tab goes on writing the old form. It commits as a
 * whole or aborts; rejects if the store does not exist, another tab upgraded it first, or the
 * transaction aborted.
 */
export async function rekeyStore({ onBlocked, ...change }: RekeyOptions): Promise<void> {
  const { factory = indexedDB } = change
  const stored = await openRawStore(change)
  if (!stored) throw new Error('This device has no database yet that could be encrypted')
  const { name, version } = stored
  stored.close()
  const request = factory.open(name, version + 1)
  let hasStarted = false
  request.onblocked = onBlocked
  request.onupgradeneeded = () => {
    const { transaction } = request
    if (!transaction) return
    hasStarted = true
    ifEnvelopeIs(transaction, change.before, () => rewriteTables(transaction, change))
  }
  const db = await waitForRequest(request)
  db.close()
  if (!hasStarted)
    throw new Error('Another tab upgraded the database first, so nothing was changed. Try again.')
}

interface ReplaceOptions extends StoreLocation {
  before: KeyEnvelope
  envelope: KeyEnvelope
}

/**
 * Replaces the envelope in the store by one that wraps the same data key with another passphrase.
 * Rejects if the stored envelope is not `before`.
 */
export async function replaceKeyEnvelope({
  before,
  envelope,
  ...place
}: ReplaceOptions): Promise<void> {
  const db = await openRawStore(place)
  if (!db) throw new Error('This device has no database yet whose passphrase could change')
  try {
    const transaction = db.transaction('seal', 'readwrite', { durability: 'strict' })
    ifEnvelopeIs(transaction, before, () => transaction.objectStore('seal').put(envelope))
    await waitForCommit(transaction)
  } finally {
    db.close()
  }
}

/**
 * Runs `act` if the stored envelope is still `before`, and aborts otherwise: values that another
 * tab encrypted would be encrypted twice, and that tab's envelope with its key would be
 * overwritten.
 */
function ifEnvelopeIs(
  transaction: IDBTransaction,
  before: KeyEnvelope | undefined,
  act: () => void,
) {
  const found: IDBRequest<KeyEnvelope | undefined> = transaction.objectStore('seal').get('seal')
  found.onsuccess = () => {
    if (found.result?.id === before?.id && isSameBytes(found.result?.salt, before?.salt)) act()
    else transaction.abort()
  }
}

function isSameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return String(one) === String(other)
}

function rewriteTables(
  transaction: IDBTransaction,
  { convert, envelope }: Pick<RekeyOptions, 'convert' | 'envelope'>,
) {
  for (const table of Object.keys(plainFields) as EncryptedTable[]) {
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
  if (envelope) seals.put(envelope)
  else seals.clear()
}
