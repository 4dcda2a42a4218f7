import { type Collection, getCollection } from '#shared/sync/collections.ts'
import type { Change } from '#shared/sync/protocol.ts'
import type { OwnerDatabase } from './database.ts'
import { readDevice } from './device.ts'
import {
  type DeviceState,
  type RecordKey,
  type RecordRef,
  type StoredRecord,
  toRecordKey,
} from './schema.ts'

/** Records that arrive together are packed from this many on: IndexedDB's cost is per record. */
export const PACK_THRESHOLD = 64
/** Number of single rows that noticeably slows down opening the local data. */
const COMPACT_THRESHOLD = 2000
/** Records in a page. */
const PAGE_SIZE = 1000

/** Packs single rows without pending mutations into pages, which are read faster. */
export async function compactRecords(
  { db, newId }: { db: OwnerDatabase; newId: () => string },
  many = COMPACT_THRESHOLD,
): Promise<void> {
  if ((await db.records.count()) < many) return
  const { records, pages, device } = db
  await db.transaction('rw', [records, pages, device], async () => {
    const state = await readDevice(db, newId)
    const settled = await records.filter((row) => isPackable(row, state)).toArray()
    if (settled.length < many) return
    for (let i = 0; i < settled.length; i += PAGE_SIZE)
      await packRecords(db, settled.slice(i, i + PAGE_SIZE), state)
  })
}

/**
 * Stores rows that arrived together: packed if they are many, except those that must stay single.
 */
export async function putRecords(
  db: OwnerDatabase,
  rows: readonly StoredRecord[],
  { device, together = PACK_THRESHOLD }: { device: DeviceState; together?: number | undefined },
): Promise<void> {
  const settled = rows.filter((row) => isPackable(row, device))
  const packs = settled.length >= together
  if (packs) await packRecords(db, settled, device)
  await db.records.bulkPut(packs ? rows.filter((row) => !isPackable(row, device)) : rows)
}

async function packRecords(
  db: OwnerDatabase,
  rows: readonly StoredRecord[],
  device: DeviceState,
): Promise<void> {
  const bytes = pack(rows.map(recordToChange))
  const no = await getNextPageNo(db, device)
  await db.pages.add({ no, resyncNo: device.resyncNo, bytes })
  await deleteRecords(db, new Set(rows.map(({ key }) => key)))
}

/**
 * Returns the number of the next page. A number is never used twice, even if its page is deleted: a
 * tab that missed the deletion would take the new page for the old one, and miss clients.
 */
export async function getNextPageNo(
  db: OwnerDatabase,
  { firstPage }: Pick<DeviceState, 'firstPage'>,
): Promise<number> {
  const last = await db.pages.orderBy('no').lastKey()
  return Math.max(typeof last === 'number' ? last + 1 : 1, firstPage)
}

/** Deletes rows by ranges of adjacent keys, because IndexedDB's cost is per request. */
async function deleteRecords(db: OwnerDatabase, keys: ReadonlySet<RecordKey>): Promise<void> {
  const there = await db.records.toCollection().primaryKeys()
  if (there.every((key) => keys.has(key))) return db.records.clear()
  const stretches: [RecordKey, RecordKey][] = []
  let goesOn = false
  for (const key of there) {
    const last = stretches.at(-1)
    if (keys.has(key) && goesOn && last) last[1] = key
    else if (keys.has(key)) stretches.push([key, key])
    goesOn = keys.has(key)
  }
  const ranges = stretches.map(([from, to]) =>
    db.records.where('key').between(from, to, true, true),
  )
  await Promise.all(ranges.map((stretch) => stretch.delete()))
}

/** Whether the collection's records are packed in pages; collections with few records have a row for each. */
export function isReadFromPages(coll: Collection): boolean {
  return getCollection(coll).rows === 'packed'
}

/**
 * Whether a row may be packed. A deleted record stays a row, because undoing the delete offline
 * needs its content.
 */
