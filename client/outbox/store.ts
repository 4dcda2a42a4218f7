import Dexie, { type EntityTable, type TransactionMode } from 'dexie'
import { isRecoverable } from '#client/lib/data/storage-errors.ts'
import {
  addSupersededKeys,
  applyOutcome,
  canRetry,
  claimEntry,
  createEntry,
  isDue,
  isHttpStatus,
  isSameContent,
  markAsEditing,
  type OutboxEntry,
  RECEIPT_TTL,
  resetForRetry,
  type SendOutcome,
  type Submission,
  withoutBackoff,
} from './entry.ts'

const DATABASE_NAME = 'outbox'

/** Visitor's IndexedDB database: queued entries and receipts. */
export class OutboxDatabase extends Dexie {
  readonly entries!: EntityTable<OutboxEntry, 'key'>

  constructor(options?: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }) {
    // Strict durability: "saved" may be shown only after the data is on disk.
    super(DATABASE_NAME, { chromeTransactionDurability: 'strict', ...options })
    this.version(1).stores({ entries: 'key, state' })
  }

  /**
   * Runs `act` in one transaction. If the browser has closed the database, opens it again and
   * retries once.
   */
  async runTransaction<T>(mode: TransactionMode, act: () => Promise<T>): Promise<T> {
    try {
      return await this.transaction(mode, this.entries, act)
    } catch (error) {
      if (!isRecoverable(error)) throw error
      this.close()
      await this.open()
      return this.transaction(mode, this.entries, act)
    }
  }
}

interface OutboxParts {
  db: OutboxDatabase
  clock: () => number
  /** Random number in [0, 1), for jitter. */
  random: () => number
}

/** The visitor's outbox. Every change of an entry is one transaction. */
export class Outbox {
  private readonly parts: OutboxParts

  constructor(parts: OutboxParts) {
    this.parts = parts
  }

  /**
   * Enqueues a submission; it is on disk when this resolves. A key that is already in the store
   * returns its entry unchanged.
   */
  async enqueue(submission: Submission): Promise<OutboxEntry> {
    const { db, clock } = this.parts
    return db.runTransaction('rw', async () => {
      const before = await db.entries.get(submission.key)
      if (before) return before
      const entry = createEntry(submission, clock())
      await db.entries.add(entry)
      return entry
    })
  }

  /** Everything on this device, oldest first. */
  async list(): Promise<OutboxEntry[]> {
    const { db } = this.parts
    const entries = await db.runTransaction('r', () => db.entries.toArray())
    return entries.sort((a, b) => a.createdAt - b.createdAt)
  }

  /**
   * Claims the oldest due entry: with a lease for sending, or moved to `attention` if it can no
   * longer be sent. Undefined if nothing is due.
   */
  async claimNext(holder: string): Promise<OutboxEntry | undefined> {
    const { db, clock } = this.parts
    return db.runTransaction('rw', async () => {
      const now = clock()
      const due = (await this.list()).find((entry) => isDue(entry, now))
      const claimed = due && claimEntry(due, holder, now)
      if (claimed) await db.entries.put(claimed)
      return claimed
    })
  }

  /**
   * Stores the outcome of an attempt. If another sender has the lease by now, only success counts:
   * the server deduplicates, so the other sender gets the same answer.
   */
  async recordOutcome(
    claimed: OutboxEntry,
    outcome: SendOutcome,
  ): Promise<OutboxEntry | undefined> {
    const { db, clock, random } = this.parts
    return db.runTransaction('rw', async () => {
      const current = await db.entries.get(claimed.key)
      if (!current || current.state === 'sent') return current
      const isOurs = current.lease?.holder === claimed.lease?.holder
      if (!isOurs && outcome.kind !== 'accepted') return current
      const settled = applyOutcome(current, outcome, { now: clock(), chance: random() })
      await db.entries.put(settled)
      return settled
    })
  }

  async get(key: string): Promise<OutboxEntry | undefined> {
    const { db } = this.parts
    return db.runTransaction('r', () => db.entries.get(key))
  }

  /** Makes an entry due now at the person's request. A refused entry stays as it is. */
  async retry(key: string): Promise<void> {
    const { db, clock } = this.parts
    await db.runTransaction('rw', async () => {
      const entry = await db.entries.get(key)
      if (entry && canRetry(entry)) await db.entries.put(resetForRetry(entry, clock()))
    })
  }

