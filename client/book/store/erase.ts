import { eraseFromImports } from '#client/book/import/import-log.ts'
import { removeFromLog } from './acked-log.ts'
import type { OwnerDatabase } from './database.ts'
import { unpack } from './pages.ts'
import {
  getRecordId,
  type PendingMutation,
  type RecordKey,
  type RecordRef,
  toRecordKey,
} from './schema.ts'

/** Erases a record for privacy: its mutations, drafts, log entries, import lines, row and pages. */
export async function eraseRecord(db: OwnerDatabase, { coll, id }: RecordRef): Promise<void> {
  const key = toRecordKey({ coll, id })
  await deleteQueued(db, await db.queue.where('key').equals(key).primaryKeys())
  await db.refused.where('key').equals(key).delete()
  await removeFromLog(db, (logged) => logged.key === key)
  await db.drafts.bulkDelete(getDraftKeys(key))
  await eraseFromImports(db, id)
  // Cached bookings, forms and mails may name the person; the desk fetches them again.
  await db.copies.clear()
  await db.records.clear()
  const row = await db.rows.get(key)
  if (row) {
    const { optimistic: _typed, ...rest } = row
    await db.rows.put({ ...rest, data: {}, conflicts: [], deleted: true, erased: true })
  }
  for (const no of await db.pages.toCollection().primaryKeys()) await eraseFromPage(db, no, id)
}

/** Returns the keys of a client's drafts: the form, a new note and an edited note. */
export function getDraftKeys(key: RecordKey): string[] {
  const id = getRecordId(key)
  return [key.replace('/', ':'), `new-note:${id}`, `note:${id}`]
}

/** Removes mutations from the queue with their numbers; answers to sent ones are ignored. */
export async function deleteQueued(
  db: OwnerDatabase,
  places: readonly PendingMutation['n'][],
): Promise<void> {
  if (places.length === 0) return
  const deleted = new Set(places)
  await db.queue.bulkDelete([...deleted])
  const device = await db.device.get('device')
  if (!device) return
  await db.device.put({
    ...device,
    assignedMids: device.assignedMids.filter(([n]) => !deleted.has(n)),
  })
}

async function eraseFromPage(db: OwnerDatabase, no: number, id: string): Promise<void> {
  const page = await db.pages.get(no)
  const changes = page ? unpack(page.bytes) : []
  if (!page || !changes.some((change) => change.id === id)) return
  const erased = { data: {}, conflicts: [], deleted: true, erased: true }
  const rest = changes.map((change) => (change.id === id ? { ...change, ...erased } : change))
  await db.pages.put({ ...page, bytes: new TextEncoder().encode(JSON.stringify(rest)) })
}
