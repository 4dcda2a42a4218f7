import {
  listCollectionRecords,
  readStoredCollection,
  type StoredCollection,
} from '#client/data/store/collection-records.ts'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import { type PageHints, unpack } from '#client/data/store/pages.ts'
import { getOptimistic } from '#client/data/store/record.ts'
import {
  type DeviceState,
  type PendingMutation,
  type RecordKey,
  type RecordRef,
  type RejectedMutation,
  type StoredRecord,
  toRecordKey,
  toRecordRef,
} from '#client/data/store/schema.ts'
import type {
  AttentionItem,
  ClientListItem,
  ClientMark,
  DataState,
} from '#client/data/store/types.ts'
import { isDeletion, listUndoneAdditions } from '#client/data/store/undone-additions.ts'
import { UNNAMED } from '#shared/clients/client-fields.ts'
import { isJourneyCollection } from '#shared/journeys/collections.ts'
import {
  collectionNames,
  getCollection,
  isExtension,
  listPageCollections,
  type PageCollection,
} from '#shared/sync/collections.ts'
import type { Change } from '#shared/sync/protocol.ts'
import { CLIENT, ClientIndex } from './client-index.ts'
import type { IndexEntry } from './index-entry.ts'
import { JourneyRows, listJourneyKeys } from './journey-rows.ts'
import { ListedRows } from './listed-rows.ts'

const UNLISTED = collectionNames.filter(isExtension).map((coll) => `${coll}/`)

/** The collections that one page edits, with values that the owner types: they may be disputed or rejected. */
const typedOnPages = listPageCollections().filter((coll) => !getCollection(coll).isMark)

/** Pages read per request, after the first page, which is shown at once. */
const PAGES_AT_A_TIME = 12

interface Page {
  no: number
  changes: Change[]
}

/** In-memory copy of what lists, search and counters need from the store. */
export class RecordCache {
  index = new ClientIndex()
  readonly journeys = new JourneyRows()
  readonly listed = new ListedRows()
  /** Increases with each change. */
  version = 0
  phase: DataState['phase'] = 'opening'
  /** Some pages are not read yet. */
  loading = true
  /** Time of the last edit of each record with pending mutations, UTC milliseconds. */
  pendingEditTimes = new Map<string, number>()
  /** The records with refused mutations. */
  private rejectedKeys: ReadonlySet<RecordKey> = new Set()
  /** Refused mutations of journeys, items and passes, in order. */
  rejectedOfJourneys: RejectedMutation[] = []
  /** Conflicts decided on this device, pending on the server: conflict ids by record. */
  private decidedConflicts = new Map<string, string[]>()
  counts = { pending: 0, rejected: 0 }
  /** Pending mutations of extensions. They are not counted: the extended record has one, too. */
  private unlistedCount = 0
  /** All pending mutations of the records that have a pending deletion, by id. */
  private readonly pendingWithDeletion = new Map<string, PendingMutation[]>()
  /** The collections that a page edits with a conflict or a refused edit, which only the owner can settle. */
  pageMarks: ReadonlyMap<PageCollection, AttentionItem['mark']> = new Map()
  device: DeviceState | undefined
  private readonly db: OwnerDatabase
  private readonly onChange: () => void
  /**
   * The server revision of each client that has a row; 0 if the server does not have the client
   * yet.
   */
  private recordRevs = new Map<string, number>()
  private lastTask: Promise<void> = Promise.resolve()

  /** `onChange` is called after each change. */
  constructor(db: OwnerDatabase, onChange: () => void) {
    this.db = db
    this.onChange = onChange
  }

  open(): Promise<void> {
    return this.runInOrder(async () => {
      try {
        await this.load(this.index)
      } catch (error) {
        this.phase = 'unavailable'
        throw error
      }
    })
  }

  /** Reads these clients again, or all clients. */
  refresh(ids: readonly string[] | 'all'): Promise<void> {
    return this.runInOrder(async () => {
      if (ids !== 'all' && (await this.readSnapshot(() => this.readClients([...new Set(ids)]))))
        return
      await this.load(new ClientIndex())
    })
  }

  /** Tells readers which page contains a record, so that they need not search all pages. */
  readonly hints: PageHints = (coll, id) => {
    if (this.loading) return { knownThrough: -1, pageNo: undefined }
    return {
      knownThrough: Math.max(-1, ...this.index.pageNumbers),
      pageNo: coll === CLIENT ? this.index.get(id)?.pageNo : this.journeys.getPageNo({ coll, id }),
    }
  }

  /**
   * Pending mutations as the owner counts them, see `listUndoneAdditions`: not 0 while another one is pending.
   */
  get pendingCount(): number {
    const undone = this.listUndoneAdditions()
    const pending = this.counts.pending - undone.length
    const unlisted =
      this.unlistedCount - undone.filter(({ intent }) => isExtension(intent.coll)).length
    return Math.max(pending - unlisted, Math.min(pending, 1))
  }

