import type { Queued } from '#client/book/store/schema.ts'
import { Blocked } from '#client/outbox/other-tabs.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { Edits } from './edits/edits.ts'
import { BookCache } from './index/book-cache.ts'
import type { Person } from './index/client-index.ts'
import type { Entry } from './index/entry.ts'
import type { BookChannel, BookNews as TabNews } from './store/channel.ts'
import type { OwnerDatabase } from './store/database.ts'
import { DeskStore } from './store/desk-store.ts'
import { dropRefused, waitingByKey } from './store/row.ts'
import type {
  Book,
  BookNews,
  BookState,
  ClientEdit,
  ClientLine,
  ClientPage,
  ClientQuery,
  ClientTrip,
  ClientView,
  ConflictChoice,
  DeskCopies,
  HeldHere,
  PersonHere,
  Twins,
  WaitingChange,
} from './store/types.ts'
import { BookSync, type SyncParts } from './sync/book-sync.ts'
import { settleMissing } from './sync/full-pull.ts'
import { viewOf } from './view.ts'

/** Changes within this time are reported to pages together; milliseconds. */
const TOGETHER = 40

/** Loaded on demand, because a search for a person's data is rare. */
const ofPerson = () => import('./edits/of-person.ts')

export interface BookParts extends SyncParts {
  db: OwnerDatabase
  channel: BookChannel
  random: () => number
}

/** The client book on top of its database. It runs in the book's worker; tests run it directly. */
export class LocalBook implements Book, DeskCopies {
  readonly cache: BookCache
  protected readonly parts: BookParts
  private readonly edits: Edits
  protected readonly exchange: BookSync
  protected readonly opened: Promise<void>
  protected readonly desk: DeskStore
  private readonly blocked: Blocked
  private readonly listeners = new Set<(news: BookNews) => void>()
  private telling: ReturnType<typeof setTimeout> | undefined

  readonly copy: DeskCopies['copy'] = (key) => this.desk.copy(key)
  readonly keepCopy: DeskCopies['keepCopy'] = (copy) => this.desk.keepCopy(copy)
  readonly draft: DeskCopies['draft'] = (key) => this.desk.draft(key)
  readonly keepDraft: DeskCopies['keepDraft'] = (draft) => this.desk.keepDraft(draft)
  readonly dropDraft: DeskCopies['dropDraft'] = (key) => this.desk.dropDraft(key)
  readonly deskList: DeskCopies['deskList'] = (kind) => this.desk.list(kind)
  readonly keepPage: DeskCopies['keepPage'] = (kind, page) => this.desk.keepPage(kind, page)

  constructor(parts: BookParts) {
    this.parts = parts
    const { db, clock, newId, channel } = parts
    this.desk = new DeskStore(db)
    this.cache = new BookCache(db, () => this.tell())
    this.edits = new Edits({ db, clock, newId, hints: this.cache.hints })
    this.exchange = new BookSync(parts, {
      cache: this.cache,
      changed: (ids) => this.changed(ids),
      tell: () => this.tell(),
    })
    // The error is ignored: a store that closes meanwhile reports that in its state.
    channel.hear((news) => void this.heard(news).catch(() => undefined))
    this.blocked = new Blocked(db)
    this.blocked.subscribe(() => this.tell())
    db.on('versionchange', () => {
      this.exchange.stop()
      this.tell()
    })
    this.opened = this.cache.open()
    void this.opened.then(
      () => this.exchange.occasion(),
      () => this.tell(),
    )
  }

  private async heard(news: TabNews): Promise<void> {
    if (news.type === 'state') this.exchange.heard(news)
    if (news.type === 'state' && news.sync === 'syncing') return
    // A sync that has ended has stored `syncedAt`, so the device state is read again.
    await this.cache.refresh(news.type === 'changed' ? news.ids : [])
    this.exchange.elsewhere(news.type === 'state' && news.sync === 'idle')
  }

  async list(query: ClientQuery, from: number, count: number): Promise<ClientPage> {
    const { cache } = this
    const { version, loading, index } = cache
    const found = index.list(query)
    const lines = found.slice(from, from + count).map((entry) => cache.line(entry))
    return { version, total: found.length, all: index.size, loading, lines }
  }

  async indexOf(query: ClientQuery, id: string): Promise<number | undefined> {
    const i = this.cache.index.list(query).findIndex((entry) => entry.id === id)
    return i === -1 ? undefined : i
  }

  client(id: string): Promise<ClientView | undefined> {
    return viewOf(this.parts.db, id, this.cache.hints)
  }

  async save(known: string | undefined, { base, set, rev }: ClientEdit): Promise<string> {
    const id = known ?? this.parts.newId()
    await this.edit(id, () => this.edits.patch({ coll: 'client', id }, { base, set }, rev))
    return id
  }

  remove(id: string, rev: number): Promise<void> {
    return this.edit(id, () => this.edits.remove({ coll: 'client', id }, rev))
  }

  restore(id: string): Promise<void> {
    return this.edit(id, () => this.edits.restore({ coll: 'client', id }))
  }

  resolve(id: string, choices: ConflictChoice[], edit?: ClientEdit): Promise<void> {
    return this.edit(id, async () => {
      // The edit goes first: if the device stops after it, nothing is lost but the decision.
      if (edit) await this.edits.patch({ coll: 'client', id }, edit, edit.rev)
      for (const choice of choices) await this.edits.resolve({ coll: 'client', id }, choice)
    })
  }

