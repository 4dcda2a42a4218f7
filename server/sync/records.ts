import type { Tx } from '#server/db/database.ts'
import { publishedFields } from '#shared/schedule/drafts.ts'
import type { ScheduleContent } from '#shared/schedule/merge.ts'
import type { Collection } from '#shared/sync/records.ts'
import {
  advanceClock,
  findDevice,
  findRecord,
  findRecords,
  insertRecord,
  type StoredRecord,
  syncClock,
  updateRecord,
} from './store.ts'

/** A record and the seq of its last change. */
interface Latest {
  seq: number
  record: StoredRecord
}

interface Known {
  /** Undefined: there is no such record. */
  now: Latest | undefined
  /** Whether the database has a row of it, perhaps an older state. */
  stored: boolean
}

type RecordKey = Pick<StoredRecord, 'coll' | 'id'>

/**
 * The records of a batch, within one transaction: read together, numbered and changed in memory,
 * and written by `keep`, because reading and writing them one by one takes twice as long. No other
 * code may number or write a record before `keep`.
 */
export class Records {
  /** The last seq given out. */
  last: number
  /** Changes up to this seq are written. */
  private kept: number
  private readonly tx: Tx
  private readonly byKey = new Map<string, Known>()

  constructor(tx: Tx, keys: Iterable<RecordKey>) {
    this.tx = tx
    this.kept = syncClock(tx).seq
    this.last = this.kept
    for (const [coll, ids] of idsByCollection(keys)) this.read(coll, ids)
  }

  find({ coll, id }: RecordKey): Latest | undefined {
    return this.at(coll, id).now
  }

  /** The device's current name; empty if the device is unknown. */
  deviceName(id: string): string {
    return findDevice(this.tx, id)?.name ?? ''
  }

  /** Keeps the record in memory under the next seq; returns that seq. */
  put(record: StoredRecord): number {
    this.last += 1
    this.at(record.coll, record.id).now = { seq: this.last, record }
    return this.last
  }

  /** Writes the changed records, and advances the clock so that no seq is given out twice. */
  keep(): void {
    for (const known of this.byKey.values()) {
      const { now, stored } = known
      if (!now || now.seq <= this.kept) continue
      if (stored) updateRecord(this.tx, now.record, now.seq)
      else insertRecord(this.tx, now.record, now.seq)
      known.stored = true
    }
    if (this.last > this.kept) advanceClock(this.tx, this.last)
    this.kept = this.last
  }

  /** Writes everything, then runs `work`, which may number and write records, and reads anew. */
  lend<T>(work: () => T): T {
    this.keep()
    const done = work()
    this.byKey.clear()
    this.kept = syncClock(this.tx).seq
    this.last = this.kept
    return done
  }

  private at(coll: Collection, id: string): Known {
    const key = `${coll} ${id}`
    const known = this.byKey.get(key)
    if (known) return known
    const now = findRecord(this.tx, coll, id)
    const found = { now, stored: now !== undefined }
    this.byKey.set(key, found)
    return found
  }

  private read(coll: Collection, ids: readonly string[]): void {
    for (const id of ids) this.byKey.set(`${coll} ${id}`, { now: undefined, stored: false })
    for (const now of findRecords(this.tx, coll, ids))
      this.byKey.set(`${coll} ${now.record.id}`, { now, stored: true })
  }
}

function idsByCollection(keys: Iterable<RecordKey>): Map<Collection, string[]> {
  const ids = new Map<Collection, string[]>()
  for (const { coll, id } of keys) {
    const known = ids.get(coll)
    if (known) known.push(id)
    else ids.set(coll, [id])
  }
  return ids
}

/** Writes one record by itself, under the next seq. */
export function writeRecord(tx: Tx, record: StoredRecord): void {
  const records = new Records(tx, [])
  records.put(record)
  records.keep()
}

/** Removes what was published from the schedule's draft record; the change syncs to all devices. */
export function clearDrafts(tx: Tx, content: ScheduleContent, now: number): void {
  const found = findRecord(tx, 'schedule', 'weekly')?.record
  if (!found || found.deleted) return
  const done = publishedFields(found.data, content)
  const conflicts = found.conflicts.filter(
    ({ field, value }) => publishedFields({ [field]: value }, content).length === 0,
  )
  if (done.length === 0 && conflicts.length === found.conflicts.length) return
  const rev = found.rev + 1
  const data = { ...found.data }
  const revs = { ...found.revs }
  for (const field of done) {
    data[field] = null
    revs[field] = [rev, '', new Date(now).toISOString()]
  }
  writeRecord(tx, { ...found, rev, data, revs, conflicts, updatedAt: now })
}
