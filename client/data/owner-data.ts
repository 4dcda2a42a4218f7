import { Edits } from '#client/data/edits/edits.ts'
import { isNew, toPendingEdit } from '#client/data/edits/pending-edits.ts'
import { resolveConflicts } from '#client/data/edits/resolve-conflicts.ts'
import type { RecordDecision } from '#client/data/edits/types.ts'
import type { Person } from '#client/data/index/client-index.ts'
import type { IndexEntry } from '#client/data/index/index-entry.ts'
import { RecordCache } from '#client/data/index/record-cache.ts'
import type { DocumentTransport } from '#client/data/journeys/documents.ts'
import type { JourneyIndex } from '#client/data/journeys/journey-index.ts'
import { findUnsentDocuments } from '#client/data/journeys/journey-rows.ts'
import type { Journeys } from '#client/data/journeys/journeys-controller.ts'
import type { JourneysApi } from '#client/data/journeys/types.ts'
import type { ScheduleApi } from '#client/data/schedule/types.ts'
import type { TabChannel, TabMessage as TabNews } from '#client/data/store/channel.ts'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import { readLatestPending, readPendingByKey } from '#client/data/store/record.ts'
import type {
  AttentionItem,
  ClientEdit,
  ClientListItem,
  ClientListPage,
  ClientQuery,
  ClientsApi,
  ClientTrip,
  ClientView,
  DataSnapshot,
  DataState,
  Duplicates,
  PendingEdit,
  PersonRef,
  UnsyncedPersonalData,
} from '#client/data/store/types.ts'
import { resolveMissing } from '#client/data/sync/full-resync.ts'
import { SyncController, type SyncParts } from '#client/data/sync/sync-controller.ts'
import { BlockedUpgrade } from '#client/outbox/other-tabs.ts'
import { isJourneyCollection } from '#shared/journeys/collections.ts'
import type { PlainDate } from '#shared/lib/date.ts'

/** Changes within this time are reported to pages together; milliseconds. */
const NOTIFY_DELAY = 40

/** Loaded with the first client that is opened. */
const loadClientView = () => import('./client-view.ts')

/** Loaded on demand, because a search for a person's data is rare. */
const loadPersonalData = () => import('#client/data/edits/personal-data.ts')

/** Loaded on demand, because the server rejects few edits. */
const loadDiscarding = () => import('#client/data/edits/discard-rejected.ts')

export interface DataParts extends SyncParts {
  db: OwnerDatabase
  channel: TabChannel
  random: () => number
  /** By default the browser's requests. */
  documentTransport?: DocumentTransport
}

/** The local data on top of its database. It runs in the data worker; tests run it directly. */
export class OwnerData implements ClientsApi, JourneysApi, ScheduleApi {
  readonly cache: RecordCache
  protected readonly parts: DataParts
  protected readonly edits: Edits
  protected readonly syncController: SyncController
  protected readonly whenOpened: Promise<void>
  private journeys: Promise<Journeys> | undefined
  private readonly blockedUpgrade: BlockedUpgrade
  private readonly listeners = new Set<(snapshot: DataSnapshot) => void>()
  private notifyTimer: ReturnType<typeof setTimeout> | undefined

  readonly getSchedule: ScheduleApi['getSchedule'] = async () =>
    (await this.loadSchedule()).getSchedule()
  readonly saveSchedule: ScheduleApi['saveSchedule'] = async (edits) =>
    (await this.loadSchedule()).saveSchedule(edits)

  readonly listJourneys = this.callJourneys('listJourneys')
  readonly getJourney = this.callJourneys('getJourney')
  readonly listRejectedJourneyEdits = this.callJourneys('listRejectedJourneyEdits')
  readonly editJourney = this.callJourneys('editJourney')
  readonly publishJourney = this.callJourneys('publishJourney')
  readonly closeLink = this.callJourneys('closeLink')
  readonly replaceLink = this.callJourneys('replaceLink')
  readonly addDocument = this.callJourneys('addDocument')
  readonly openDocument = this.callJourneys('openDocument')
  readonly listPersonDocuments = this.callJourneys('listPersonDocuments')
  readonly fetchDocuments = this.callJourneys('fetchDocuments')

