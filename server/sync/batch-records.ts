import type { Tx } from '#server/db/database.ts'
import { readHorizon, readSeq, takeSeqs } from '#server/db/sync-clock.ts'
import type { Collection } from '#shared/sync/collections.ts'
import {
  findDevice,
  findLivingIds,
  findRecord,
  findRecords,
  insertRecord,
  type StoredRecord,
  updateRecord,
} from './store.ts'

/** A record and the seq of its last change: 0 until `BatchRecords.flush`. */
export interface RecordWithSeq {
  seq: number
  record: StoredRecord
}

/** A record that a batch has changed. */
export interface RecordChange {
  /** Undefined: there was no such record. */
  before: StoredRecord | undefined
  after: StoredRecord
}

interface LoadedRecord {
  /** What it was when it was read. */
  before: StoredRecord | undefined
  /** Undefined: there is no such record. */
  current: RecordWithSeq | undefined
  /** Whether the database has a row of it, perhaps an older state. */
  isStored: boolean
}

type RecordKey = Pick<StoredRecord, 'coll' | 'id'>

/**
 * The records of a batch, within one transaction: read together, changed in memory, and numbered and
 * written by `flush`, because reading and writing them one by one takes twice as long. No other code
 * may write a record before `flush`.
 */
export class BatchRecords {
  private readonly byKey = new Map<string, LoadedRecord>()

  /** The changes that have no number yet, in their order. */
  private changes: RecordWithSeq[] = []
  /** Numbers that `flush` has taken: after `from`, up to `to`. */
  numbers: { from: number; to: number } | undefined
  private horizon: number | undefined
  /** The collections of which a record has changed. */
  readonly changedCollections = new Set<Collection>()

  private constructor(private readonly tx: Tx) {}

  static async load(tx: Tx, keys: Iterable<RecordKey>): Promise<BatchRecords> {
    const records = new BatchRecords(tx)
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

  /**
   * What the revisions of a new record begin after: its id may have had a record whose tombstone is
   * purged, and no revision exceeds the number of its change.
   */
  async startingRev(): Promise<number> {
    this.horizon ??= await readHorizon(this.tx)
    return this.horizon
  }

  /** Keeps the record in memory. */
  async put(record: StoredRecord): Promise<RecordWithSeq> {
    const loaded = await this.load(record.coll, record.id)
    const current = { seq: 0, record }
    loaded.current = current
    this.changes.push(current)
    this.changedCollections.add(record.coll)
    return current
  }

  /** Numbers every change, and writes the changed records. */
  async flush(): Promise<void> {
    const changes = this.changes.splice(0)
    if (changes.length === 0) return
    const first = await takeSeqs(this.tx, changes.length)
    for (const [index, change] of changes.entries()) change.seq = first + index
    this.numbers = { from: this.numbers?.from ?? first - 1, to: first + changes.length - 1 }
    for (const known of this.byKey.values()) {
      const { current, isStored } = known
      if (!current || current.seq < first) continue
      if (isStored) await updateRecord(this.tx, current.record, current.seq)
      else await insertRecord(this.tx, current.record, current.seq)
      known.isStored = true
    }
  }

  /**
   * Runs work that writes records by itself, with numbers of its own. The changes before are written first, and every
   * record is read again after it.
   */
  async runApart<T>(work: () => Promise<T>): Promise<T> {
    await this.flush()
    const from = await readSeq(this.tx)
    const done = await work()
    const to = await readSeq(this.tx)
    if (to > from) this.numbers = { from: this.numbers?.from ?? from, to }
    this.byKey.clear()
    return done
  }

  /** The changed records of a collection, without those that were read again since. */
  listChanges(coll: Collection): RecordChange[] {
    return [...this.byKey.values()].flatMap(({ before, current }) =>
      current?.record.coll === coll && current.record !== before
        ? [{ before, after: current.record }]
        : [],
    )
  }

  /** How many records have an id that begins with `prefix`, not counting deleted ones. */
  async countLiving(coll: Collection, prefix: string): Promise<number> {
    const ids = new Set(await findLivingIds(this.tx, coll, prefix))
    for (const { current } of this.byKey.values()) {
      if (current?.record.coll !== coll || !current.record.id.startsWith(prefix)) continue
      if (current.record.deleted) ids.delete(current.record.id)
      else ids.add(current.record.id)
    }
    return ids.size
  }

  private async load(coll: Collection, id: string): Promise<LoadedRecord> {
    const key = `${coll} ${id}`
    const known = this.byKey.get(key)
    if (known) return known
    const now = await findRecord(this.tx, coll, id)
    const found = { before: now?.record, current: now, isStored: now !== undefined }
    this.byKey.set(key, found)
    return found
  }

  private async loadAll(coll: Collection, ids: readonly string[]): Promise<void> {
    const none = { before: undefined, current: undefined, isStored: false }
    for (const id of ids) this.byKey.set(`${coll} ${id}`, { ...none })
    for (const now of await findRecords(this.tx, coll, ids))
      this.byKey.set(`${coll} ${now.record.id}`, {
        ...{ before: now.record, current: now, isStored: true },
      })
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