  listUndoneAdditions(): PendingMutation[] {
    return listUndoneAdditions([...this.pendingWithDeletion.values()].flat(), {
      assignedMids: this.device?.assignedMids ?? [],
      isConfirmed: (key) => !this.isNewRecord(toRecordRef(key)),
    })
  }

  private isNewRecord({ coll, id }: RecordRef): boolean {
    return coll === CLIENT ? this.isNew(id) : this.journeys.find({ coll, id })?.rev === 0
  }

  /** The first sync of this device is complete: no record is missing. */
  get hasSynced(): boolean {
    return this.device?.syncedAt !== undefined
  }

  /** Whether a client was created here and is still pending. */
  isNew(id: string): boolean {
    return this.recordRevs.get(id) === 0
  }

  isRejected(ref: RecordRef): boolean {
    return this.rejectedKeys.has(toRecordKey(ref))
  }

  /** Clients with a rejected mutation or an open conflict, the rejected first. */
  listUnsettledClients(): Set<IndexEntry> {
    const rejected = [...this.rejectedKeys]
      .map(toRecordRef)
      .flatMap(({ coll, id }) => (coll === CLIENT ? (this.index.get(id) ?? []) : []))
    return new Set([...rejected, ...this.index.listConflicted()])
  }

  toListItem(entry: IndexEntry): ClientListItem {
    const { id, name, location, lastContact } = entry
    const mark = this.getMark(entry)
    return { id, name: name || UNNAMED, location, lastContact, ...(mark && { mark }) }
  }

  /** The most serious mark only. */
  private getMark(entry: IndexEntry): ClientMark | undefined {
    if (this.isRejected({ coll: CLIENT, id: entry.id })) return 'rejected'
    if (entry.hasConflict) return 'conflict'
    if (this.pendingEditTimes.has(entry.id)) return 'pending'
    return this.index.hasDuplicate(entry) ? 'duplicate' : undefined
  }

  /** Runs `work` in one read transaction, so that it sees one consistent state. */
  private readSnapshot<T>(work: () => Promise<T>): Promise<T> {
    const { records, pages, queue, rejected, device } = this.db
    const tables = [records, pages, queue, rejected, device]
    return this.db.transaction('r', tables, work)
  }

  private load(index: ClientIndex): Promise<void> {
    return this.readSnapshot(async () => {
      this.recordRevs = new Map()
      await this.readMarks()
      const rows = await this.db.records.toArray()
      this.putRecords(index, rows)
      const pages: Page[] = []
      await this.addPages(index, await this.readPageNumbers(), (page) => pages.push(page))
      this.journeys.reset(rows, pages)
      this.listed.reset(rows)
      this.index = index
      this.loading = false
      this.phase = 'ready'
      this.notifyChange()
    })
  }

  /** The newest first, so that a record that several pages have is indexed once. */
  private async readPageNumbers(): Promise<number[]> {
    return (await this.db.pages.toCollection().primaryKeys()).reverse()
  }

  private async addPages(
    index: ClientIndex,
    numbers: number[],
    onPage: (page: Page) => void,
  ): Promise<void> {
    for (let i = 0; i < numbers.length; i += i === 0 ? 1 : PAGES_AT_A_TIME) {
      const some = numbers.slice(i, i === 0 ? 1 : i + PAGES_AT_A_TIME)
      for (const page of await this.db.pages.bulkGet(some)) {
        if (!page) continue
        const { no, bytes } = page
        const changes = unpack(bytes)
        index.addPage(no, changes)
        onPage({ no, changes })
      }
      // The first page is shown at once, the others when all are read.
      if (i === 0 && index === this.index && this.loading) {
        this.phase = 'ready'
        this.notifyChange()
      }
    }
  }

  /**
   * Reads new pages and the rows of these clients. False if a page was removed, and everything must
   * be read again.
   */
  private async readClients(ids: string[]): Promise<boolean> {
    const { index } = this
    const numbers = await this.readPageNumbers()
    const there = new Set(numbers)
    for (const no of index.pageNumbers) if (!there.has(no)) return false
    await this.readMarks(ids)
    const [rows] = await Promise.all([
      this.db.records.bulkGet(ids.map(clientKey)),
      this.journeys.refresh(this.db, ids),
      this.listed.refresh(this.db, ids),
    ])
    await this.addPages(
      index,
      numbers.filter((no) => !index.pageNumbers.has(no)),
      (page) => this.journeys.addPage(page),
    )
    await this.removeRecords(ids.filter((_id, i) => !rows[i]))
    this.putRecords(
      index,
      rows.filter((row) => row !== undefined),
    )
    this.notifyChange()
    return true
  }

