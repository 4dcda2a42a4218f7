import { eraseFromImports } from '#client/book/import/log.ts'
import type { OwnerDatabase } from './database.ts'
import { takeFromLog } from './log.ts'
import { unpack } from './pages.ts'
import { idOf, keyOf, type Queued, type RecordName, type RowKey } from './schema.ts'

/** Erases a record for privacy: its mutations, drafts, log entries, import lines, row and pages. */
export async function erase(db: OwnerDatabase, { coll, id }: RecordName): Promise<void> {
  const key = keyOf({ coll, id })
  await forgetQueued(db, await db.queue.where('key').equals(key).primaryKeys())
  await db.refused.where('key').equals(key).delete()
  await takeFromLog(db, (logged) => logged.key === key)
  await db.drafts.bulkDelete(draftKeysOf(key))
  await eraseFromImports(db, id)
  // Cached bookings, forms and mails may name the person; the desk fetches them again.
  await db.copies.clear()
  await db.records.clear()
  const row = await db.rows.get(key)
  if (row) {
    const { shown: _typed, ...rest } = row
    await db.rows.put({ ...rest, data: {}, conflicts: [], deleted: true, erased: true })
  }
  for (const no of await db.pages.toCollection().primaryKeys()) await eraseFromPage(db, no, id)
}

/** Returns the keys of a client's drafts: the form, a new note and an edited note. */
export function draftKeysOf(key: RowKey): string[] {
  const id = idOf(key)
  return [key.replace('/', ':'), `new-note:${id}`, `note:${id}`]
}

/** Removes mutations from the queue with their numbers; answers to sent ones are ignored. */
export async function forgetQueued(
  db: OwnerDatabase,
  places: readonly Queued['n'][],
): Promise<void> {
  if (places.length === 0) return
  const gone = new Set(places)
  await db.queue.bulkDelete([...gone])
  const device = await db.device.get('device')
  if (!device) return
  await db.device.put({ ...device, given: device.given.filter(([n]) => !gone.has(n)) })
}

async function eraseFromPage(db: OwnerDatabase, no: number, id: string): Promise<void> {
  const page = await db.pages.get(no)
  const changes = page ? unpack(page.bytes) : []
  if (!page || !changes.some((change) => change.id === id)) return
  const erased = { data: {}, conflicts: [], deleted: true, erased: true }
  const rest = changes.map((change) => (change.id === id ? { ...change, ...erased } : change))
  await db.pages.put({ ...page, bytes: new TextEncoder().encode(JSON.stringify(rest)) })
}