function isPackable(row: StoredRecord, { epoch, resyncNo, pullMode }: DeviceState): boolean {
  const { coll, optimistic, rev, deleted, erased } = row
  const isCurrent = pullMode === 'changes' && row.epoch === epoch && row.resyncNo === resyncNo
  return isCurrent && isReadFromPages(coll) && !optimistic && rev > 0 && !deleted && !erased
}

function recordToChange({
  coll,
  id,
  rev,
  seq,
  data,
  conflicts,
  createdAt,
  updatedAt,
}: StoredRecord): Change {
  return { coll, id, rev, seq, data, conflicts, createdAt, updatedAt }
}

/** Where a record was last packed: in `pageNo`, considering pages up to the number `knownThrough`. */
interface PageHint {
  knownThrough: number
  pageNo: number | undefined
}

export type PageHints = (coll: Collection, id: string) => PageHint

export interface PackedRecord {
  change: Change
  /** The number of the full resync in which the server sent it; see `DeviceState`. */
  resyncNo: number
}

/** Returns a record from the newest page that has it. Call it within a transaction on `pages`. */
export async function findPacked(
  db: OwnerDatabase,
  ref: RecordRef,
  hints: PageHints,
): Promise<PackedRecord | undefined> {
  return (await findAllPacked(db, [ref], hints)).get(toRecordKey(ref))
}

/** As `findPacked`, of many records: each page is read once. */
export async function findAllPacked(
  db: OwnerDatabase,
  refs: readonly RecordRef[],
  hints: PageHints,
): Promise<Map<RecordKey, PackedRecord>> {
  const found = new Map<RecordKey, PackedRecord>()
  if (refs.length === 0) return found
  const places = refs.map((ref) => ({ ref, ...hints(ref.coll, ref.id) }))
  const known = places.reduce((least, { knownThrough }) => Math.min(least, knownThrough), Infinity)
  const later = await db.pages.where('no').above(known).primaryKeys()
  const numbers = new Set([...later, ...places.flatMap(({ pageNo }) => pageNo ?? [])])
  for (const no of [...numbers].sort((a, b) => b - a)) {
    const sought = places.filter(
      ({ ref, knownThrough, pageNo }) =>
        (no > knownThrough || no === pageNo) && !found.has(toRecordKey(ref)),
    )
    const page = sought.length > 0 ? await db.pages.get(no) : undefined
    if (!page) continue
    for (const change of findChanges(
      page.bytes,
      sought.map(({ ref }) => ref),
    ))
      found.set(toRecordKey(change), { change, resyncNo: page.resyncNo })
  }
  return found
}

/** Each change begins with `coll` and `id`, by which `findChange` looks for it. */
export function pack(changes: Change[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(changes))
}

export function unpack(bytes: Uint8Array): Change[] {
  return JSON.parse(new TextDecoder().decode(bytes))
}

const BEGINS = '{"coll":"'

/** Parsing a whole page takes as long as finding about this many records in its text. */
const PARSE_ALL_FROM = 20

function findChanges(bytes: Uint8Array, refs: readonly RecordRef[]): Change[] {
  if (refs.length < PARSE_ALL_FROM) {
    const text = new TextDecoder().decode(bytes)
    return refs.flatMap((ref) => findChange(text, ref) ?? [])
  }
  const keys = new Set(refs.map(toRecordKey))
  return unpack(bytes).filter((change) => keys.has(toRecordKey(change)))
}

/** Parses one record's own text in that of a page. */
function findChange(text: string, { coll, id }: RecordRef): Change | undefined {
  const start = text.indexOf(`${BEGINS}${coll}","id":"${id}",`)
  const next = text.indexOf(`,${BEGINS}`, start)
  try {
    return start === -1 ? undefined : JSON.parse(text.slice(start, next === -1 ? -1 : next))
  } catch {
    // The record contains text that looks like the start of a record, so parse the whole page.
    return (JSON.parse(text) as Change[]).find((one) => one.id === id && one.coll === coll)
  }
}
