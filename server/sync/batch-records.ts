import type { Tx } from '#server/db/database.ts'
import type { ScheduleContent } from '#shared/schedule/merge-schedules.ts'
import { listPublishedFields } from '#shared/schedule/schedule-drafts.ts'
import type { Collection } from '#shared/sync/records.ts'
import {
  advanceClock,
  findDevice,
  findRecord,
  findRecords,
  insertRecord,
  readSyncClock,
  type StoredRecord,
  updateRecord,
} from './store.ts'

/** A record and the seq of its last change. */
interface RecordWithSeq {
  seq: number
  record: StoredRecord
}

interface LoadedRecord {
  /** Undefined: there is no such record. */
  current: RecordWithSeq | undefined
  /** Whether the database has a row of it, perhaps an older state. */
  isStored: boolean
}

type RecordKey = Pick<StoredRecord, 'coll' | 'id'>

/**
 * The records of a batch, within one transaction: read together, numbered and changed in memory,
 * and written by `flush`, because reading and writing them one by one takes twice as long. No other
 * code may number or write a record before `flush`.
 */
export class BatchRecords {
  /** The last assigned seq. */
  lastSeq: number
  /** Changes up to this seq are written. */
  private flushedSeq: number
  private readonly tx: Tx
  private readonly byKey = new Map<string, LoadedRecord>()

  constructor(tx: Tx, keys: Iterable<RecordKey>) {
    this.tx = tx
    this.flushedSeq = readSyncClock(tx).seq
    this.lastSeq = this.flushedSeq
    for (const [coll, ids] of groupIdsByCollection(keys)) this.loadAll(coll, ids)
  }

  find({ coll, id }: RecordKey): RecordWithSeq | undefined {
    return this.load(coll, id).current
  }

  /** The device's current name; empty if the device is unknown. */
  deviceName(id: string): string {
    return findDevice(this.tx, id)?.name ?? ''
  }

  /** Keeps the record in memory under the next seq; returns that seq. */
  put(record: StoredRecord): number {
    this.lastSeq += 1
    this.load(record.coll, record.id).current = { seq: this.lastSeq, record }
    return this.lastSeq
  }

  /** Writes the changed records, and advances the clock so that no seq is assigned twice. */
  flush(): void {
    for (const known of this.byKey.values()) {
      const { current, isStored } = known
      if (!current || current.seq <= this.flushedSeq) continue
      if (isStored) updateRecord(this.tx, current.record, current.seq)
      else insertRecord(this.tx, current.record, current.seq)
      known.isStored = true
    }
    if (this.lastSeq > this.flushedSeq) advanceClock(this.tx, this.lastSeq)
    this.flushedSeq = this.lastSeq
  }

  /** Writes everything, then runs `work`, which may number and write records, and reads again. */
  withFlushed<T>(work: () => T): T {
    this.flush()
    const done = work()
    this.byKey.clear()
    this.flushedSeq = readSyncClock(this.tx).seq
    this.lastSeq = this.flushedSeq
    return done
  }

  private load(coll: Collection, id: string): LoadedRecord {
    const key = `${coll} ${id}`
    const known = this.byKey.get(key)
    if (known) return known
    const now = findRecord(this.tx, coll, id)
    const found = { current: now, isStored: now !== undefined }
    this.byKey.set(key, found)
    return found
  }

  private loadAll(coll: Collection, ids: readonly string[]): void {
    for (const id of ids) this.byKey.set(`${coll} ${id}`, { current: undefined, isStored: false })
    for (const now of findRecords(this.tx, coll, ids))
      this.byKey.set(`${coll} ${now.record.id}`, { current: now, isStored: true })
  }
}

function groupIdsByCollection(keys: Iterable<RecordKey>): Map<Collection, string[]> {
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
  const records = new BatchRecords(tx, [])
  records.put(record)
  records.flush()
}

/** Removes what was published from the schedule's draft record; the change syncs to all devices. */
export function clearPublishedDrafts(tx: Tx, content: ScheduleContent, now: number): void {
  const found = findRecord(tx, 'schedule', 'weekly')?.record
  if (!found || found.deleted) return
  const done = listPublishedFields(found.data, content)
  const conflicts = found.conflicts.filter(
    ({ field, value }) => listPublishedFields({ [field]: value }, content).length === 0,
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
