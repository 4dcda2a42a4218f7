import type { Change } from '#shared/sync/protocol.ts'
import type { Collection } from '#shared/sync/records.ts'
import type { OwnerDatabase } from './database.ts'
import { readDevice } from './device.ts'
import type { DeviceState, Row, RowKey } from './schema.ts'

/** From so many records on, what comes together is kept packed: the disk takes its time by the record. */
export const TOGETHER = 64
/** So many records that lie singly are felt at a start. */
const MANY = 2000
const PAGE = 1000

/** Puts records that lie singly, and that nobody edits, into pages of their own, which are read faster. */
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

/** Puts rows that came together where they belong: packed where they are many and nobody edits them. */
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
 * The number of the page that is packed next. None is given twice, though its page has gone: a tab that
 * heard nothing of that would take the one for the other, and miss clients.
 */
export async function nextPage(db: OwnerDatabase): Promise<number> {
  const [last, device] = await Promise.all([
    db.pages.orderBy('no').lastKey(),
    db.device.get('device'),
  ])
  return Math.max(typeof last === 'number' ? last + 1 : 1, device?.firstPage ?? 1)
}

/** Stretch by stretch of what lies side by side: the disk takes its time by the request. */
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
 * A deletion stays by itself, as whoever takes it back without a connection needs what it held; the
 * schedule does too, which its page reads by its key.
 */
function isSettled(row: Row, { epoch, round, pulling }: DeviceState): boolean {
  const { coll, shown, rev, deleted, erased } = row
  const isCurrent = pulling === 'changes' && row.epoch === epoch && row.round === round
  return isCurrent && coll === 'client' && !shown && rev > 0 && !deleted && !erased
}

function changeOf({ coll, id, rev, seq, data, conflicts, createdAt, updatedAt }: Row): Change {
  return { coll, id, rev, seq, data, conflicts, createdAt, updatedAt }
}

/** What is known of where a record was packed: in `page`, as far as pages are known `through`. */
interface Hint {
  through: number
  page: number | undefined
}

export type Hints = (coll: Collection, id: string) => Hint

export interface Packed {
  change: Change
  /** The full pull that brought it. */
  round: number
}

type Name = { coll: Collection; id: string }

/** A record as its newest page has it; to be asked within a transaction on `pages`. */
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

/** One record of a page. Its text is found and read alone: to read a thousand for one takes as long as they do. */
function changeIn(bytes: Uint8Array, { coll, id }: Name): Change | undefined {
  const text = new TextDecoder().decode(bytes)
  const start = text.indexOf(`${BEGINS}${coll}","id":"${id}",`)
  const next = text.indexOf(`,${BEGINS}`, start)
  try {
    return start === -1 ? undefined : JSON.parse(text.slice(start, next === -1 ? -1 : next))
  } catch {
    // Something within the record begins as records do.
    return unpack(bytes).find((one) => one.id === id && one.coll === coll)
  }
}