  constructor(parts: DataParts) {
    this.parts = parts
    const { db, clock, newId, channel } = parts
    this.cache = new RecordCache(db, () => this.notifyListeners())
    this.edits = new Edits({ db, clock, newId, hints: this.cache.hints })
    this.syncController = new SyncController(parts, {
      cache: this.cache,
      onChanged: (ids) => this.changed(ids),
      onSynced: () => void this.sendDocuments().catch(() => undefined),
      onStateChange: () => this.notifyListeners(),
    })
    // The error is ignored: a store that closes meanwhile reports that in its state.
    channel.listen((message) => void this.handleTabMessage(message).catch(() => undefined))
    this.blockedUpgrade = new BlockedUpgrade(db)
    this.blockedUpgrade.subscribe(() => this.notifyListeners())
    db.on('versionchange', () => {
      this.syncController.stop()
      this.notifyListeners()
    })
    this.whenOpened = this.cache.open()
    void this.whenOpened.then(
      () => this.syncController.syncUnlessPaused(),
      () => this.notifyListeners(),
    )
  }

  private async handleTabMessage(message: TabNews): Promise<void> {
    if (message.type === 'state') this.syncController.adoptState(message)
    if (message.type === 'state' && message.sync === 'syncing') return
    // A sync that has ended has stored `syncedAt`, so the device state is read again.
    await this.cache.refresh(message.type === 'changed' ? message.ids : [])
    this.syncController.noteOtherTab(message.type === 'state' && message.sync === 'idle')
  }

  async listClients(query: ClientQuery, from: number, count: number): Promise<ClientListPage> {
    const { cache } = this
    const { version, loading, index } = cache
    const found = index.list(query)
    const lines = found.slice(from, from + count).map((entry) => cache.toListItem(entry))
    return { version, matchCount: found.length, clientCount: index.size, loading, items: lines }
  }

  async findClientIndex(query: ClientQuery, id: string): Promise<number | undefined> {
    const i = this.cache.index.list(query).findIndex((entry) => entry.id === id)
    return i === -1 ? undefined : i
  }

  async getClient(id: string): Promise<ClientView | undefined> {
    const { readClientView } = await loadClientView()
    return readClientView(this.parts.db, id, this.cache.hints)
  }

  async saveClient(known: string | undefined, { base, set, rev }: ClientEdit): Promise<string> {
    const id = known ?? this.parts.newId()
    await this.edit(id, () => this.edits.patch({ coll: 'client', id }, { base, set }, rev))
    return id
  }

  deleteClient(id: string, rev: number): Promise<void> {
    return this.edit(id, () => this.edits.remove({ coll: 'client', id }, rev))
  }

  restoreClient(id: string): Promise<void> {
    return this.edit(id, () => this.edits.restore({ coll: 'client', id }))
  }

  resolveConflicts(decisions: RecordDecision[]): Promise<void> {
    const { edits, cache } = this
    return this.edit(
      decisions.map(({ id }) => id),
      () => resolveConflicts({ edits, rows: cache.journeys }, decisions),
    )
  }

  async listPending(limit: number): Promise<PendingEdit[]> {
    const { db } = this.parts
    const queued = await readLatestPending(db, limit)
    const added = queued.filter(({ intent }) => isNew(this.cache, intent))
    const pendingByKey = await readPendingByKey(db, [...new Set(added.map(({ key }) => key))])
    const hasJourneys = queued.some(({ intent }) => isJourneyCollection(intent.coll))
    const index = hasJourneys ? (await this.loadJourneys()).index : undefined
    return queued.map((item) =>
      toPendingEdit(this.cache, item, { first: pendingByKey.get(item.key)?.[0]?.n, index }),
    )
  }

