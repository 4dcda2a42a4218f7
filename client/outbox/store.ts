import Dexie, { type EntityTable, type TransactionMode } from 'dexie'
import {
  claim,
  heldForEditing,
  hurried,
  inPlaceOf,
  isAnswer,
  isDue,
  isSendable,
  newEntry,
  type OutboxEntry,
  type Outcome,
  RECEIPT_LIFE,
  type Submission,
  sentAgain,
  settle,
} from './entry.ts'

const NAME = 'outbox'

/** The browser took the connection away, or refused it; a new one may do. */
const LOST = ['DatabaseClosedError', 'InvalidStateError', 'OpenFailedError', 'UnknownError']

/** What a visitor's device keeps: what waits to be sent, and its receipts. */
export class OutboxDatabase extends Dexie {
  readonly entries!: EntityTable<OutboxEntry, 'key'>

  constructor(options?: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }) {
    // Strict: "saved" is said only when the disk has it.
    super(NAME, { chromeTransactionDurability: 'strict', ...options })
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

interface OutboxParts {
  db: OutboxDatabase
  clock: () => number
  /** In [0, 1). */
  random: () => number
}

/** The visitor's queue: every change of an entry is one transaction. */
export class Outbox {
  private readonly parts: OutboxParts

  constructor(parts: OutboxParts) {
    this.parts = parts
  }

  /** Saved when this resolves. The same submission again is the same entry, whatever became of it. */
  async queue(submission: Submission): Promise<OutboxEntry> {
    const { db, clock } = this.parts
    return db.within('rw', async () => {
      const before = await db.entries.get(submission.key)
      if (before) return before
      const entry = newEntry(submission, clock())
      await db.entries.add(entry)
      return entry
    })
  }

  /** Everything on this device, oldest first. */
  async list(): Promise<OutboxEntry[]> {
    const { db } = this.parts
    const entries = await db.within('r', () => db.entries.toArray())
    return entries.sort((a, b) => a.createdAt - b.createdAt)
  }

  /**
   * Takes the oldest entry whose time it is: for sending, or out of the queue for the person's
   * attention. Undefined where nothing is due.
   */
  async claimNext(holder: string): Promise<OutboxEntry | undefined> {
    const { db, clock } = this.parts
    return db.within('rw', async () => {
      const now = clock()
      const due = (await this.list()).find((entry) => isDue(entry, now))
      const claimed = due && claim(due, holder, now)
      if (claimed) await db.entries.put(claimed)
      return claimed
    })
  }

  /**
   * Writes down what a try came to. Where the lease has passed to another meanwhile, only success
   * counts: the server deduplicates, so the other try will hear the same.
   */
  async settle(claimed: OutboxEntry, outcome: Outcome): Promise<OutboxEntry | undefined> {
    const { db, clock, random } = this.parts
    return db.within('rw', async () => {
      const current = await db.entries.get(claimed.key)
      if (!current || current.state === 'sent') return current
      const isOurs = current.lease?.holder === claimed.lease?.holder
      if (!isOurs && outcome.kind !== 'accepted') return current
      const settled = settle(current, outcome, { now: clock(), chance: random() })
      await db.entries.put(settled)
      return settled
    })
  }

  async get(key: string): Promise<OutboxEntry | undefined> {
    const { db } = this.parts
    return db.within('r', () => db.entries.get(key))
  }

  /** The person wants it tried now; what was refused stays where it is. */
  async retry(key: string): Promise<void> {
    const { db, clock } = this.parts
    await db.within('rw', async () => {
      const entry = await db.entries.get(key)
      if (entry && isSendable(entry)) await db.entries.put(sentAgain(entry, clock()))
    })
  }

  /**
   * There may be a connection again: what failed for want of one is due at once. Browsers say so
   * early, so if it fails once more its pauses begin anew.
   */
  async hurry(): Promise<void> {
    const { db, clock } = this.parts
    await db.within('rw', async () => {
      const queued = await db.entries.where('state').equals('queued').toArray()
      const lost = queued.filter(({ lastError }) => !isAnswer(lastError))
      await db.entries.bulkPut(lost.map((entry) => hurried(entry, clock())))
    })
  }

  /** Takes it out of the queue to be changed; undefined where it is being sent, or was. */
  async edit(key: string): Promise<OutboxEntry | undefined> {
    const { db, clock } = this.parts
    return db.within('rw', async () => {
      const entry = await db.entries.get(key)
      if (!entry || entry.state === 'sent') return undefined
      if (entry.state === 'attention') return entry
      if (entry.state === 'sending' && !isDue(entry, clock())) return undefined
      const held = heldForEditing(entry)
      await db.entries.put(held)
      return held
    })
  }

  /** What was corrected goes under a new key; the old entry leaves in the same transaction. */
  async replace(key: string, submission: Submission): Promise<OutboxEntry> {
    const { db } = this.parts
    if (submission.key === key) throw new Error('Edited content needs a new key')
    return db.within('rw', async () => {
      const before = await db.entries.get(key)
      await db.entries.delete(key)
      if (!before) return this.queue(submission)
      const fields = inPlaceOf(before, submission.form, submission.fields)
      return this.queue({ ...submission, fields })
    })
  }

  /** The person's own decision; false while it is just being sent. */
  async remove(key: string): Promise<boolean> {
    const { db, clock } = this.parts
    return db.within('rw', async () => {
      const entry = await db.entries.get(key)
      if (entry?.state === 'sending' && !isDue(entry, clock())) return false
      await db.entries.delete(key)
      return true
    })
  }

  /** When something next wants sending, UTC milliseconds; undefined when nothing waits. */
  async nextAt(): Promise<number | undefined> {
    const { db } = this.parts
    const waiting = await db.within('r', () =>
      db.entries.where('state').anyOf('queued', 'sending').toArray(),
    )
    const times = waiting.map((entry) => entry.lease?.until ?? entry.nextAt)
    return times.length > 0 ? Math.min(...times) : undefined
  }

  /** Receipts whose time is over leave. */
  async tidy(): Promise<void> {
    const { db, clock } = this.parts
    const oldest = clock() - RECEIPT_LIFE
    await db.within('rw', async () => {
      const sent = await db.entries.where('state').equals('sent').toArray()
      const over = sent.filter((entry) => (entry.receipt?.at ?? 0) < oldest)
      await db.entries.bulkDelete(over.map(({ key }) => key))
    })
  }
}

/**
 * Everything in the store as it lies there, read without the code that could not open it: what was
 * typed can be taken along even where an upgrade fails. Throws where there is no store at all.
 */
export async function rescueEntries(factory: IDBFactory): Promise<unknown[]> {
  const db = await answerOf(factory.open(NAME))
  try {
    if (!db.objectStoreNames.contains('entries')) return []
    return await answerOf(db.transaction('entries').objectStore('entries').getAll())
  } finally {
    db.close()
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
