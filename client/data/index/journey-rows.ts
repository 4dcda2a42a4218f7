import type { OwnerDatabase } from '#client/data/store/database.ts'
import { isReadFromPages } from '#client/data/store/pages.ts'
import { changeToRecord, getOptimistic } from '#client/data/store/record.ts'
import {
  type RecordKey,
  type RecordRef,
  type StoredRecord,
  toRecordKey,
  toRecordRef,
} from '#client/data/store/schema.ts'
import { journeyCollections } from '#shared/journeys/collections.ts'
import { getJourneyId } from '#shared/journeys/item-id.ts'
import {
  type Collection,
  findParent,
  listExtensions,
  type RecordData,
  toExtended,
} from '#shared/sync/collections.ts'
import type { Change } from '#shared/sync/protocol.ts'

/** The form of the ids of a journey's records; see `randomName`. */
const JOURNEY_ID = /^[A-Za-z0-9]{20}(-[A-Za-z0-9]{1,40})?$/

/** Keys under which a record of a journey with this id may be stored. */
export function listJourneyKeys(id: string): RecordKey[] {
  if (!JOURNEY_ID.test(id)) return []
  return journeyCollections
    .filter(({ idForm }) => idForm.test(id))
    .map(({ name }): RecordKey => `${name}/${id}`)
}

interface JourneyPage {
  no: number
  changes: readonly Change[]
}

/** All stored rows of journeys, in memory. */
export class JourneyRows {
  readonly journeys = new Map<string, StoredRecord>()
  readonly passes = new Map<string, StoredRecord>()
  /** By collection, then by id. */
  private readonly rows = new Map<Collection, Map<string, StoredRecord>>([
    ...journeyCollections.map(({ name }) => [name, new Map<string, StoredRecord>()] as const),
    ['journey', this.journeys],
    ['guest-pass', this.passes],
  ])
  /** By journey, then by item. */
  private readonly items = new Map<string, Map<string, StoredRecord>>()
  /** By journey; increases with each row that is read again. */
  private readonly versions = new Map<string, number>()
  /** Records as the newest page has them. */
  private readonly packed = new Map<RecordKey, { no: number; row: StoredRecord }>()
  /** Records that have a row in `records`, which wins over pages. */
  private readonly unpacked = new Set<RecordKey>()

  reset(rows: readonly StoredRecord[], pages: readonly JourneyPage[]): void {
    for (const part of [...this.rows.values(), this.items, this.packed, this.unpacked]) part.clear()
    for (const row of rows) if (this.rows.has(row.coll)) this.putRow(row)
    for (const page of pages) this.addPage(page)
  }

  addPage({ no, changes }: JourneyPage): void {
    for (const change of changes) {
      if (!this.rows.has(change.coll) || !isReadFromPages(change.coll)) continue
      const row = changeToRecord(change, { epoch: '', resyncNo: 0 })
      if ((this.packed.get(row.key)?.no ?? 0) > no) continue
      this.packed.set(row.key, { no, row })
      if (!this.unpacked.has(row.key)) this.put(row)
    }
  }

  /** The newest page that has a record. */
  getPageNo(ref: RecordRef): number | undefined {
    return this.packed.get(toRecordKey(ref))?.no
  }

  /** Differs from before if a row of the journey, except its passes, may have changed. */
  getVersion(journeyId: string): number {
    return this.versions.get(journeyId) ?? 0
  }

  find({ coll, id }: RecordRef): StoredRecord | undefined {
    return this.rows.get(coll)?.get(id)
  }

  /** The rows of the records that extend one. */
  listExtensions({ coll, id }: RecordRef): StoredRecord[] {
    return listExtensions(coll).flatMap(({ name }) => this.rows.get(name)?.get(id) ?? [])
  }

  /** A record's optimistic data with that of the records that extend it; empty if it is not here. */
  readWhole(ref: RecordRef): RecordData {
    const row = this.find(ref)
    const data = row ? getOptimistic(row).data : {}
    const extensions = this.listExtensions(ref)
    return extensions.length === 0
      ? data
      : Object.assign({ ...data }, ...extensions.map((one) => getOptimistic(one).data))
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

  /** The records of a collection that are deleted, and not erased. */
  listDeleted(coll: Collection): StoredRecord[] {
    const all = [...(this.rows.get(coll)?.values() ?? [])]
    return all.filter((row) => !row.erased && !isLiving(row))
  }

  /** The items of all journeys that are not deleted, in no particular order. */
  listLivingItems(): StoredRecord[] {
    return [...this.items.keys()].flatMap((id) => this.listItems(id))
  }

  get isEmpty(): boolean {
    return this.journeys.size === 0 && this.items.size === 0
  }

  /** Ids of the journeys with an unresolved conflict. */
  listConflictedIds(marks: {
    getOpenConflicts: (row: StoredRecord) => readonly unknown[]
  }): Set<string> {
    const open = this.listConflicted().filter((row) => marks.getOpenConflicts(row).length > 0)
    return new Set(open.flatMap((row) => findJourneyOf(row, row.data) ?? []))
  }

  /** Rows, not deleted, that have a conflict, resolved on this device or not. */
  private listConflicted(): StoredRecord[] {
    const found: StoredRecord[] = []
    for (const rows of this.rows.values())
      for (const row of rows.values())
        if (row.conflicts.length > 0 && isLiving(this.find(toExtended(row)) ?? row)) found.push(row)
    return found
  }

  private putRow(row: StoredRecord): void {
    this.unpacked.add(row.key)
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
    this.rows.get(coll)?.set(id, row)
    if (coll === 'journey-item') {
      const journeyId = getJourneyId(id)
      const known = this.items.get(journeyId) ?? new Map<string, StoredRecord>()
      known.set(id, row)
      this.items.set(journeyId, known)
    }
    this.countVersion(row)
  }

  private remove(key: RecordKey): void {
    const { coll, id } = toRecordRef(key)
    this.rows.get(coll)?.delete(id)
    if (coll === 'journey-item') this.items.get(getJourneyId(id))?.delete(id)
    this.countVersion({ coll, id })
  }

  private countVersion(ref: RecordRef): void {
    const journeyId = findJourneyOf(ref, {})
    if (journeyId !== undefined) this.versions.set(journeyId, this.getVersion(journeyId) + 1)
  }
}

/** The journey that a record belongs to; undefined for a pass whose journey is not known. */
export function findJourneyOf(ref: RecordRef, data: RecordData): string | undefined {
  if (ref.coll === 'guest-pass') return findParent(ref, data)?.id
  return getJourneyId(ref.id)
}

export function isLiving(row: StoredRecord): boolean {
  return !row.erased && !getOptimistic(row).deleted
}

/** Documents that the server does not have whole. Here, because `documents.ts` loads only when it is needed. */
export function findUnsentDocuments({ documents }: OwnerDatabase) {
  return documents.where('[waiting+itemId]').between([1], [1, []])
}
