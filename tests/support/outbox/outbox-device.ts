import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { drainOutbox, type Fetch } from '#client/outbox/drain.ts'
import type { OutboxEntry, Submission } from '#client/outbox/entry.ts'
import { Outbox, OutboxDatabase } from '#client/outbox/store.ts'
import { TODAY } from '#tests/support/server/site.ts'

export const KEY = '11111111-1111-4111-8111-111111111111'
export const OTHER_KEY = '22222222-2222-4222-8222-222222222222'

/** A visitor's device whose pages may die at any moment; only its database survives. */
export class OutboxDevice {
  readonly time = { now: TODAY }
  private readonly factory = new IDBFactory()
  private replayCount = 0
  private connection: { db: OutboxDatabase; outbox: Outbox } | undefined

  get outbox(): Outbox {
    if (!this.connection) {
      const db = new OutboxDatabase({ indexedDB: this.factory, IDBKeyRange })
      const outbox = new Outbox({ db, clock: () => this.time.now, random: () => 0.5 })
      this.connection = { db, outbox }
    }
    return this.connection.outbox
  }

  async getFirstEntry(): Promise<OutboxEntry | undefined> {
    return (await this.outbox.list())[0]
  }

  async getOnlyEntry(): Promise<OutboxEntry> {
    const [entry, more] = await this.outbox.list()
    if (!entry || more) throw new Error('Expected exactly one outbox entry')
    return entry
  }

  /** Ends the page or worker, whatever it is doing; the next use opens the database again. */
  crash(): void {
    const crashedDb = this.connection?.db
    crashedDb?.close()
    // Dexie would reopen the database; a dead page must not.
    if (crashedDb)
      crashedDb.open = () =>
        Dexie.Promise.reject(new Error('This page has crashed and must not reopen its database'))
    this.connection = undefined
  }

  replay(fetch: Fetch, locks?: Pick<LockManager, 'request'>, patience?: number): Promise<void> {
    this.replayCount++
    const holder = `round ${this.replayCount}`
    return drainOutbox({
      outbox: this.outbox,
      fetch,
      newId: () => holder,
      locks,
      timeout: patience,
    })
  }
}

export function buildContactSubmission(key: string, over: Partial<Submission> = {}): Submission {
  return {
    key,
    form: 'contact',
    fields: {
      first_name: 'Elisabeth',
      last_name: 'Sørbø',
      email: 'elisabeth@example.com',
      message: `Written under ${key}`,
    },
    formValues: null,
    summary: { title: 'Message', detail: '' },
    slotStart: null,
    scheduleVersion: null,
    shownAmount: null,
    ...over,
  }
}
