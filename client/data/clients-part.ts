import type { Person } from '#client/data/index/client-index.ts'
import type { JourneysLoader } from '#client/data/journeys/journeys-loader.ts'
import type {
  ClientEdit,
  ClientListItem,
  ClientListPage,
  ClientQuery,
  ClientTrip,
  ClientView,
  Duplicates,
} from '#client/data/store/types.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import type { DataCore } from './data-core.ts'

export class ClientsPart {
  constructor(
    private readonly core: DataCore,
    private readonly journeys: JourneysLoader,
  ) {}

  async list(query: ClientQuery, from: number, count: number): Promise<ClientListPage> {
    const { cache } = this.core
    const { version, loading, index } = cache
    const found = index.list(query)
    const lines = found.slice(from, from + count).map((entry) => cache.toListItem(entry))
    return { version, matchCount: found.length, clientCount: index.size, loading, items: lines }
  }

  /** Index of a client in the list of a search; undefined if the search does not find it. */
  async findIndex(query: ClientQuery, id: string): Promise<number | undefined> {
    const i = this.core.cache.index.list(query).findIndex((entry) => entry.id === id)
    return i === -1 ? undefined : i
  }

  async get(id: string): Promise<ClientView | undefined> {
    // Loaded with the first client that is opened.
    const { readClientView } = await import('./client-view.ts')
    return readClientView(this.core.db, id, this.core.hints)
  }

  /** Saves an edit, or adds a client if `known` is undefined; returns the id. */
  async save(known: string | undefined, { base, set, rev }: ClientEdit): Promise<string> {
    const id = known ?? this.core.newId()
    await this.edit(id, (edits) => edits.patch({ coll: 'client', id }, { base, set }, rev))
    return id
  }

  delete(id: string, rev: number): Promise<void> {
    return this.edit(id, (edits) => edits.remove({ coll: 'client', id }, rev))
  }

  /** Undoes a delete. */
  restore(id: string): Promise<void> {
    return this.edit(id, (edits) => edits.restore({ coll: 'client', id }))
  }

  /** Possible duplicates. */
  async findDuplicates(): Promise<Duplicates> {
    await this.core.whenOpened
    const found = this.core.cache.index.findDuplicates()
    const [first] = found
    return { count: found.size, first: first && [first[0].id, first[1].id] }
  }

  /**
   * Clients that may be this person, most likely first. If a location is given, a client of the same name in another
   * location does not match.
   */
  async match(person: Person): Promise<ClientListItem[]> {
    const { cache, whenOpened } = this.core
    await whenOpened
    return cache.index.findMatches(person).map((entry) => cache.toListItem(entry))
  }

  /** All trips and journeys that overlap the days `from` to `to`, both included; earliest start first. */
  async listTrips(from: PlainDate, to: PlainDate): Promise<ClientTrip[]> {
    await this.core.whenOpened
    const trips = this.core.cache.index
      .list({ text: '', sort: 'name' })
      .flatMap(({ id, name, trips }) => trips.map((trip) => ({ clientId: id, name, trip })))
      .filter(({ trip }) => trip.start <= to && trip.end >= from)
    const journeys = await this.journeys.read((index) => index.listTrips(from, to))
    return [...trips, ...journeys].sort((a, b) =>
      a.trip.start < b.trip.start ? -1 : a.trip.start > b.trip.start ? 1 : 0,
    )
  }

  private edit(id: string, work: (edits: DataCore['edits']) => Promise<void>): Promise<void> {
    return this.core.edit([id], () => work(this.core.edits))
  }
}
