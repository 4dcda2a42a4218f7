import { type EditParts, Edits } from '#client/data/edits/edits.ts'
import type { FileTransport } from '#client/data/file-transport.ts'
import { RecordCache } from '#client/data/index/record-cache.ts'
import type { TabMessage } from '#client/data/store/channel.ts'
import type { DataSnapshot, DataState } from '#client/data/store/types.ts'
import { SyncController, type SyncParts } from '#client/data/sync/sync-controller.ts'
import type { SyncScheduler } from '#client/data/sync/sync-scheduler.ts'
import { BlockedUpgrade } from '#client/outbox/other-tabs.ts'

/** Changes within this time are reported to pages together; milliseconds. */
const NOTIFY_DELAY = 40

export interface DataSetup extends SyncParts {
  /** By default the browser's requests. */
  fileTransport?: FileTransport
  /** The name of the device until the owner names it; it has none if this is empty. */
  deviceName?: string
}

/** What the parts share: the database, its copy in memory, the queue of edits, the sync and their state. */
export class DataCore implements EditParts {
  readonly setup: DataSetup
  readonly db: DataSetup['db']
  readonly clock: DataSetup['clock']
  readonly newId: DataSetup['newId']
  readonly cache: RecordCache
  readonly hints: RecordCache['hints']
  readonly edits: Edits
  readonly scheduler: SyncScheduler
  /** Resolves once all records are in memory; rejects if the database cannot be opened. */
  readonly whenOpened: Promise<void>
  /** Called after each sync that is complete. */
  onSynced: () => void = () => undefined
  private readonly syncController: SyncController
  private readonly blockedUpgrade: BlockedUpgrade
  private readonly listeners = new Set<(snapshot: DataSnapshot) => void>()
  private notifyTimer: ReturnType<typeof setTimeout> | undefined

  constructor(setup: DataSetup) {
    const { db, clock, newId, channel } = setup
    this.setup = setup
    this.db = db
    this.clock = clock
    this.newId = newId
    this.cache = new RecordCache(db, () => this.notifyListeners())
    this.hints = this.cache.hints
    this.edits = new Edits(this)
    this.syncController = new SyncController(setup, {
      cache: this.cache,
      onChanged: (ids) => this.reportChange(ids),
      onSynced: () => this.onSynced(),
      onStateChange: () => this.notifyListeners(),
    })
    this.scheduler = this.syncController.scheduler
    // The error is ignored: a store that closes meanwhile reports that in its state.
    channel.listen((message) => void this.handleTabMessage(message).catch(() => undefined))
    this.blockedUpgrade = new BlockedUpgrade(db)
    this.blockedUpgrade.subscribe(() => this.notifyListeners())
    db.on('versionchange', () => {
      this.scheduler.stop()
      this.notifyListeners()
    })
    this.whenOpened = this.cache.open()
    void this.whenOpened.then(
      () => this.scheduler.syncUnlessPaused(),
      () => this.notifyListeners(),
    )
  }

  /** Runs an edit of these records, reports it and plans a sync. */
  async edit(ids: readonly string[], work: () => Promise<void>): Promise<void> {
    // The page that holds a record is known only once the index is loaded.
    await this.whenOpened
    await work()
    await this.reportEdit(ids)
  }

  /** Reports an edit of these records, or of any, and plans a sync. */
  async reportEdit(ids: readonly string[] | 'all'): Promise<void> {
    await this.reportChange(ids)
    this.scheduler.syncAfterEdit()
  }

  /** Reports to this page and to the other tabs that these records have changed. */
  async reportChange(ids: readonly string[] | 'all'): Promise<void> {
    this.setup.channel.post({ type: 'changed', ids })
    await this.cache.refresh(ids)
  }

  /** Calls the listener now and at each change. */
  watch(listener: (snapshot: DataSnapshot) => void): void {
    this.listeners.add(listener)
    listener(this.getSnapshot())
  }

  getSnapshot(): DataSnapshot {
    const { cache, db } = this
    const { version, index, counts, device } = cache
    const state: DataState = {
      phase: this.phase,
      ...this.syncController.state,
      ...(db.isSuperseded && { sync: 'too old' }),
      ...counts,
      pending: cache.pendingCount,
      clients: index.size,
      conflicts:
        index.listConflicted().length +
        cache.journeys.listConflictedIds(cache).size +
        [...cache.pageMarks.values()].filter((mark) => mark === 'conflict').length,
      syncedAt: device?.syncedAt,
      clockSkew: device?.clockSkew ?? 0,
      missing: device?.missingKeys.length ?? 0,
      ...(device?.hasLostEdit && { hasLostEdit: true }),
    }
    return { version, state }
  }

  close(): void {
    clearTimeout(this.notifyTimer)
    this.scheduler.stop()
    this.setup.channel.close()
    this.db.close()
  }

  private async handleTabMessage(message: TabMessage): Promise<void> {
    if (message.type === 'state') this.syncController.adoptState(message)
    if (message.type === 'state' && message.sync === 'syncing') return
    // A sync that has ended has stored `syncedAt`, so the device state is read again.
    await this.cache.refresh(message.type === 'changed' ? message.ids : [])
    this.scheduler.noteOtherTab(message.type === 'state' && message.sync === 'idle')
  }

  /** Reports several changes at once, because pages read again at every report. */
  private notifyListeners(): void {
    this.notifyTimer ??= setTimeout(() => {
      this.notifyTimer = undefined
      const snapshot = this.getSnapshot()
      for (const listener of this.listeners) listener(snapshot)
    }, NOTIFY_DELAY)
  }

  private get phase(): DataState['phase'] {
    const { phase } = this.cache
    if (this.db.isSuperseded) return 'superseded'
    return phase === 'opening' && this.blockedUpgrade.getSnapshot() ? 'blocked' : phase
  }
}
