import { useEffect } from 'react'
import { readCachedList, storeListPage } from '#client/book/desk-cache-client.ts'
import type { DeskListKind, ListPosition } from '#client/book/store/desk-cache.ts'
import {
  addActiveQuery,
  recordCachedAnswer,
  recordRequestEnd,
  recordRequestStart,
  useSyncState,
} from '#client/desk/shell/sync-state.ts'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { type ApiRefusal, type ApiResult, callEndpoint } from '#client/lib/data/api.ts'
import { getStoredOwner, subscribeToAccount } from '#client/lib/data/stored-account.ts'
import { createStore, useStore } from '#client/lib/store.ts'
import { useAsync } from '#client/lib/use-async.ts'
import type { ChangesPage, ChangesQuery } from '#shared/desk/changes.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { type DeskData, toRequestOutcome } from './use-desk-data.ts'

/** The part of a list that is loaded in this tab. */
export interface ListData<Data, About> {
  records: readonly Data[]
  meta: About
  /** Whether all older records have been fetched. */
  isComplete: boolean
}

export interface ListView<Data, About> {
  data: ListData<Data, About>
  /** When the list was last brought up to date, UTC milliseconds. */
  asOf: number
}

type Page<Data, About> = ChangesPage<Data, About>
type ChangesEndpoint<Data, About> = Endpoint<ChangesQuery, Page<Data, About>>

/**
 * A desk list that this device stores. It fetches the latest changes first, then older records page
 * by page, and from then on only changes. Requests run one at a time, so that no answer overtakes
 * another.
 */
export class SyncedList<Data, About> {
  private readonly kind: DeskListKind
  private readonly endpoint: ChangesEndpoint<Data, About>
  private userId: string | undefined
  private position: ListPosition | undefined
  private records = new Map<string, Data>()
  private asOf = 0
  /** The same object until something changes, as `useSyncExternalStore` requires. */
  readonly view = createStore<ListView<Data, About> | undefined>(undefined)
  /** Whether `view` shows everything in `records`. */
  private isViewComplete = false
  private lastTask: Promise<unknown> = Promise.resolve()
  private cachedLoading: Promise<void> | undefined

  constructor(kind: DeskListKind, endpoint: ChangesEndpoint<Data, About>) {
    this.kind = kind
    this.endpoint = endpoint
    // Another owner must not see this owner's records.
    subscribeToAccount(() => {
      if (getStoredOwner()?.userId !== this.userId) this.clear()
    })
  }

  /** Identifies the list in `sync-state.ts`. */
  get key(): string {
    return this.endpoint.path
  }

  /** Shows the stored list; reads it only once per owner. */
  loadCached(): Promise<void> {
    this.cachedLoading ??= this.readCached()
    return this.cachedLoading
  }

  /**
   * Fetches the changes, then fills in older records in the background.
   * Resolves to the refusal if the changes could not be fetched.
   */
  async refresh(): Promise<ApiRefusal | undefined> {
    await this.loadCached()
    const refusal = await this.runInOrder(() => this.fetchChanges())
    if (!refusal) void this.fetchMissing()
    return refusal
  }

