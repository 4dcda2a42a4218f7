import { listReadOnly } from '#client/data/store/read-only.ts'
import { readPendingByKey, withOptimistic, withRejectedFields } from '#client/data/store/record.ts'
import { type RecordRef, type StoredRecord, toRecordRef } from '#client/data/store/schema.ts'
import { type ReadOnlyCollection, readOnlyCollections } from '#shared/sync/read-only-collections.ts'
import type { SyncDevice } from './sync-device.ts'

/**
 * A sentence for each record whose stored optimistic value differs from the confirmed value with
 * the pending mutations on top.
 */
export function findWrongViews(device: SyncDevice): Promise<string[]> {
  const { records, pages, queue, rejected, device: states } = device.db
  const tables = [records, pages, queue, rejected, states]
  // One transaction, because a sync may be in progress.
  return device.db.transaction('r', tables, async () => compareViews(device))
}

async function compareViews(device: SyncDevice): Promise<string[]> {
  const { db, name } = device
  const state = await db.device.get('device')
  const pendingByKey = await readPendingByKey(db)
  const refs = [...pendingByKey.keys()].map(toRecordRef)
  const rows = await device.readRecords(refs)
  const single = new Set(await db.records.toCollection().primaryKeys())
  const pending = rows.map((row) => withOptimistic(row, pendingByKey.get(row.key) ?? []))
  const expected = await withRejectedFields(db, pending, pendingByKey)
  return rows.flatMap((row, i) => {
    // A packed record from before a restore keeps its edits until the server sends it again.
    const isStale = row.epoch !== state?.epoch && !single.has(row.key)
    const [actual, meant] = [formatOptimistic(row), formatOptimistic(expected[i] ?? row)]
    return isStale || actual === meant
      ? []
      : [`${name} shows ${row.key} as ${actual}, not ${meant}`]
  })
}

/** A device's rows of these records, from packed pages or from the table `records`. */
export function readRecords(
  device: SyncDevice,
  refs: readonly RecordRef[],
): Promise<StoredRecord[]> {
  const { records, pages, device: states } = device.db
  return device.db.transaction('r', [records, pages, states], async () => {
    return device.readRecords(refs)
  })
}

function formatOptimistic({ optimistic }: StoredRecord): string {
  return JSON.stringify(optimistic && { ...optimistic, through: 0 })
}

type Position = Awaited<ReturnType<typeof listReadOnly>>['position']

/** An open page, which reads of the read-only records only what has changed since it last asked. */
export class OpenPage {
  private readonly positions = new Map<ReadOnlyCollection, Position>()
  private readonly records = new Map<string, string>()

  constructor(private readonly device: SyncDevice) {}

  async read(): Promise<void> {
    for (const coll of readOnlyCollections) {
      const { position, isWhole, rows } = await listReadOnly(
        this.device.db,
        coll,
        this.positions.get(coll),
      )
      this.positions.set(coll, position)
      for (const key of isWhole ? [...this.records.keys()] : [])
        if (key.startsWith(`${coll}/`)) this.records.delete(key)
      for (const { id, data } of rows)
        if (data === undefined) this.records.delete(`${coll}/${id}`)
        else this.records.set(`${coll}/${id}`, JSON.stringify(data))
    }
  }

  /** A sentence for each record that the page shows otherwise than the device has it. */
  async findProblems(): Promise<string[]> {
    await this.read()
    const { name, db } = this.device
    const stored = new Map(
      (await db.readOnly.toArray()).flatMap(({ key, data }): [string, string][] =>
        data === undefined ? [] : [[key, JSON.stringify(data)]],
      ),
    )
    return [...new Set([...stored.keys(), ...this.records.keys()])]
      .filter((key) => stored.get(key) !== this.records.get(key))
      .map(
        (key) =>
          `A page on ${name} shows ${key} as ${this.records.get(key)}, the device has ${stored.get(key)}`,
      )
  }
}
