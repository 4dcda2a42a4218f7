import type { OutboxDatabase } from './database.ts'
import {
  claim,
  isDue,
  newEntry,
  type OutboxEntry,
  type Outcome,
  RECEIPT_LIFE,
  type Submission,
  settle,
} from './entry.ts'

export interface OutboxParts {
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
    return db.transaction('rw', db.entries, async () => {
      const before = await db.entries.get(submission.key)
      if (before) return before
      const entry = newEntry(submission, clock())
      await db.entries.add(entry)
      return entry
    })
  }

  /** Everything on this device, oldest first. */
  async list(): Promise<OutboxEntry[]> {
    const entries = await this.parts.db.entries.toArray()
    return entries.sort((a, b) => a.createdAt - b.createdAt)
  }

  /** Takes the oldest entry whose time it is; some may go to the person's attention on the way. */
  async claimNext(holder: string): Promise<OutboxEntry | undefined> {
    const { db, clock } = this.parts
    return db.transaction('rw', db.entries, async () => {
      const now = clock()
      for (const entry of await this.list()) {
        if (!isDue(entry, now)) continue
        const claimed = claim(entry, holder, now)
        await db.entries.put(claimed)
        if (claimed.state === 'sending') return claimed
      }
      return undefined
    })
  }

  /**
   * Writes down what a try came to. Where the lease has passed to another meanwhile, only success
   * counts: the server deduplicates, so the other try will hear the same.
   */
  async settle(claimed: OutboxEntry, outcome: Outcome): Promise<OutboxEntry | undefined> {
    const { db, clock, random } = this.parts
    return db.transaction('rw', db.entries, async () => {
      const current = await db.entries.get(claimed.key)
      if (!current || current.state === 'sent') return current
      const isOurs = current.lease?.holder === claimed.lease?.holder
      if (!isOurs && outcome.kind !== 'accepted') return current
      const settled = settle(current, outcome, { now: clock(), chance: random() })
      await db.entries.put(settled)
      return settled
    })
  }

  /** The person wants it tried now. */
  async retry(key: string): Promise<void> {
    const { db, clock } = this.parts
    await db.transaction('rw', db.entries, async () => {
      const entry = await db.entries.get(key)
      if (entry?.state === 'queued') await db.entries.put({ ...entry, nextAt: clock() })
    })
  }

  /** What was corrected goes under a new key; the old entry leaves in the same transaction. */
  async replace(key: string, submission: Submission): Promise<OutboxEntry> {
    const { db } = this.parts
    if (submission.key === key) throw new Error('Edited content needs a new key')
    return db.transaction('rw', db.entries, async () => {
      await db.entries.delete(key)
      return this.queue(submission)
    })
  }

  /** The person's own decision; false while it is just being sent. */
  async remove(key: string): Promise<boolean> {
    const { db, clock } = this.parts
    return db.transaction('rw', db.entries, async () => {
      const entry = await db.entries.get(key)
      if (entry?.state === 'sending' && !isDue(entry, clock())) return false
      await db.entries.delete(key)
      return true
    })
  }

  /** When something next wants sending, UTC milliseconds; undefined when nothing waits. */
  async nextAt(): Promise<number | undefined> {
    const waiting = await this.parts.db.entries.where('state').anyOf('queued', 'sending').toArray()
    const times = waiting.map((entry) => entry.lease?.until ?? entry.nextAt)
    return times.length > 0 ? Math.min(...times) : undefined
  }

  /** Receipts whose time is over leave. */
  async tidy(): Promise<void> {
    const { db, clock } = this.parts
    const oldest = clock() - RECEIPT_LIFE
    const sent = await db.entries.where('state').equals('sent').toArray()
    const over = sent.filter((entry) => (entry.receipt?.at ?? 0) < oldest)
    await db.entries.bulkDelete(over.map(({ key }) => key))
  }
}