  /**
   * A connection may be back: makes entries due that failed without an answer. Browsers report a
   * connection too early, so the backoff starts at its shortest delay again.
   */
  async skipBackoff(): Promise<void> {
    const { db, clock } = this.parts
    await db.runTransaction('rw', async () => {
      const queued = await db.entries.where('state').equals('queued').toArray()
      const lost = queued.filter(({ lastError }) => !isHttpStatus(lastError))
      await db.entries.bulkPut(lost.map((entry) => withoutBackoff(entry, clock())))
    })
  }

  /**
   * Takes an entry out of the queue for editing; undefined if it is being sent, was sent or does
   * not exist.
   */
  async startEditing(key: string): Promise<OutboxEntry | undefined> {
    const { db, clock } = this.parts
    return db.runTransaction('rw', async () => {
      const entry = await db.entries.get(key)
      if (!entry || entry.state === 'sent') return undefined
      if (entry.state === 'attention') return entry
      if (entry.state === 'sending' && !isDue(entry, clock())) return undefined
      const editing = markAsEditing(entry)
      await db.entries.put(editing)
      return editing
    })
  }

  /** Stores content that is not to be sent yet, like an entry that is being edited, unless an entry has it already. */
  async putAside(submission: Submission): Promise<void> {
    const { db, clock } = this.parts
    const { form, fields, formValues } = submission
    const hasContent = (entry: OutboxEntry) =>
      entry.form === form &&
      isSameContent(entry.fields ?? {}, fields) &&
      isSameContent(entry.formValues ?? {}, formValues ?? {})
    await db.runTransaction('rw', async () => {
      if (!(await db.entries.toArray()).some(hasContent))
        await db.entries.put(markAsEditing(createEntry(submission, clock())))
    })
  }

  /** Replaces an entry by edited content under a new key, in one transaction. */
  async supersede(key: string, submission: Submission): Promise<OutboxEntry> {
    const { db } = this.parts
    if (submission.key === key)
      throw new Error(
        'Edited content needs a new idempotency key, but got that of the entry it replaces',
      )
    return db.runTransaction('rw', async () => {
      const before = await db.entries.get(key)
      await db.entries.delete(key)
      if (!before) return this.enqueue(submission)
      const fields = addSupersededKeys(before, submission.form, submission.fields)
      return this.enqueue({ ...submission, fields })
    })
  }

  /** Removes an entry at the person's request; false while it is being sent. */
  async remove(key: string): Promise<boolean> {
    const { db, clock } = this.parts
    return db.runTransaction('rw', async () => {
      const entry = await db.entries.get(key)
      if (entry?.state === 'sending' && !isDue(entry, clock())) return false
      await db.entries.delete(key)
      return true
    })
  }

  /**
   * UTC milliseconds at which the next entry is due or its lease expires; undefined if the queue is
   * empty.
   */
  async getNextAttemptTime(): Promise<number | undefined> {
    const { db } = this.parts
    const queued = await db.runTransaction('r', () =>
      db.entries.where('state').anyOf('queued', 'sending').toArray(),
    )
    const times = queued.map((entry) => entry.lease?.until ?? entry.nextAttemptAt)
    return times.length > 0 ? Math.min(...times) : undefined
  }

  /** Deletes receipts older than `RECEIPT_TTL`. */
  async deleteExpiredReceipts(): Promise<void> {
    const { db, clock } = this.parts
    const oldest = clock() - RECEIPT_TTL
    await db.runTransaction('rw', async () => {
      const sent = await db.entries.where('state').equals('sent').toArray()
      const over = sent.filter((entry) => (entry.deliveryReceipt?.at ?? 0) < oldest)
      await db.entries.bulkDelete(over.map(({ key }) => key))
    })
  }
}

/**
 * Reads all entries without Dexie, so that a person can save them even if Dexie cannot open or
 * upgrade the store. Rejects if the database cannot be opened.
 */
export async function readRawEntries(factory: IDBFactory): Promise<unknown[]> {
  const db = await waitForRequest(factory.open(DATABASE_NAME))
  try {
    if (!db.objectStoreNames.contains('entries')) return []
    return await waitForRequest(db.transaction('entries').objectStore('entries').getAll())
  } finally {
    db.close()
  }
}

function waitForRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
