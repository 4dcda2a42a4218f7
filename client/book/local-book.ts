import { Blocked } from '#client/outbox/blocked.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { Edits } from './edits/edits.ts'
import { tripsIn } from './edits/trips.ts'
import { Kept } from './index/kept.ts'
import { lineAt } from './index/lines.ts'
import { matchesIn, type Person } from './index/matches.ts'
import { twinsIn } from './index/twins.ts'
import type { BookChannel, BookNews as TabNews } from './store/channel.ts'
import type { OwnerDatabase, Queued } from './store/database.ts'
import { dropRefused } from './store/refused.ts'
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
  HeldHere,
  PersonHere,
  Twins,
  WaitingChange,
} from './store/types.ts'
import { waitingByKey } from './store/waiting.ts'
import { BookSync, type SyncParts } from './sync/book-sync.ts'
import { settleMissing } from './sync/full-pull.ts'
import { viewOf } from './view.ts'

/** What pages are told of at once; milliseconds. */
const TOGETHER = 40

/** Fetched where a person is looked for, which is seldom. */
const ofPerson = () => import('./edits/of-person.ts')

export interface BookParts extends SyncParts {
  db: OwnerDatabase
  channel: BookChannel
  random: () => number
}

/** The client book where it is kept: in the worker, or wherever a test wants it. */
export class LocalBook implements Book {
  readonly kept: Kept
  protected readonly parts: BookParts
  private readonly edits: Edits
  protected readonly exchange: BookSync
  protected readonly opened: Promise<void>
  private readonly blocked: Blocked
  private readonly listeners = new Set<(news: BookNews) => void>()
  private telling: ReturnType<typeof setTimeout> | undefined

  constructor(parts: BookParts) {
    this.parts = parts
    const { db, clock, newId, channel } = parts
    this.kept = new Kept(db, () => this.tell())
    this.edits = new Edits({ db, clock, newId, hints: this.kept.hints })
    this.exchange = new BookSync(parts, {
      kept: this.kept,
      changed: (ids) => this.changed(ids),
      tell: () => this.tell(),
    })
    // A store that closes meanwhile says so by its state.
    channel.hear((news) => void this.heard(news).catch(() => undefined))
    this.blocked = new Blocked(db)
    this.blocked.subscribe(() => this.tell())
    db.on('versionchange', () => {
      this.exchange.stop()
      this.tell()
    })
    this.opened = this.kept.open()
    void this.opened.then(
      () => this.exchange.occasion(),
      () => this.tell(),
    )
  }

  private async heard(news: TabNews): Promise<void> {
    if (news.type === 'state') this.exchange.heard(news)
    if (news.type === 'state' && news.sync === 'syncing') return
    // An exchange that has ended leaves its time.
    await this.kept.refresh(news.type === 'changed' ? news.ids : [])
    this.exchange.elsewhere(news.type === 'state' && news.sync === 'idle')
  }

  async list(query: ClientQuery, from: number, count: number): Promise<ClientPage> {
    const { kept } = this
    const { total, places } = kept.memory.list(query, { from, count })
    const lines = Array.from(places, (place) => lineAt(kept, place))
    const { version, loading } = kept
    return { version, total, all: kept.memory.clients, loading, lines }
  }

  async indexOf(query: ClientQuery, id: string): Promise<number | undefined> {
    const { memory } = this.kept
    const place = memory.placeOf(id)
    const { places } = memory.list(query, { from: 0, count: memory.clients })
    const index = place === -1 ? -1 : Array.prototype.indexOf.call(places, place)
    return index === -1 ? undefined : index
  }

