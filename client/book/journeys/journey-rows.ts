import type { OwnerDatabase } from '#client/book/store/database.ts'
import { changeToRecord, getOptimistic } from '#client/book/store/record.ts'
import type { RecordKey, RecordRef, StoredRecord } from '#client/book/store/schema.ts'
import { getJourneyId } from '#shared/journeys/item-id.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import type { Change } from '#shared/sync/protocol.ts'

/** The form of the ids of journeys, items and passes; see `randomName`. */
const JOURNEY_ID = /^[A-Za-z0-9]{20}(-[A-Za-z0-9]{1,40})?$/

/** Keys under which a record of a journey with this id may be stored. */
export function listJourneyKeys(id: string): RecordKey[] {
  if (!JOURNEY_ID.test(id)) return []
  return id.includes('-') ? [`journey-item/${id}`] : [`journey/${id}`, `guest-pass/${id}`]
}

/** A page of the store. */
interface JourneyPage {
  no: number
  changes: readonly Change[]
}

/** All stored rows of journeys, in memory. */
export class JourneyRows {
  readonly journeys = new Map<string, StoredRecord>()
  readonly passes = new Map<string, StoredRecord>()
  /** By journey, then by item. */
  private readonly items = new Map<string, Map<string, StoredRecord>>()
  /** By journey; increases with each row that is read again. */
  private readonly versions = new Map<string, number>()
  /** Items as the newest page has them. */
  private readonly packed = new Map<RecordKey, { no: number; row: StoredRecord }>()
  /** Items that have a row in `records`, which wins over pages. */
  private readonly unpacked = new Set<RecordKey>()

  reset(rows: readonly StoredRecord[], pages: readonly JourneyPage[]): void {
    for (const part of [this.journeys, this.passes, this.items, this.packed, this.unpacked])
      part.clear()
    for (const row of rows) this.putRow(row)
    for (const page of pages) this.addPage(page)
  }

  addPage({ no, changes }: JourneyPage): void {
    for (const change of changes) {
      if (change.coll !== 'journey-item') continue
      const row = changeToRecord(change, { epoch: '', resyncNo: 0 })
      if ((this.packed.get(row.key)?.no ?? 0) > no) continue
      this.packed.set(row.key, { no, row })
      if (!this.unpacked.has(row.key)) this.put(row)
    }
  }

  /** The newest page that has an item. */
  getPageNo(itemId: string): number | undefined {
    return this.packed.get(`journey-item/${itemId}`)?.no
  }

  /** Differs from before if a row of the journey or of one of its items may have changed. */
  getVersion(journeyId: string): number {
    return this.versions.get(journeyId) ?? 0
  }

  find({ coll, id }: RecordRef): StoredRecord | undefined {
    if (coll === 'journey') return this.journeys.get(id)
    if (coll === 'guest-pass') return this.passes.get(id)
    return this.items.get(getJourneyId(id))?.get(id)
  }

  /** Reads these records again. Call it in a transaction on `records`. */
  async refresh(db: OwnerDatabase, ids: readonly string[]): Promise<void> {
    const keys = ids.flatMap(listJourneyKeys)
    if (keys.length === 0) return
    const rows = await db.records.bulkGet(keys)
    for (const [i, key] of keys.entries()) {
      const row = rows[i]
      if (row) this.putRow(row)
      else this.removeRow(key)
    }
  }

  /**
   * Ids of all journeys that are shown. A deleted journey is shown while it has items, so that what another
   * device planned in it meanwhile is not lost.
   */
  listShown(): string[] {
    const ids = new Set([...this.journeys.keys(), ...this.items.keys()])
    return [...ids].filter((id) => this.isShown(id))
  }

  isShown(id: string): boolean {
    const row = this.journeys.get(id)
    if (row?.erased) return false
    return (row && isLiving(row)) || this.listItems(id).length > 0
  }

  /** The items of a journey that are not deleted, in no particular order. */
  listItems(journeyId: string): StoredRecord[] {
    return [...(this.items.get(journeyId)?.values() ?? [])].filter(isLiving)
  }

  get isEmpty(): boolean {
    return this.journeys.size === 0 && this.items.size === 0
  }

  /** Ids of the journeys with an unresolved conflict. */
  listConflictedIds(marks: {
    getOpenConflicts: (row: StoredRecord) => readonly unknown[]
  }): Set<string> {
    const open = this.listConflicted().filter((row) => marks.getOpenConflicts(row).length > 0)
    return new Set(open.map(({ coll, id }) => (coll === 'journey' ? id : getJourneyId(id))))
  }

  /** Rows of journeys and items, not deleted, that have a conflict, resolved on this device or not. */
  private listConflicted(): StoredRecord[] {
    const found: StoredRecord[] = []
    const look = (row: StoredRecord) => {
      if (row.conflicts.length > 0 && isLiving(row)) found.push(row)
    }
    for (const row of this.journeys.values()) look(row)
    for (const of of this.items.values()) for (const row of of.values()) look(row)
    return found
  }

  private putRow(row: StoredRecord): void {
    if (row.coll === 'journey-item') this.unpacked.add(row.key)
    this.put(row)
  }

  private removeRow(key: RecordKey): void {
    this.unpacked.delete(key)
    const packed = this.packed.get(key)
    if (packed) this.put(packed.row)
    else this.remove(key)
  }

  private put(row: StoredRecord): void {
    const { coll, id } = row
    if (coll === 'guest-pass') this.passes.set(id, row)
    if (coll === 'journey') this.journeys.set(id, row)
    if (coll === 'journey-item') {
      const journeyId = getJourneyId(id)
      const known = this.items.get(journeyId) ?? new Map<string, StoredRecord>()
      known.set(id, row)
      this.items.set(journeyId, known)
    }
    this.countVersion({ coll, id })
  }

  private remove(key: RecordKey): void {
    const [coll, id = ''] = key.split('/')
    if (coll === 'journey') this.journeys.delete(id)
    if (coll === 'guest-pass') this.passes.delete(id)
    if (coll === 'journey-item') this.items.get(getJourneyId(id))?.delete(id)
    this.countVersion({ coll, id })
  }

  private countVersion({ coll, id }: { coll: string | undefined; id: string }): void {
    if (coll !== 'journey' && coll !== 'journey-item') return
    const journeyId = coll === 'journey' ? id : getJourneyId(id)
    this.versions.set(journeyId, this.getVersion(journeyId) + 1)
  }
}

/** The journey that a record belongs to; undefined for a pass whose journey is not known. */
export function findJourneyOf({ coll, id }: RecordRef, data: RecordData): string | undefined {
  if (coll === 'journey') return id
  if (coll === 'journey-item') return getJourneyId(id)
  return typeof data.journey === 'string' ? data.journey : undefined
}

export function isLiving(row: StoredRecord): boolean {
  return !row.erased && !getOptimistic(row).deleted
}

/** Documents that the server does not have whole. Here, because `documents.ts` loads only when it is needed. */
export function findUnsentDocuments({ documents }: OwnerDatabase) {
  return documents.where('[waiting+itemId]').between([1], [1, []])
}
