import { answerOf, committed, openAsItIs } from '../crm/open-as-it-is.ts'
import { plainFields, type Seal, type SealedTable } from './tables.ts'

type Value = Record<string, unknown>

interface Reseal {
  factory: IDBFactory
  userId: string
  /** Each value as it lies, to be as it shall lie. */
  convert: (table: SealedTable, value: Value) => Value
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
  const { factory, userId } = change
  const before = await openAsItIs(factory, userId)
  if (!before) throw new Error('Nothing is kept on this device yet')
  const { name, version } = before
  before.close()
  const request = factory.open(name, version + 1)
  request.onblocked = onBlocked
  request.onupgradeneeded = () => {
    const { transaction } = request
    if (transaction) rewrite(transaction, change)
  }
  const db = await answerOf(request)
  db.close()
}

/** The same data key under another passphrase. */
export async function replaceSeal(factory: IDBFactory, userId: string, seal: Seal): Promise<void> {
  const db = await openAsItIs(factory, userId)
  if (!db) throw new Error('Nothing is kept on this device yet')
  const transaction = db.transaction('seal', 'readwrite', { durability: 'strict' })
  transaction.objectStore('seal').put(seal)
  await committed(transaction)
  db.close()
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
