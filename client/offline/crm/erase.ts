import type { OwnerDatabase, RowKey } from './database.ts'
import type { RecordName } from './edits.ts'
import { headOf } from './heads.ts'
import { holds, unpack } from './locate.ts'
import { takeFromLog } from './log.ts'

/** Somebody was erased for privacy: nothing of them stays, neither typed nor packed. */
export async function erase(db: OwnerDatabase, { coll, id }: RecordName): Promise<void> {
  const key = `${coll}/${id}` as const
  await forgetQueued(db, key)
  await db.refused.where('key').equals(key).delete()
  await takeFromLog(db, (logged) => logged.key === key)
  // The form, a new note and one that is being edited, as the desk keeps them.
  await db.drafts.bulkDelete([`${coll}:${id}`, `new-note:${id}`, `note:${id}`])
  // Bookings, forms and mails may name them; the desk asks anew.
  await db.copies.clear()
  const row = await db.rows.get(key)
  if (row) {
    const { shown: _typed, ...rest } = row
    await db.rows.put({ ...rest, data: {}, conflicts: [], deleted: true, erased: true })
  }
  for (const no of await db.heads.toCollection().primaryKeys()) {
    const head = await db.heads.get(no)
    if (!head || !holds(head.ids, id)) continue
    await unpackWithout(db, { no, round: head.round, id })
  }
}

/** With the numbers of those that were sent: nobody hears of an answer to them any more. */
async function forgetQueued(db: OwnerDatabase, key: RowKey): Promise<void> {
  const gone = new Set(await db.queue.where('key').equals(key).primaryKeys())
  if (gone.size === 0) return
  await db.queue.bulkDelete([...gone])
  const device = await db.device.get('device')
  if (!device) return
  await db.device.put({ ...device, given: device.given.filter(([n]) => !gone.has(n)) })
}

async function unpackWithout(
  db: OwnerDatabase,
  { no, round, id }: { no: number; round: number; id: string },
): Promise<void> {
  const page = await db.pages.get(no)
  if (!page) return
  const changes = unpack(page.bytes).map((change) =>
    change.id === id ? { ...change, data: {}, conflicts: [], deleted: true, erased: true } : change,
  )
  await db.pages.put({ no, bytes: new TextEncoder().encode(JSON.stringify(changes)) })
  await db.heads.put(headOf(changes, { no, round }))
}
