import type { OwnerDatabase } from '#client/book/store/database.ts'
import { getOptimistic } from '#client/book/store/record.ts'
import type { RecordKey, RecordRef, StoredRecord } from '#client/book/store/schema.ts'
import { getJourneyId } from '#shared/journeys/item-id.ts'
import type { RecordData } from '#shared/sync/records.ts'

/** Ids of journeys, items and passes have a form of their own: see `randomName`. */
const JOURNEY_ID = /^[A-Za-z0-9]{20}(-[A-Za-z0-9]{1,40})?$/

/** Keys under which a record of a journey with this id may be stored. */
export function listJourneyKeys(id: string): RecordKey[] {
  if (!JOURNEY_ID.test(id)) return []
  return id.includes('-') ? [`journey-item/${id}`] : [`journey/${id}`, `guest-pass/${id}`]
}

/** All rows of journeys in memory, as the store has them. */
export class JourneyRows {
  readonly journeys = new Map<string, StoredRecord>()
  readonly passes = new Map<string, StoredRecord>()
  /** By journey, then by item. */
  private readonly items = new Map<string, Map<string, StoredRecord>>()
  /** Counts up with each row that was read again, by journey. */
  private readonly versions = new Map<string, number>()

  reset(rows: readonly StoredRecord[]): void {
    this.journeys.clear()
    this.passes.clear()
    this.items.clear()
    for (const row of rows) this.put(row)
  }

  /** Another number once a row of the journey or of one of its items may have changed. */
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
      if (row) this.put(row)
      else this.remove(key)
    }
  }

  /**
   * Ids of all journeys that are shown: one that was deleted on one device is shown while it has items,
   * so that what another device planned in it meanwhile is not lost.
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

  /** The living items of a journey, in no particular order. */
  listItems(journeyId: string): StoredRecord[] {
    return [...(this.items.get(journeyId)?.values() ?? [])].filter(isLiving)
  }

  get isEmpty(): boolean {
    return this.journeys.size === 0 && this.items.size === 0
  }

  /** Ids of the journeys that have a conflict which the owner has not decided. */
  listConflictedIds(marks: {
    getOpenConflicts: (row: StoredRecord) => readonly unknown[]
  }): Set<string> {
    const open = this.listConflicted().filter((row) => marks.getOpenConflicts(row).length > 0)
    return new Set(open.map(({ coll, id }) => (coll === 'journey' ? id : getJourneyId(id))))
  }

  /** The living rows of journeys and items that have a conflict, decided on this device or not. */
  private listConflicted(): StoredRecord[] {
    const found: StoredRecord[] = []
    const look = (row: StoredRecord) => {
      if (row.conflicts.length > 0 && isLiving(row)) found.push(row)
    }
    for (const row of this.journeys.values()) look(row)
    for (const of of this.items.values()) for (const row of of.values()) look(row)
    return found
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

/** How many documents the server does not have whole. */
export function countUnsentDocuments({ documents }: OwnerDatabase): Promise<number> {
  return documents.where('[waiting+itemId]').between([1], [1, []]).count()
}
