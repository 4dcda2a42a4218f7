import type { Change } from '#shared/sync/protocol.ts'
import type { Collection } from '#shared/sync/records.ts'
import type { OwnerDatabase } from './database.ts'
import { readDevice } from './device.ts'
import type { DeviceState, Row, RowKey } from './schema.ts'

/** Records that arrive together are packed from this many on: IndexedDB's cost is per record. */
export const TOGETHER = 64
/** Number of single rows that noticeably slows down opening the book. */
const MANY = 2000
/** Records in a page. */
const PAGE = 1000

/** Packs single rows without pending mutations into pages, which are read faster. */
export async function packRows(
  { db, newId }: { db: OwnerDatabase; newId: () => string },
  many = MANY,
): Promise<void> {
  if ((await db.rows.count()) < many) return
  const { rows, pages, device } = db
  await db.transaction('rw', [rows, pages, device], async () => {
    const state = await readDevice(db, newId)
    const settled = await rows.filter((row) => isSettled(row, state)).toArray()
    if (settled.length < many) return
    for (let i = 0; i < settled.length; i += PAGE)
      await packTogether(db, settled.slice(i, i + PAGE), state)
  })
}

/**
 * Stores rows that arrived together: packed if they are many, except those that must stay single.
 */
export async function putTogether(
  db: OwnerDatabase,
  rows: readonly Row[],
  { device, together = TOGETHER }: { device: DeviceState; together?: number | undefined },
): Promise<void> {
  const settled = rows.filter((row) => isSettled(row, device))
  const packs = settled.length >= together
  if (packs) await packTogether(db, settled, device)
  await db.rows.bulkPut(packs ? rows.filter((row) => !isSettled(row, device)) : rows)
}

async function packTogether(
  db: OwnerDatabase,
  rows: readonly Row[],
  { round }: DeviceState,
): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(rows.map(changeOf)))
  await db.pages.add({ no: await nextPage(db), round, bytes })
  await takeOut(db, new Set(rows.map(({ key }) => key)))
}

/**
 * Returns the number of the next page. A number is never used twice, even if its page is deleted: a
 * tab that missed the deletion would take the new page for the old one, and miss clients.
 */
export async function nextPage(db: OwnerDatabase): Promise<number> {
  const [last, device] = await Promise.all([
    db.pages.orderBy('no').lastKey(),
    db.device.get('device'),
  ])
  return Math.max(typeof last === 'number' ? last + 1 : 1, device?.firstPage ?? 1)
}

/** Deletes rows by ranges of adjacent keys, because IndexedDB's cost is per request. */
async function takeOut(db: OwnerDatabase, keys: ReadonlySet<RowKey>): Promise<void> {
  const there = await db.rows.toCollection().primaryKeys()
  if (there.every((key) => keys.has(key))) return db.rows.clear()
  const stretches: [RowKey, RowKey][] = []
  let goesOn = false
  for (const key of there) {
    const last = stretches.at(-1)
    if (keys.has(key) && goesOn && last) last[1] = key
    else if (keys.has(key)) stretches.push([key, key])
    goesOn = keys.has(key)
  }
  const gone = stretches.map(([from, to]) => db.rows.where('key').between(from, to, true, true))
  await Promise.all(gone.map((stretch) => stretch.delete()))
}

/**
 * Whether a row may be packed. A deleted record stays a row, because undoing the delete offline
 * needs its content. So does the schedule, which its page reads by key.
 */
function isSettled(row: Row, { epoch, round, pulling }: DeviceState): boolean {
  const { coll, shown, rev, deleted, erased } = row
  const isCurrent = pulling === 'changes' && row.epoch === epoch && row.round === round
  return isCurrent && coll === 'client' && !shown && rev > 0 && !deleted && !erased
}

function changeOf({ coll, id, rev, seq, data, conflicts, createdAt, updatedAt }: Row): Change {
  return { coll, id, rev, seq, data, conflicts, createdAt, updatedAt }
}

/** Where a record was last packed: in `page`, considering pages up to the number `through`. */
interface Hint {
  through: number
  page: number | undefined
}

export type Hints = (coll: Collection, id: string) => Hint

export interface Packed {
  change: Change
  /** The round in which the server sent it; see `DeviceState`. */
  round: number
}

type Name = { coll: Collection; id: string }

/** Returns a record from the newest page that has it. Call it within a transaction on `pages`. */
export async function findPacked(
  db: OwnerDatabase,
  { coll, id }: Name,
  hints: Hints,
): Promise<Packed | undefined> {
  const { through, page } = hints(coll, id)
  const later = await db.pages.where('no').above(through).reverse().primaryKeys()
  for (const no of page === undefined ? later : [...later, page]) {
    const stored = await db.pages.get(no)
    const change = stored && changeIn(stored.bytes, { coll, id })
    if (change) return { change, round: stored.round }
  }
  return undefined
}

export function unpack(bytes: Uint8Array): Change[] {
  return JSON.parse(new TextDecoder().decode(bytes))
}

const BEGINS = '{"coll":"'

/**
 * Returns one record of a page. Only its own text is parsed; parsing the whole page is much slower.
 */
function changeIn(bytes: Uint8Array, { coll, id }: Name): Change | undefined {
  const text = new TextDecoder().decode(bytes)
  const start = text.indexOf(`${BEGINS}${coll}","id":"${id}",`)
  const next = text.indexOf(`,${BEGINS}`, start)
  try {
    return start === -1 ? undefined : JSON.parse(text.slice(start, next === -1 ? -1 : next))
  } catch {
    // The record contains text that looks like the start of a record, so parse the whole page.
    return unpack(bytes).find((one) => one.id === id && one.coll === coll)
  }
}
