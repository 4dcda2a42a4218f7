import type { Change } from '../../../shared/sync/protocol.ts'
import type { OwnerDatabase, Row } from './database.ts'
import { nextPage, readDevice } from './device.ts'
import { headOf } from './heads.ts'

/** So many records that lie singly are felt at a start. */
const MANY = 2000
const PAGE = 1000

/** Puts records that lie singly, and that nobody edits, into pages of their own, which are read faster. */
export async function packRows(
  { db, newId }: { db: OwnerDatabase; newId: () => string },
  many = MANY,
): Promise<void> {
  if ((await db.rows.count()) < many) return
  const { rows, pages, heads, device } = db
  await db.transaction('rw', [rows, pages, heads, device], async () => {
    const { epoch, round, pulling } = await readDevice(db, newId)
    if (pulling === 'all') return
    const settled = await rows
      .filter((row) => isSettled(row) && row.epoch === epoch && row.round === round)
      .toArray()
    if (settled.length < many) return
    for (let i = 0; i < settled.length; i += PAGE) {
      const changes = settled.slice(i, i + PAGE).map(changeOf)
      const no = await nextPage(db)
      await pages.add({ no, bytes: new TextEncoder().encode(JSON.stringify(changes)) })
      await heads.add(headOf(changes, { no, round }))
    }
    await rows.bulkDelete(settled.map(({ key }) => key))
  })
}

/**
 * A deletion stays by itself, as whoever takes it back without a connection needs what it held; the
 * schedule does too, which its page reads by its key.
 */
function isSettled({ coll, shown, rev, deleted, erased }: Row): boolean {
  return coll === 'client' && !shown && rev > 0 && !deleted && !erased
}

function changeOf({ coll, id, rev, seq, data, conflicts, createdAt, updatedAt }: Row): Change {
  return { coll, id, rev, seq, data, conflicts, createdAt, updatedAt }
}