  client(id: string): Promise<ClientView | undefined> {
    return viewOf(this.parts.db, id, this.kept.hints)
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
      // First: broken off after it, nothing is lost, and the question is still open.
      if (edit) await this.edits.patch({ coll: 'client', id }, edit, edit.rev)
      for (const choice of choices) await this.edits.resolve({ coll: 'client', id }, choice)
    })
  }

  async waiting(most: number): Promise<WaitingChange[]> {
    const { db } = this.parts
    const queued = await db.queue.orderBy('n').reverse().limit(most).toArray()
    const added = queued.filter(({ intent }) => this.kept.isNew(intent.id))
    const begun = await waitingByKey(db, [...new Set(added.map(({ key }) => key))])
    return queued.map((item) => this.waitingChange(item, begun.get(item.key)?.[0]?.n))
  }

  async attention(most: number): Promise<ClientLine[]> {
    await this.opened
    const { memory, refused } = this.kept
    const named = [...refused.keys()]
      .map((id) => memory.placeOf(id))
      .filter((place) => place !== -1)
    const places = new Set([...named, ...memory.conflicts()])
    return [...places].slice(0, most).map((place) => lineAt(this.kept, place))
  }

  async twins(): Promise<Twins> {
    await this.opened
    const { memory } = this.kept
    const found = twinsIn(memory)
    const [first] = found
    return { count: found.size, first: first && [memory.idAt(first[0]), memory.idAt(first[1])] }
  }

  async dropRefused(n: number): Promise<void> {
    const id = await dropRefused(this.parts.db, n)
    if (id !== undefined) await this.changed([id])
  }

  async matches(person: Person): Promise<ClientLine[]> {
    await this.opened
    return matchesIn(this.kept.memory, person).map((place) => lineAt(this.kept, place))
  }

  async trips(from: PlainDate, to: PlainDate): Promise<ClientTrip[]> {
    await this.opened
    return tripsIn(this.kept.memory, from, to)
  }

  async heldOf(person: PersonHere): Promise<HeldHere[]> {
    const { heldOf } = await ofPerson()
    await this.opened
    return heldOf({ db: this.parts.db, hints: this.kept.hints }, person)
  }

  async eraseOf(person: PersonHere): Promise<void> {
    const { eraseOf } = await ofPerson()
    await this.opened
    await eraseOf({ db: this.parts.db, hints: this.kept.hints }, person)
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

  /** The browser says that there is a connection. */
  mayReach(): void {
    this.exchange.occasion()
  }

  close(): void {
    clearTimeout(this.telling)
    this.exchange.stop()
    this.parts.channel.close()
    this.parts.db.close()
    this.parts.answers?.close()
  }

  private async edit(id: string, work: () => Promise<void>): Promise<void> {
    // Where a record lies is known once all has come from the disk.
    await this.opened
    await work()
    await this.changed([id])
    this.exchange.edited()
  }

  protected async changed(ids: readonly string[] | 'all'): Promise<void> {
    this.parts.channel.tell({ type: 'changed', ids })
    await this.kept.refresh(ids)
  }

  /** Not at each of many changes: pages ask anew at every word of it. */
  private tell(): void {
    this.telling ??= setTimeout(() => {
      this.telling = undefined
      const news = this.news()
      for (const listener of this.listeners) listener(news)
    }, TOGETHER)
  }

  private news(): BookNews {
    const { kept, exchange } = this
    const { version, memory, counts, device } = kept
    const state: BookState = {
      phase: this.phase,
      ...exchange.state,
      ...(this.parts.db.superseded && { sync: 'too old' }),
      ...counts,
      clients: memory.clients,
      conflicts: memory.conflicts().length + (kept.scheduleAsks ? 1 : 0),
      scheduleAsks: kept.scheduleAsks,
      syncedAt: device?.syncedAt,
      missing: device?.missing.length ?? 0,
    }
    return { version, state }
  }

  private get phase(): BookState['phase'] {
    const { phase } = this.kept
    if (this.parts.db.superseded) return 'superseded'
    return phase === 'opening' && this.blocked.now() ? 'blocked' : phase
  }

  /** Only the `first` of somebody unknown to the server adds them. */
  private waitingChange({ n = 0, intent, at }: Queued, first: number | undefined): WaitingChange {
    const { memory } = this.kept
    const { op, id } = intent
    const place = intent.coll === 'client' ? memory.placeOf(id) : -1
    const name = place === -1 ? '' : lineAt(this.kept, place).name
    const added = op === 'patch' && n === first
    return { n, op, id, name, at, added, fields: op === 'patch' ? Object.keys(intent.set) : [] }
  }
}