  async listNeedingAttention(limit: number): Promise<AttentionItem[]> {
    await this.whenOpened
    const { index, rejected, scheduleMark: mark } = this.cache
    const rejectedEntries = [...rejected.keys()]
      .map((id) => index.get(id))
      .filter((one) => one !== undefined)
    const entries = new Set<IndexEntry>([...rejectedEntries, ...index.listConflicted()])
    const clients = [...entries].slice(0, limit).map((entry): AttentionItem => {
      const { id, name } = this.cache.toListItem(entry)
      return { coll: 'client', id, name, mark: rejected.has(id) ? 'rejected' : 'conflict' }
    })
    const journeys = await this.readJourneys((index) => index.listNeedingAttention())
    const schedule: AttentionItem[] = mark
      ? [{ coll: 'schedule', id: 'schedule', name: 'Calendar Settings', mark }]
      : []
    return [...schedule, ...journeys, ...clients].slice(0, limit)
  }

  async findDuplicates(): Promise<Duplicates> {
    await this.whenOpened
    const found = this.cache.index.findDuplicates()
    const [first] = found
    return { count: found.size, first: first && [first[0].id, first[1].id] }
  }

  async discardRejected(n: number): Promise<void> {
    const { discardRejected } = await loadDiscarding()
    const { edits, cache } = this
    await this.whenOpened
    const id = await discardRejected({ db: this.parts.db, edits, hints: cache.hints }, n)
    if (id === undefined) return
    await this.changed([id])
    this.syncController.syncAfterEdit()
  }

  async matchPerson(person: Person): Promise<ClientListItem[]> {
    await this.whenOpened
    return this.cache.index.findMatches(person).map((entry) => this.cache.toListItem(entry))
  }

  async listTrips(from: PlainDate, to: PlainDate): Promise<ClientTrip[]> {
    await this.whenOpened
    const trips = this.cache.index
      .list({ text: '', sort: 'name' })
      .flatMap(({ id, name, trips }) => trips.map((trip) => ({ clientId: id, name, trip })))
      .filter(({ trip }) => trip.start <= to && trip.end >= from)
    const journeys = await this.readJourneys((index) => index.listTrips(from, to))
    return [...trips, ...journeys].sort((a, b) =>
      a.trip.start < b.trip.start ? -1 : a.trip.start > b.trip.start ? 1 : 0,
    )
  }

  async readPersonalData(person: PersonRef): Promise<UnsyncedPersonalData[]> {
    const { readPersonalData } = await loadPersonalData()
    await this.whenOpened
    return readPersonalData({ db: this.parts.db, hints: this.cache.hints }, person)
  }

  async erasePersonalData(person: PersonRef): Promise<void> {
    const { erasePersonalData } = await loadPersonalData()
    await this.whenOpened
    await erasePersonalData({ db: this.parts.db, hints: this.cache.hints }, person)
    await this.changed('all')
    // Brings the person's bookings as the server has erased them.
    await this.syncController.syncNow()
  }

  async sync(): Promise<void> {
    if (this.parts.db.isSuperseded) return
    await this.syncController.syncNow()
    // Documents that fail wait for the next sync.
    await this.sendDocuments().catch(() => undefined)
  }

  async resolveMissing(choice: 'remove' | 'resend'): Promise<void> {
    await resolveMissing(this.parts.db, choice)
    await this.changed('all')
    this.syncController.syncAfterEdit()
  }

  async getState(): Promise<DataState> {
    return this.getSnapshot().state
  }

  async watch(listener: (snapshot: DataSnapshot) => void): Promise<void> {
    this.listeners.add(listener)
    listener(this.getSnapshot())
  }

  async setVisible(visible: boolean): Promise<void> {
    await this.whenOpened
    this.syncController.setVisible(visible)
  }

  async resumeSync(): Promise<void> {
    this.syncController.resume()
  }

  /** Syncs, unless paused, because the browser reports a connection. */
  syncAfterReconnect(): void {
    this.syncController.syncUnlessPaused()
  }

  close(): void {
    clearTimeout(this.notifyTimer)
    this.syncController.stop()
    this.parts.channel.close()
    this.parts.db.close()
  }