  /**
   * Removes rows from the index, and adds their clients from the pages again, if a page has them.
   */
  private async removeRecords(ids: readonly string[]): Promise<void> {
    const removed = new Set(ids.filter((id) => this.recordRevs.delete(id)))
    const numbers = new Set<number>()
    for (const id of removed) {
      const page = this.index.get(id)?.pageNo
      this.index.removeRecord(id)
      if (page !== undefined) numbers.add(page)
    }
    for (const page of await this.db.pages.bulkGet([...numbers]))
      if (page)
        this.index.addPage(
          page.no,
          unpack(page.bytes).filter(({ id }) => removed.has(id)),
        )
  }

  private putRecords(index: ClientIndex, rows: readonly StoredRecord[]): void {
    for (const row of rows) {
      if (row.coll !== CLIENT) continue
      this.recordRevs.set(row.id, row.rev)
      const conflicts = this.getOpenConflicts(row)
      index.putRecord(toOptimisticChange({ ...row, conflicts }, this.pendingEditTimes.get(row.id)))
    }
  }

  /** Reads pending and rejected mutations of these records, or of all, and the counters. */
  private async readMarks(ids?: string[]): Promise<void> {
    const { queue, rejected, device } = this.db
    const keys = ids?.flatMap((id) => [clientKey(id), ...listJourneyKeys(id)])
    const [queued, failed, state, pending, onPages] = await Promise.all([
      (keys ? queue.where('key').anyOf(keys) : queue).toArray(),
      rejected.toArray(),
      device.get('device'),
      queue.count(),
      Promise.all(typedOnPages.map((coll) => readStoredCollection(this.db, coll))),
    ])
    this.device = state
    for (const id of ids ?? [...this.pendingEditTimes.keys()]) {
      this.pendingEditTimes.delete(id)
      this.decidedConflicts.delete(id)
      this.pendingWithDeletion.delete(id)
    }
    const deleted = new Set(queued.filter(isDeletion).map(({ intent }) => intent.id))
    for (const item of queued) {
      const { intent, at } = item
      if (deleted.has(intent.id))
        this.pendingWithDeletion.set(intent.id, [
          ...(this.pendingWithDeletion.get(intent.id) ?? []),
          item,
        ])
      this.pendingEditTimes.set(intent.id, Date.parse(at))
      if (intent.op === 'resolve')
        this.decidedConflicts.set(intent.id, [
          ...(this.decidedConflicts.get(intent.id) ?? []),
          intent.cid,
        ])
    }
    this.rejectedKeys = new Set(failed.map(({ key }) => key))
    this.rejectedOfJourneys = failed.filter(({ intent }) => isJourneyCollection(intent.coll))
    this.pageMarks = new Map(
      typedOnPages.flatMap((coll, i) => {
        const mark = getPageMark(coll, onPages[i], failed)
        return mark ? [[coll, mark]] : []
      }),
    )
    this.counts = { pending, rejected: failed.length }
    this.unlistedCount =
      pending === 0 ? 0 : await queue.where('key').startsWithAnyOf(UNLISTED).count()
  }

  /** The record's conflicts for which no decision is pending on this device. */
  getOpenConflicts({ id, conflicts }: StoredRecord): StoredRecord['conflicts'] {
    const decided = this.decidedConflicts.get(id)
    return decided ? conflicts.filter(({ cid }) => !decided.includes(cid)) : conflicts
  }

  private notifyChange(): void {
    this.version += 1
    this.onChange()
  }

  /** Serialises reads, so that an older result never overwrites a newer one. */
  private runInOrder(work: () => Promise<unknown>): Promise<void> {
    const done = this.lastTask.then(async () => {
      await work()
    })
    this.lastTask = done.catch(() => undefined)
    return done
  }
}

function getPageMark(
  coll: PageCollection,
  stored: StoredCollection | undefined,
  failed: readonly RejectedMutation[],
): AttentionItem['mark'] | undefined {
  if (failed.some(({ intent }) => intent.coll === coll)) return 'rejected'
  const hasConflict =
    stored && listCollectionRecords(stored).some(({ conflicts }) => conflicts.length > 0)
  return hasConflict ? 'conflict' : undefined
}

function clientKey(id: string): RecordKey {
  return toRecordKey({ coll: CLIENT, id })
}

/** A row in the shape of a change, with its optimistic value. */
function toOptimisticChange(row: StoredRecord, editedAt = 0): Change {
  const { coll, id, rev, seq, erased, conflicts, createdAt } = row
  const { data, deleted } = getOptimistic(row)
  const updatedAt = Math.max(row.updatedAt, editedAt)
  return { coll, id, rev, seq, deleted, erased, data, conflicts, createdAt, updatedAt }
}
