import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { OutboxEntry, Submission } from '#client/outbox/entry.ts'
import { type Fetch, replay } from '#client/outbox/send.ts'
import { Outbox, OutboxDatabase } from '#client/outbox/store.ts'
import { TODAY } from './site.ts'

export const KEY = '11111111-1111-4111-8111-111111111111'
export const OTHER = '22222222-2222-4222-8222-222222222222'

/** A visitor's device whose pages may die at any moment; only its database survives. */
export class Device {
  readonly time = { now: TODAY }
  private readonly factory = new IDBFactory()
  private rounds = 0
  private open: { db: OutboxDatabase; outbox: Outbox } | undefined

  get outbox(): Outbox {
    if (!this.open) {
      const db = new OutboxDatabase({ indexedDB: this.factory, IDBKeyRange })
      const outbox = new Outbox({ db, clock: () => this.time.now, random: () => 0.5 })
      this.open = { db, outbox }
    }
    return this.open.outbox
  }

  async first(): Promise<OutboxEntry | undefined> {
    return (await this.outbox.list())[0]
  }

  async only(): Promise<OutboxEntry> {
    const [entry, more] = await this.outbox.list()
    if (!entry || more) throw new Error('There is not one entry')
    return entry
  }

  /** Ends the page or worker, whatever it is doing; the next use opens the database again. */
  crash(): void {
    const gone = this.open?.db
    gone?.close()
    // Dexie would reopen the database; a dead page must not.
    if (gone) gone.open = () => Dexie.Promise.reject(new Error('This page is gone'))
    this.open = undefined
  }

  replay(fetch: Fetch, locks?: Pick<LockManager, 'request'>, patience?: number): Promise<void> {
    this.rounds++
    const holder = `round ${this.rounds}`
    return replay({ outbox: this.outbox, fetch, newId: () => holder, locks, patience })
  }
}

export function contactSubmission(key: string, over: Partial<Submission> = {}): Submission {
  return {
    key,
    form: 'contact',
    fields: {
      first_name: 'Elisabeth',
      last_name: 'Sørbø',
      email: 'elisabeth@example.com',
      message: `Written under ${key}`,
    },
    typed: null,
    summary: { title: 'Message', detail: '' },
    slotStart: null,
    scheduleVersion: null,
    amountShown: null,
    ...over,
  }
}