  async waiting(most: number): Promise<WaitingChange[]> {
    const { db } = this.parts
    const queued = await db.queue.orderBy('n').reverse().limit(most).toArray()
    const added = queued.filter(({ intent }) => this.cache.isNew(intent.id))
    const begun = await waitingByKey(db, [...new Set(added.map(({ key }) => key))])
    return queued.map((item) => this.waitingChange(item, begun.get(item.key)?.[0]?.n))
  }

  async attention(most: number): Promise<ClientLine[]> {
    await this.opened
    const { index, refused } = this.cache
    const rejected = [...refused.keys()]
      .map((id) => index.get(id))
      .filter((one) => one !== undefined)
    const entries = new Set<Entry>([...rejected, ...index.conflicted()])
    return [...entries].slice(0, most).map((entry) => this.cache.line(entry))
  }

  async twins(): Promise<Twins> {
    await this.opened
    const found = this.cache.index.duplicates()
    const [first] = found
    return { count: found.size, first: first && [first[0].id, first[1].id] }
  }

  async dropRefused(n: number): Promise<void> {
    const id = await dropRefused(this.parts.db, n)
    if (id !== undefined) await this.changed([id])
  }

  async matches(person: Person): Promise<ClientLine[]> {
    await this.opened
    return this.cache.index.matching(person).map((entry) => this.cache.line(entry))
  }

  async trips(from: PlainDate, to: PlainDate): Promise<ClientTrip[]> {
    await this.opened
    return this.cache.index
      .list({ text: '', sort: 'name' })
      .flatMap(({ id, name, trips }) => trips.map((trip) => ({ clientId: id, name, trip })))
      .filter(({ trip }) => trip.start <= to && trip.end >= from)
      .sort((a, b) => (a.trip.start < b.trip.start ? -1 : a.trip.start > b.trip.start ? 1 : 0))
  }

  async heldOf(person: PersonHere): Promise<HeldHere[]> {
    const { heldOf } = await ofPerson()
    await this.opened
    return heldOf({ db: this.parts.db, hints: this.cache.hints }, person)
  }

  async eraseOf(person: PersonHere): Promise<void> {
    const { eraseOf } = await ofPerson()
    await this.opened
    await eraseOf({ db: this.parts.db, hints: this.cache.hints }, person)
    await this.changed('all')
    this.exchange.edited()
  }

  async sync(): Promise<void> {
    if (!this.parts.db.superseded) await this.exchange.now()
  }

  async settleMissing(choice: 'remove' | 'keep'): Promise<void> {
    await settleMissing(this.parts.db, choice)
    await this.changed('all')
    this.exchange.edited()
  }

  async state(): Promise<BookState> {
    return this.news().state
  }

  async watch(listener: (news: BookNews) => void): Promise<void> {
    this.listeners.add(listener)
    listener(this.news())
  }

  async seen(visible: boolean): Promise<void> {
    await this.opened
    this.exchange.seen(visible)
  }

  async signedIn(): Promise<void> {
    this.exchange.signedIn()
  }

  /** Syncs, unless paused, because the browser reports a connection. */
  mayReach(): void {
    this.exchange.occasion()
  }

  close(): void {
    clearTimeout(this.telling)
    this.exchange.stop()
    this.parts.channel.close()
    this.parts.db.close()
  }

  private async edit(id: string, work: () => Promise<void>): Promise<void> {
    // The page that holds a record is known only once the index is loaded.
    await this.opened
    await work()
    await this.changed([id])
    this.exchange.edited()
  }

  protected async changed(ids: readonly string[] | 'all'): Promise<void> {
    this.parts.channel.tell({ type: 'changed', ids })
    await this.cache.refresh(ids)
  }

  /** Reports several changes at once, because pages read again at every report. */
  private tell(): void {
    this.telling ??= setTimeout(() => {
      this.telling = undefined
      const news = this.news()
      for (const listener of this.listeners) listener(news)
    }, TOGETHER)
  }

  private news(): BookNews {
    const { cache, exchange } = this
    const { version, index, counts, device } = cache
    const state: BookState = {
      phase: this.phase,
      ...exchange.state,
      ...(this.parts.db.superseded && { sync: 'too old' }),
      ...counts,
      clients: index.size,
      conflicts: index.conflicted().length + (cache.scheduleAsks ? 1 : 0),
      scheduleAsks: cache.scheduleAsks,
      syncedAt: device?.syncedAt,
      missing: device?.missing.length ?? 0,
    }
    return { version, state }
  }

  private get phase(): BookState['phase'] {
    const { phase } = this.cache
    if (this.parts.db.superseded) return 'superseded'
    return phase === 'opening' && this.blocked.now() ? 'blocked' : phase
  }

  /** `first`: number of the mutation that adds the client, if the server does not know it yet. */
  private waitingChange({ n = 0, intent, at }: Queued, first: number | undefined): WaitingChange {
    const { op, id } = intent
    const name = (intent.coll === 'client' && this.cache.index.get(id)?.name) || ''
    const added = op === 'patch' && n === first
    return { n, op, id, name, at, added, fields: op === 'patch' ? Object.keys(intent.set) : [] }
  }
}