  protected async edit(ids: string | readonly string[], work: () => Promise<void>): Promise<void> {
    // The page that holds a record is known only once the index is loaded.
    await this.whenOpened
    await work()
    await this.changed([ids].flat())
    this.syncController.syncAfterEdit()
  }

  /** Loaded on demand: the other parts do not show the schedule. */
  private async loadSchedule(): Promise<ScheduleApi> {
    const { createScheduleApi } = await import('#client/data/schedule/schedule-api.ts')
    const edit = (ids: string[], work: () => Promise<void>) => this.edit(ids, work)
    return createScheduleApi({ db: this.parts.db, edits: this.edits, edit })
  }

  /** Sends documents that wait, and reports that the server has them; the others wait on. */
  private async sendDocuments(): Promise<void> {
    if ((await findUnsentDocuments(this.parts.db).count()) === 0) return
    await (await this.loadJourneys()).controller.sendDocuments()
    await this.changed([])
  }

  /** A method of `JourneysApi`, which loads its code. */
  private callJourneys<Name extends keyof JourneysApi>(name: Name): JourneysApi[Name] {
    const call = async (...input: unknown[]) => {
      const { controller } = await this.loadJourneys()
      return (controller[name] as (...args: unknown[]) => unknown).apply(controller, input)
    }
    return call as JourneysApi[Name]
  }

  /** Loaded with the first journey: the code is a fifth of all the others. */
  private loadJourneys(): Promise<Journeys> {
    this.journeys ??= this.openJourneys()
    // A chunk that could not be fetched is asked for again.
    this.journeys.catch(() => {
      this.journeys = undefined
    })
    return this.journeys
  }

  private async openJourneys(): Promise<Journeys> {
    const { openJourneys } = await import('#client/data/journeys/journeys-controller.ts')
    const { cache, whenOpened } = this
    const { db, clock, newId, documentTransport: transport } = this.parts
    return openJourneys({
      ...{ db, clock, newId, transport, whenOpened, hints: cache.hints },
      ...{ rows: cache.journeys, marks: cache },
      getClientName: (id) => cache.index.get(id)?.name,
      edit: (ids, work) => this.edit(ids, work),
      reportDocuments: () => this.changed([]),
    })
  }

  /** What `read` finds in the journeys; nothing if there are none. */
  private async readJourneys<T>(read: (index: JourneyIndex) => T[]): Promise<T[]> {
    const { journeys, rejectedOfJourneys } = this.cache
    if (journeys.isEmpty && rejectedOfJourneys.length === 0) return []
    return read((await this.loadJourneys()).index)
  }

  protected async changed(ids: readonly string[] | 'all'): Promise<void> {
    this.parts.channel.post({ type: 'changed', ids })
    await this.cache.refresh(ids)
  }

  /** Reports several changes at once, because pages read again at every report. */
  private notifyListeners(): void {
    this.notifyTimer ??= setTimeout(() => {
      this.notifyTimer = undefined
      const snapshot = this.getSnapshot()
      for (const listener of this.listeners) listener(snapshot)
    }, NOTIFY_DELAY)
  }

  private getSnapshot(): DataSnapshot {
    const { cache, syncController } = this
    const { version, index, counts, device } = cache
    const state: DataState = {
      phase: this.phase,
      ...syncController.state,
      ...(this.parts.db.isSuperseded && { sync: 'too old' }),
      ...counts,
      pending: cache.pendingCount,
      clients: index.size,
      conflicts:
        index.listConflicted().length +
        cache.journeys.listConflictedIds(cache).size +
        (cache.scheduleMark === 'conflict' ? 1 : 0),
      syncedAt: device?.syncedAt,
      clockSkew: device?.clockSkew ?? 0,
      missing: device?.missingKeys.length ?? 0,
    }
    return { version, state }
  }

  private get phase(): DataState['phase'] {
    const { phase } = this.cache
    if (this.parts.db.isSuperseded) return 'superseded'
    return phase === 'opening' && this.blockedUpgrade.getSnapshot() ? 'blocked' : phase
  }
}
