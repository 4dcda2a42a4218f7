import Dexie, { type EntityTable } from 'dexie'
import type { OutboxEntry } from './entry.ts'

/** What a visitor's device keeps: what waits to be sent, and its receipts. */
export class OutboxDatabase extends Dexie {
  readonly entries!: EntityTable<OutboxEntry, 'key'>

  constructor(options?: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }) {
    // Strict: "saved" is said only when the disk has it.
    super('outbox', { chromeTransactionDurability: 'strict', ...options })
    this.version(1).stores({ entries: 'key, state' })
  }
}
