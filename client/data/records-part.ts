import { findSubject, isNew, toPendingEdit } from '#client/data/edits/pending-edits.ts'
import type { DeletedPart } from '#client/data/edits/recently-deleted.ts'
import type { RecordDecision, RecordEdit } from '#client/data/edits/types.ts'
import { CLIENT } from '#client/data/index/client-index.ts'
import { NewsCounter } from '#client/data/index/news-counter.ts'
import type { JourneysLoader } from '#client/data/journeys/journeys-loader.ts'
import { listReadOnly } from '#client/data/store/read-only.ts'
import { readLatestPending, readPendingByKey } from '#client/data/store/record.ts'
import type {
  AttentionItem,
  ListedCollection,
  ListedRecords,
  NewsCounts,
  PendingEdit,
  RecordsAnswer,
  RecordsPosition,
} from '#client/data/store/types.ts'
import { isJourneyCollection } from '#shared/journeys/collections.ts'
import { getCollection, getRecordPath } from '#shared/sync/collections.ts'
import type { DataCore } from './data-core.ts'
import { resolveConflicts } from './edits/pending-edits.ts'

/** What all collections have in common: records that pages list whole, pending and rejected edits, conflicts. */
export class RecordsPart {
  private readonly news = new NewsCounter()

  constructor(
    private readonly core: DataCore,
    private readonly journeys: JourneysLoader,
    private readonly loadDeleted: () => Promise<DeletedPart>,
  ) {}

  /** The records that have changed since `position`, or all of them, with pending edits. */
  async list<Coll extends ListedCollection>(
    coll: Coll,
    position: RecordsPosition | undefined,
  ): Promise<RecordsAnswer<ListedRecords[Coll]>> {
    await this.core.whenOpened
    const { listed, hasSynced: isComplete } = this.core.cache
    const found = listed.has(coll)
      ? { ...listed.list(coll, position), isComplete }
      : await listReadOnly(this.core.db, coll, position)
    return found as RecordsAnswer<ListedRecords[Coll]>
  }

  /** Queues the edits of one action: all of them or, after a failure, none. */
  edit(edits: readonly RecordEdit[]): Promise<void> {
    const ids = edits.map(({ id }) => id)
    return this.core.edit(ids, () => this.core.edits.applyAll(edits))
  }

  /**
   * Queues the owner's decisions about conflicts of records and of those that extend them. A journey that is kept
   * although another device deleted it gets back the items that were deleted with it.
   */
  async resolveConflicts(decisions: RecordDecision[]): Promise<void> {
    const { edits, cache } = this.core
    const mayHaveParts = decisions.some(({ coll }) => coll === 'journey')
    const parts = mayHaveParts ? await (await this.loadDeleted()).listPartsOfKept(decisions) : []
    const ids = [...decisions, ...parts].map(({ id }) => id)
    await this.core.edit(ids, () =>
      resolveConflicts({ edits, rows: cache.journeys }, decisions, parts),
    )
  }

  /** Undefined until the first sync of this device is complete. */
  async countNews(): Promise<NewsCounts | undefined> {
    const { db, clock, cache, whenOpened } = this.core
    await whenOpened
    const { listed, hasSynced, device } = cache
    // Until then, what was read long ago would count as unread: the mark on a submission comes later than it.
    if (!hasSynced) return undefined
    return this.news.count(db, listed, clock() + (device?.clockSkew ?? 0))
  }

  /** Pending mutations, newest first, at most `limit`: after an import there is one for each client. */
  async listPending(limit: number): Promise<PendingEdit[]> {
    const { db, cache } = this.core
    const undone = new Set(cache.listUndoneAdditions().map(({ n }) => n))
    const queued = (await readLatestPending(db, limit)).filter(({ n }) => !undone.has(n))
    const added = queued.filter(({ intent }) => isNew(cache, intent))
    const pendingByKey = await readPendingByKey(db, [...new Set(added.map(({ key }) => key))])
    const hasJourneys = queued.some(({ intent }) => isJourneyCollection(intent.coll))
    const index = hasJourneys ? (await this.journeys.load()).index : undefined
    const subjects = await Promise.all(queued.map((item) => findSubject(db, item)))
    return queued.map((item, number) => {
      const first = pendingByKey.get(item.key)?.[0]?.n
      return toPendingEdit(cache, item, { first, index, subject: subjects[number] })
    })
  }

  /** Clients, journeys and what pages edit, with a rejected mutation or an open conflict, at most `limit`. */
  async listNeedingAttention(limit: number): Promise<AttentionItem[]> {
    const { cache, whenOpened } = this.core
    await whenOpened
    const clients = [...cache.listUnsettledClients()]
      .slice(0, limit)
      .map((entry): AttentionLine => {
        const { id, name } = cache.toListItem(entry)
        const isRejected = cache.isRejected({ coll: CLIENT, id })
        return { coll: CLIENT, id, name, mark: isRejected ? 'rejected' : 'conflict' }
      })
    const journeys = await this.journeys.read((journeyIndex) => journeyIndex.listNeedingAttention())
    const onPages = [...cache.pageMarks].map(
      ([coll, mark]): AttentionLine => ({
        ...{ coll, id: coll, mark },
        name: getCollection(coll).page?.title ?? '',
      }),
    )
    return [...onPages, ...journeys, ...clients].slice(0, limit).map(toAttentionItem)
  }

  /** Discards a rejected mutation for good. */
  async discardRejected(n: number): Promise<void> {
    // Loaded on demand, because the server rejects few edits.
    const { discardRejected } = await import('#client/data/edits/discard-rejected.ts')
    await this.core.whenOpened
    const id = await discardRejected(this.core, n)
    if (id !== undefined) await this.core.reportEdit([id])
  }
}

type AttentionLine = Omit<AttentionItem, 'path' | 'conflictText'>

function toAttentionItem(line: AttentionLine): AttentionItem {
  const { coll, id, mark } = line
  const { path, listsRejected, conflictText } = getCollection(coll)
  const list = mark === 'rejected' && listsRejected ? path : undefined
  return { ...line, path: list ?? getRecordPath(coll, id), ...(conflictText && { conflictText }) }
}
