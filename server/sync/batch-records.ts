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
  private readonly byKey = new Map<string, LoadedRecord>()

  private constructor(
    private readonly tx: Tx,
    /** The last assigned seq. */
    public lastSeq: number,
    /** Changes up to this seq are written. */
    private flushedSeq = lastSeq,
  ) {}

  /** Reads the records with these keys. */
  static async load(tx: Tx, keys: Iterable<RecordKey>): Promise<BatchRecords> {
    const records = new BatchRecords(tx, (await readSyncClock(tx)).seq)
    for (const [coll, ids] of groupIdsByCollection(keys)) await records.loadAll(coll, ids)
    return records
  }

  async find({ coll, id }: RecordKey): Promise<RecordWithSeq | undefined> {
    return (await this.load(coll, id)).current
  }

  /** The device's current name; empty if the device is unknown. */
  async deviceName(id: string): Promise<string> {
    return (await findDevice(this.tx, id))?.name ?? ''
  }

  /** Keeps the record in memory under the next seq; returns that seq. */
  async put(record: StoredRecord): Promise<number> {
    this.lastSeq += 1
    const loaded = await this.load(record.coll, record.id)
    loaded.current = { seq: this.lastSeq, record }
    return this.lastSeq
  }

  /** Writes the changed records, and advances the clock so that no seq is assigned twice. */
  async flush(): Promise<void> {
    for (const known of this.byKey.values()) {
      const { current, isStored } = known
      if (!current || current.seq <= this.flushedSeq) continue
      if (isStored) await updateRecord(this.tx, current.record, current.seq)
      else await insertRecord(this.tx, current.record, current.seq)
      known.isStored = true
    }
    if (this.lastSeq > this.flushedSeq) await advanceClock(this.tx, this.lastSeq)
    this.flushedSeq = this.lastSeq
  }

  /** Writes everything, then runs `work`, which may number and write records, and reads again. */
  async withFlushed<T>(work: () => Promise<T>): Promise<T> {
    await this.flush()
    const done = await work()
    this.byKey.clear()
    this.flushedSeq = (await readSyncClock(this.tx)).seq
    this.lastSeq = this.flushedSeq
    return done
  }

  private async load(coll: Collection, id: string): Promise<LoadedRecord> {
    const key = `${coll} ${id}`
    const known = this.byKey.get(key)
    if (known) return known
    const now = await findRecord(this.tx, coll, id)
    const found = { current: now, isStored: now !== undefined }
    this.byKey.set(key, found)
    return found
  }

  private async loadAll(coll: Collection, ids: readonly string[]): Promise<void> {
    for (const id of ids) this.byKey.set(`${coll} ${id}`, { current: undefined, isStored: false })
    for (const now of await findRecords(this.tx, coll, ids))
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
export async function writeRecord(tx: Tx, record: StoredRecord): Promise<void> {
  const records = await BatchRecords.load(tx, [])
  await records.put(record)
  await records.flush()
}

/** Removes what was published from the schedule's draft record; the change syncs to all devices. */
export async function clearPublishedDrafts(
  tx: Tx,
  content: ScheduleContent,
  now: number,
): Promise<void> {
  const found = (await findRecord(tx, 'schedule', 'weekly'))?.record
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
  await writeRecord(tx, { ...found, rev, data, revs, conflicts, updatedAt: now })
}
