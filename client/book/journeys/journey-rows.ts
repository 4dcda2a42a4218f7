import type { OwnerDatabase } from '#client/book/store/database.ts'
import { getOptimistic } from '#client/book/store/record.ts'
import type { RecordKey, StoredRecord } from '#client/book/store/schema.ts'
import { getJourneyId } from '#shared/journeys/journey-fields.ts'

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

  reset(rows: readonly StoredRecord[]): void {
    this.journeys.clear()
    this.passes.clear()
    this.items.clear()
    for (const row of rows) this.put(row)
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

  /** Journeys that are not deleted, or have items that are not. */
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

  listConflicted(): StoredRecord[] {
    return [
      ...this.journeys.values(),
      ...[...this.items.values()].flatMap((of) => [...of.values()]),
    ]
      .filter(isLiving)
      .filter(({ conflicts }) => conflicts.length > 0)
  }

  private put(row: StoredRecord): void {
    if (row.coll === 'journey') this.journeys.set(row.id, row)
    if (row.coll === 'guest-pass') this.passes.set(row.id, row)
    if (row.coll !== 'journey-item') return
    const journeyId = getJourneyId(row.id)
    const known = this.items.get(journeyId) ?? new Map<string, StoredRecord>()
    known.set(row.id, row)
    this.items.set(journeyId, known)
  }

  private remove(key: RecordKey): void {
    const [coll, id = ''] = key.split('/')
    if (coll === 'journey') this.journeys.delete(id)
    if (coll === 'guest-pass') this.passes.delete(id)
    if (coll === 'journey-item') this.items.get(getJourneyId(id))?.delete(id)
  }
}

export function isLiving(row: StoredRecord): boolean {
  return !row.erased && !getOptimistic(row).deleted
}