  /** Runs requests one after the other, also after one that failed. */
  private runInOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.lastTask.then(work, work)
    this.lastTask = done
    return done
  }

  private async readCached(): Promise<void> {
    const userId = getStoredOwner()?.userId
    this.userId = userId
    const cached = userId && (await readCachedList({ userId, kind: this.kind }))
    if (!cached || this.userId !== userId) return
    this.position = cached.position
    this.asOf = cached.asOf
    // Not validated: the epoch covers the record shape, and the server refuses another epoch with
    // 410.
    this.records = cached.records as Map<string, Data>
    this.isViewComplete = false
    this.updateView(true)
  }

  private async fetchChanges(): Promise<ApiRefusal | undefined> {
    let ended: ApiRefusal | 'done' | 'again' = 'again'
    while (ended === 'again') ended = await this.fetchChangesPage()
    return ended === 'done' ? undefined : ended
  }

  /** Fetches one page of changes after the cursor; without a cursor, the page of latest changes. */
  private async fetchChangesPage(): Promise<ApiRefusal | 'done' | 'again'> {
    const before = this.position
    const answer = await this.requestPage(before && { epoch: before.epoch, after: before.seq })
    if (!answer) return 'done'
    if (!answer.ok) return before && answer.refusal.status === 410 ? this.restart() : answer.refusal
    const { epoch, nextCursor, hasMore, seq, meta } = answer.value
    const position = before
      ? { ...before, seq: nextCursor, about: meta }
      : { epoch, seq, floor: hasMore ? nextCursor : 0, about: meta }
    const outcome = await this.applyPage(answer.value, { before, position, asOf: systemClock() })
    if (outcome === 'restart' || (outcome === 'done' && before && hasMore)) return 'again'
    if (outcome === 'done') this.updateView(true)
    return 'done'
  }

  /**
   * Drops the cursor for a full resync. The old records stay on screen until its first page
   * arrives.
   */
  private restart(): 'again' {
    this.position = undefined
    return 'again'
  }

  /** Stops if the server does not answer; the next refresh continues. */
  private async fetchMissing(): Promise<void> {
    let goOn = true
    while (goOn) goOn = await this.runInOrder(() => this.fetchMissingPage())
  }

  private async fetchMissingPage(): Promise<boolean> {
    const before = this.position
    if (!before || before.floor === 0) return false
    const answer = await this.requestPage({ epoch: before.epoch, before: before.floor })
    if (!answer?.ok) return false
    const { nextCursor, hasMore } = answer.value
    const position = { ...before, floor: hasMore ? nextCursor : 0 }
    const outcome = await this.applyPage(answer.value, { before, position, asOf: this.asOf })
    if (outcome === 'restart') return (await this.fetchChanges()) === undefined
    // Show only each time the list has doubled: rendering costs grow with the number of records.
    const drawn = this.view.get()?.data.records.length ?? 0
    if (outcome === 'done') this.updateView(!hasMore || this.records.size >= 2 * drawn)
    return outcome === 'done' && hasMore
  }

  /** Undefined if the owner signed out while the request ran, even if they signed in again. */
  private async requestPage(
    query: ChangesQuery = {},
  ): Promise<ApiResult<Page<Data, About>> | undefined> {
    const { userId, position } = this
    const answer = await callEndpoint(this.endpoint, query)
    const isSame = this.userId === userId && this.position === position
    return isSame && getStoredOwner()?.userId === userId ? answer : undefined
  }

  /**
   * Stores a page on this device and applies it in memory. `restart` if the stored list was
   * deleted meanwhile, for example by an erasure; `signed out` if the owner signed out.
   */
  private async applyPage(
    page: Page<Data, About>,
    where: { before: ListPosition | undefined; position: ListPosition; asOf: number },
  ): Promise<'done' | 'restart' | 'signed out'> {
    const { userId } = this
    if (!userId) return 'signed out'
    const put = page.changes.flatMap((one) => ('record' in one ? [one] : []))
    const deletedIds = page.changes.flatMap((one) => ('deleted' in one ? [one.id] : []))
    const storeResult = await storeListPage(
      { userId, kind: this.kind },
      { ...where, changed: put, removedIds: deletedIds },
    )
    if (this.userId !== userId) return 'signed out'
    if (storeResult === 'deleted') {
      this.position = undefined
      return 'restart'
    }
    // `superseded` and `not stored` concern the store only: this tab applies the page in both cases.
    if (!where.before) this.records.clear()
    this.isViewComplete &&= put.length + deletedIds.length === 0 && where.before !== undefined
    for (const { id, record } of put) this.records.set(id, record)
    for (const id of deletedIds) this.records.delete(id)
    this.position = where.position
    this.asOf = where.asOf
    return 'done'
  }

  private updateView(isDue: boolean): void {
    if (!this.position || !isDue) return
    const { about, floor } = this.position
    const records = (this.isViewComplete && this.view.get()?.data.records) || [
      ...this.records.values(),
    ]
    this.isViewComplete = true
    this.view.set({
      data: { records, meta: about as About, isComplete: floor === 0 },
      asOf: this.asOf,
    })
  }

  private clear(): void {
    this.userId = undefined
    this.cachedLoading = undefined
    this.position = undefined
    this.records.clear()
    this.isViewComplete = false
    if (this.view.get()) this.view.set(undefined)
  }
}

/** Like `useDeskData`, for a list that this device stores in full and updates by its changes. */
export function useSyncedList<Data, About>(
  list: SyncedList<Data, About>,
): DeskData<ListData<Data, About>> {
  const view = useStore(list.view)
  const round = useSyncState((state) => state.refetchCount)
  const online = useOnline()

  useEffect(() => addActiveQuery(list.key), [list])
  const asOf = view?.asOf
  useEffect(() => {
    if (asOf !== undefined) recordCachedAnswer(list.key, asOf)
  }, [list, asOf])

  const { value: ended, reload } = useAsync(list.key, () => refreshList(list), `${round} ${online}`)
  const refusal = ended?.refusal
  return { data: view?.data, asOf, state: getQueryState(view, ended), refusal, reload }
}

function getQueryState(
  view: unknown,
  ended: { refusal: unknown } | undefined,
): DeskData<unknown>['state'] {
  if (!view) return ended?.refusal ? 'none' : 'opening'
  return ended && !ended.refusal ? 'fresh' : 'cached'
}

async function refreshList<Data, About>(
  list: SyncedList<Data, About>,
): Promise<{ refusal: ApiRefusal | undefined }> {
  const requestedAt = systemClock()
  recordRequestStart()
  const refusal = await list.refresh()
  const ended = refusal ? toRequestOutcome(refusal) : 'answered'
  recordRequestEnd(list.key, { outcome: ended, requestedAt, endedAt: systemClock() })
  return { refusal: refusal }
}
