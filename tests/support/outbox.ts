import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { OutboxEntry, Submission } from '#client/outbox/entry.ts'
import { type Fetch, replay } from '#client/outbox/send.ts'
import { Outbox, OutboxDatabase } from '#client/outbox/store.ts'
import { TODAY } from './site.ts'

export const KEY = '11111111-1111-4111-8111-111111111111'
export const OTHER = '22222222-2222-4222-8222-222222222222'

/** A device whose pages may die at any moment; what its database holds stays. */
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

  /** The page or worker is gone in the middle of whatever it did; the next use opens anew. */
  crash(): void {
    const gone = this.open?.db
    gone?.close()
    // What is dead opens nothing any more.
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
