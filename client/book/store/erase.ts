import type { ImportLine } from '#client/book/import/types.ts'
import { removeFromLog } from './acked-log.ts'
import type { OwnerDatabase } from './database.ts'
import { pack, unpack } from './pages.ts'
import {
  getRecordId,
  type PendingMutation,
  type RecordKey,
  type RecordRef,
  toRecordKey,
} from './schema.ts'

/**
 * Erases a record for privacy: its mutations, drafts, log entries, import lines, documents, its row in
 * `records` and its entries in pages. Called when a sync brings a record that the server has erased, and on
 * the device that asked for the erasure. The caller must open a transaction over all tables.
 */
export async function eraseRecord(db: OwnerDatabase, { coll, id }: RecordRef): Promise<void> {
  const key = toRecordKey({ coll, id })
  await deleteQueued(db, await db.queue.where('key').equals(key).primaryKeys())
  await db.rejected.where('key').equals(key).delete()
  await removeFromLog(db, (logged) => logged.key === key)
  await db.drafts.bulkDelete(getDraftKeys(key))
  await eraseFromImports(db, id)
  await db.documents.where('itemId').equals(id).delete()
  // Cached answers and desk lists may name the person; the desk fetches them again.
  await db.queryCache.clear()
  await db.deskRecords.clear()
  const row = await db.records.get(key)
  if (row) {
    const { optimistic: _optimistic, ...rest } = row
    await db.records.put({ ...rest, data: {}, conflicts: [], deleted: true, erased: true })
  }
  for (const no of await db.pages.toCollection().primaryKeys()) await eraseFromPage(db, no, id)
}

/** Returns the keys of a client's drafts: the form, a new note and an edited note. */
export function getDraftKeys(key: RecordKey): string[] {
  const id = getRecordId(key)
  return [key.replace('/', ':'), `new-note:${id}`, `note:${id}`]
}

/**
 * Removes the mutations with these queue numbers (`n`), and forgets the `mid` of those that have
 * one, so a later answer to them is ignored.
 */
export async function deleteQueued(
  db: OwnerDatabase,
  positions: readonly PendingMutation['n'][],
): Promise<void> {
  if (positions.length === 0) return
  const deleted = new Set(positions)
  await db.queue.bulkDelete([...deleted])
  const device = await db.device.get('device')
  if (!device) return
  await db.device.put({
    ...device,
    assignedMids: device.assignedMids.filter(([n]) => !deleted.has(n)),
  })
}

/** The id alone identifies the record: pages hold clients and journey items, which never have the same id. */
async function eraseFromPage(db: OwnerDatabase, no: number, id: string): Promise<void> {
  const page = await db.pages.get(no)
  const changes = page ? unpack(page.bytes) : []
  if (!page || !changes.some((change) => change.id === id)) return
  const erased = { data: {}, conflicts: [], deleted: true, erased: true }
  const rest = changes.map((change) => (change.id === id ? { ...change, ...erased } : change))
  await db.pages.put({ ...page, bytes: pack(rest) })
}

/**
 * Removes an erased client from import logs. Lines without a client lose their name too, because
 * they may be about the same person.
 */
async function eraseFromImports(db: OwnerDatabase, id: string): Promise<void> {
  for (const key of await db.imports.toCollection().primaryKeys()) {
    const before = (await db.imports.get(key))?.lines ?? []
    const lines = before.map((line) => withoutClient(line, id))
    if (lines.some((line, at) => line !== before[at])) await db.imports.put({ key, lines })
  }
}

function withoutClient(line: ImportLine, id: string): ImportLine {
  const { row, outcome, match, ...rest } = line
  if (line.id === id || (line.id === undefined && line.name !== ''))
    return { row, name: '', outcome }
  return match?.person.id === id ? { ...rest, row, outcome } : line
}
