import { UNNAMED } from '#shared/clients/client-fields.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { DataCore, type DataSetup } from './data-core.ts'
import type { Person } from './index/client-index.ts'
import { JourneysLoader } from './journeys/journeys-loader.ts'
import type { JourneysPart } from './journeys/journeys-part.ts'
import { createLazyPart, loadOnce, type Part } from './lazy-part.ts'
import { PhotographsPart } from './photographs/photographs-part.ts'
import { RecordsPart } from './records-part.ts'
import { readDevice } from './store/device.ts'
import { countReadOnly } from './store/read-only.ts'
import type { CachedAnswer } from './store/schema.ts'
import type {
  ClientEdit,
  ClientListItem,
  ClientListPage,
  ClientQuery,
  ClientTrip,
  ClientView,
  DeviceView,
  Duplicates,
} from './store/types.ts'
import { SyncPart } from './sync/sync-part.ts'

/** What a page can call in the data worker. Promises of edits resolve once their transaction is committed. */
export type DataApi = ReturnType<typeof openOwnerData>['parts']

/** Opens the owner's data on this device. It runs in the data worker; tests run it directly. */
export function openOwnerData(setup: DataSetup) {
  const core = new DataCore(setup)
  const journeys = new JourneysLoader(core)
  const photographs = new PhotographsPart(core)
  const sendFiles = async () => {
    // Files that fail wait for the next sync.
    await journeys.sendDocuments().catch(() => undefined)
    await photographs.send().catch(() => undefined)
  }
  core.onSynced = () => void sendFiles()
  const loadFiles = loadOnce(async () => {
    const { ImportExport } = await import('./import/import-export.ts')
    return new ImportExport(core, () => core.reportEdit('all'))
  })
  const loadDeleted = loadOnce(async () => {
    const { DeletedPart } = await import('./edits/recently-deleted.ts')
    await core.whenOpened
    return new DeletedPart(core)
  })
  const parts = {
    records: new RecordsPart(core, journeys, loadDeleted),
    clients: new ClientsPart(core, journeys),
    journeys: createLazyPart<JourneysPart>(async () => (await journeys.load()).part),
    schedule: createLazyPart(
      loadOnce(async () => {
        const { SchedulePart } = await import('./schedule/schedule-part.ts')
        return new SchedulePart(core)
      }),
    ),
    files: createLazyPart(async () => {
      await core.whenOpened
      return loadFiles()
    }),
    privacy: createLazyPart(
      loadOnce(async () => {
        const { PrivacyPart } = await import('./edits/personal-data.ts')
        return new PrivacyPart(core)
      }),
    ),
    queries: createLazyPart(
      loadOnce(async () => {
        const { RecordQueries } = await import('./edits/record-queries.ts')
        await core.whenOpened
        return new RecordQueries(core)
      }),
    ),
    deleted: createLazyPart(loadDeleted),
    drafts: new DraftsPart(core),
    cache: new CachePart(core),
    device: new DevicePart(core),
    photographs,
    sync: new SyncPart(core, sendFiles),
  }
  return {
    core,
    parts: parts satisfies { [Name in keyof typeof parts]: Part<(typeof parts)[Name]> },
  }
}

/** Text that was typed and not saved, by the key of its form. */
class DraftsPart {
  constructor(private readonly core: DataCore) {}

  /** Undefined if there is none. */
  async get(key: string): Promise<unknown> {
    return (await this.core.db.drafts.get(key))?.data
  }

  /** Stores a draft, or deletes it if `data` is undefined. */
  async put(key: string, data: unknown): Promise<void> {
    const { drafts } = this.core.db
    if (data === undefined) await drafts.delete(key)
    else await drafts.put({ key, data })
  }
}

/** Answers of the server, for screens that are opened without a connection. */
class CachePart {
  constructor(private readonly core: DataCore) {}

  async get(key: string): Promise<CachedAnswer | undefined> {
    return this.core.db.queryCache.get(key)
  }

  async put(answer: CachedAnswer): Promise<void> {
    await this.core.db.queryCache.put(answer)
  }
}

/** The device's name and what is stored on it. */
class DevicePart {
  constructor(private readonly core: DataCore) {
    const { setup, whenOpened } = core
    // If the store cannot be opened, there is nothing to name, and the state reports the failure.
    if (setup.deviceName)
      void whenOpened
        .then(() => this.changeName((before) => before || setup.deviceName || ''))
        .catch(() => undefined)
  }

  async get(): Promise<DeviceView> {
    const { db, newId } = this.core
    const { deviceId, deviceName } = await readDevice(db, newId)
    const copies = {
      bookings: await countReadOnly(db, 'booking'),
      forms: await countReadOnly(db, 'submission'),
    }
    return { id: deviceId, name: deviceName, ...copies }
  }

  async rename(name: string): Promise<void> {
    await this.changeName(() => name)
    this.core.scheduler.syncAfterEdit()
  }

  private changeName(change: (before: string) => string): Promise<void> {
    const { db, newId } = this.core
    return db.transaction('rw', db.device, async () => {
      const device = await readDevice(db, newId)
      await db.device.put({ ...device, deviceName: change(device.deviceName) })
    })
  }
}

class ClientsPart {
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

  async listNames(ids: readonly string[]): Promise<{ id: string; name: string }[]> {
    await this.core.whenOpened
    const { index } = this.core.cache
    return ids.map((id) => ({ id, name: index.get(id)?.name || UNNAMED }))
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

  /**
   * All trips and journeys that overlap the days `from` to `to`, both included; earliest start first. A trip of which
   * there is a journey is left out.
   */
  async listTrips(from: PlainDate, to: PlainDate): Promise<ClientTrip[]> {
    await this.core.whenOpened
    const trips = this.core.cache.index
      .list({ text: '', sort: 'name' })
      .flatMap(({ id, name, trips }) => trips.map((trip) => ({ clientIds: [id], name, trip })))
      .filter(({ trip }) => trip.start <= to && trip.end >= from)
    const journeys = await this.journeys.read((index) => index.listTrips(from, to))
    const unplanned = trips.filter((one) => !journeys.some((journey) => isPlannedAs(one, journey)))
    return [...unplanned, ...journeys].sort((a, b) =>
      a.trip.start < b.trip.start ? -1 : a.trip.start > b.trip.start ? 1 : 0,
    )
  }

  private edit(id: string, work: (edits: DataCore['edits']) => Promise<void>): Promise<void> {
    return this.core.edit([id], () => work(this.core.edits))
  }
}

/** Whether this journey was planned for the client's trip: the client travels, and the trip starts with it or lies within it. */
function isPlannedAs({ clientIds: [client = ''], trip }: ClientTrip, journey: ClientTrip): boolean {
  const { start, end } = journey.trip
  if (!journey.clientIds.includes(client)) return false
  return trip.start === start || (trip.start > start && trip.end <= end)
}
