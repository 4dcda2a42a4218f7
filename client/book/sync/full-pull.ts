import type { OwnerDatabase } from '#client/book/store/database.ts'
import { unpack } from '#client/book/store/pages.ts'
import { rowFrom, waitingByKey } from '#client/book/store/row.ts'
import { type DeviceState, keyOf, type Row, type RowKey } from '#client/book/store/schema.ts'
import { sendAgain } from './recovery.ts'

/** The owner is asked before a full resync removes more records than this... */
const MOST_REMOVED = 20
/** ...or a larger share of all records than this. */
const MOST_PART = 0.05

/**
 * Ends a full resync. A record that it did not bring was deleted on the server and is removed here,
 * after asking the owner if there are many; after a restore of the server it is sent again instead.
 */
export async function endRound(db: OwnerDatabase, device: DeviceState): Promise<void> {
  if (device.pulling === 'changes') return
  const done: DeviceState = { ...device, pulling: 'changes', restored: false, missing: [] }
  const missing = await missed(db, device)
  const all = missing.size === 0 ? 0 : missing.size + (await brought(db, device)).size
  const asks = missing.size > MOST_REMOVED || missing.size > all * MOST_PART
  if (device.restored) await sendAgain(db, [...missing.values()], done)
  else if (missing.size > 0 && asks) {
    await db.device.put({ ...done, missing: [...missing.keys()] })
    return
  } else await db.rows.bulkDelete([...missing.keys()])
  await dropOldPages(db, device)
  await db.device.put(done)
}

/** Applies the owner's choice about the records in `missing`: remove them, or send them again. */
export function settleMissing(db: OwnerDatabase, choice: 'remove' | 'keep'): Promise<void> {
  const { rows, pages, queue, device } = db
  return db.transaction('rw', [rows, pages, queue, device], async () => {
    const state = await db.device.get('device')
    if (!state || state.missing.length === 0) return
    const done = { ...state, missing: [] }
    const asked = new Set(state.missing)
    const missing = await missed(db, state)
    const found = [...missing].filter(([key]) => asked.has(key))
    if (choice === 'keep')
      await sendAgain(
        db,
        found.map(([, row]) => row),
        done,
      )
    else await db.rows.bulkDelete(found.map(([key]) => key))
    await dropOldPages(db, state)
    await db.device.put(done)
  })
}

/**
 * Returns confirmed, undeleted records that the full resync did not bring. A record with pending
 * mutations is left out, as they create it again on the server; after a restore it is included,
 * because `sendAgain` sends it whole.
 */
async function missed(db: OwnerDatabase, device: DeviceState): Promise<Map<RowKey, Row>> {
  const old = await before(db, device)
  if (old.size === 0) return old
  for (const key of await brought(db, device)) old.delete(key)
  const edited = device.restored ? new Map() : await waitingByKey(db)
  for (const [key, row] of old) if (row.deleted || row.erased || edited.has(key)) old.delete(key)
  return old
}

/** Returns the records of earlier rounds, each in its newest version on this device. */
async function before(
  db: OwnerDatabase,
  { round, firstPage }: DeviceState,
): Promise<Map<RowKey, Row>> {
  const old = new Map<RowKey, Row>()
  const pages = await db.pages.where('no').below(firstPage).toArray()
  for (const change of pages.flatMap(({ bytes }) => unpack(bytes)))
    old.set(keyOf(change), rowFrom(change, { epoch: '', round: 0 }))
  for (const row of await db.rows.filter(({ rev }) => rev > 0).toArray())
    if (row.round < round) old.set(row.key, row)
  return old
}

/** Returns the keys of records that this round brought or that the server has never confirmed. */
async function brought(db: OwnerDatabase, { round, firstPage }: DeviceState): Promise<Set<RowKey>> {
  const keys = new Set<RowKey>()
  for (const { bytes } of await db.pages.where('no').aboveOrEqual(firstPage).toArray())
    for (const change of unpack(bytes)) keys.add(keyOf(change))
  for (const row of await db.rows.toArray())
    if (row.round === round || row.rev === 0) keys.add(row.key)
  return keys
}

/** Deletes the pages of earlier rounds. */
async function dropOldPages(db: OwnerDatabase, { firstPage }: DeviceState): Promise<void> {
  await db.pages.where('no').below(firstPage).delete()
}
