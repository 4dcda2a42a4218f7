import Dexie, { type EntityTable, type TransactionMode } from 'dexie'
import type { OutboxEntry } from '#client/outbox/entry.ts'

export const OUTBOX = 'outbox'

/** The browser took the connection away, or refused it; a new one may do. */
const LOST = ['DatabaseClosedError', 'InvalidStateError', 'OpenFailedError', 'UnknownError']

/** What a visitor's device keeps: what waits to be sent, and its receipts. */
export class OutboxDatabase extends Dexie {
  readonly entries!: EntityTable<OutboxEntry, 'key'>

  constructor(options?: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }) {
    // Strict: "saved" is said only when the disk has it.
    super(OUTBOX, { chromeTransactionDurability: 'strict', ...options })
    this.version(1).stores({ entries: 'key, state' })
  }

  /** One transaction; where the store closed under us it is opened once more, and asked again. */
  async within<T>(mode: TransactionMode, act: () => Promise<T>): Promise<T> {
    try {
      return await this.transaction(mode, this.entries, act)
    } catch (error) {
      if (!(error instanceof Error && LOST.includes(error.name))) throw error
      this.close()
      await this.open()
      return this.transaction(mode, this.entries, act)
    }
  }
}
