import { isExtension } from '#shared/sync/collections.ts'
import type { Change, Intent } from '#shared/sync/protocol.ts'
import { removeFromLog } from './acked-log.ts'
import type { OwnerDatabase } from './database.ts'
import { pack, unpack } from './pages.ts'
import {
  getRecordId,
  type PendingMutation,
  type RecordKey,
  type RecordRef,
  toRecordKey,
  toRecordRef,
} from './schema.ts'

/**
 * Erases records for privacy: their mutations, drafts, log entries, documents, their rows in
 * `records` and their entries in pages. Called when a sync brings records that the server has erased, and on
 * the device that asked for the erasure. The caller must open a transaction over all tables.
 */
export async function eraseRecords(db: OwnerDatabase, refs: readonly RecordRef[]): Promise<void> {
  if (refs.length === 0) return
  const keys = refs.map(toRecordKey)
  await deleteQueued(db, await db.queue.where('key').anyOf(keys).primaryKeys())
  await db.rejected.where('key').anyOf(keys).delete()
  await db.drafts.bulkDelete(keys.flatMap(getDraftKeys))
  // Cached answers may name the person; the desk fetches them again.
  await db.queryCache.clear()
  await removeContent(db, keys, { erased: true })
}

/**
 * Removes the content of deleted records from the device: from their rows, pages, the log and the documents.
 * Edits that are not sent stay. The caller must open a transaction over all tables.
 */
export async function removeContent(
  db: OwnerDatabase,
  keys: readonly RecordKey[],
  marks: { erased?: true } = {},
): Promise<void> {
  if (keys.length === 0) return
  const removed = new Set(keys)
  const tombstone = { data: {}, conflicts: [], deleted: true, ...marks }
  // A deletion has no content, and is made again if the server is restored to a time before it.
  const hasContent = ({ op }: Intent) => op !== 'delete' && op !== 'erase'
  await removeFromLog(db, ({ key, intent }) => removed.has(key) && hasContent(intent))
  await deleteDocumentsOf(db, keys)
  const rows = (await db.records.bulkGet([...keys])).flatMap((row) => row ?? [])
  await db.records.bulkPut(
    rows.map(({ optimistic: _optimistic, ...row }) => ({ ...row, ...tombstone })),
  )
  for (const no of await db.pages.toCollection().primaryKeys()) {
    const page = await db.pages.get(no)
    const changes = page ? unpack(page.bytes) : []
    const isRemoved = (change: Change) => removed.has(toRecordKey(change)) && isFilled(change)
    if (!page || !changes.some(isRemoved)) continue
    const rest = changes.map((change) => (isRemoved(change) ? { ...change, ...tombstone } : change))
    await db.pages.put({ ...page, bytes: pack(rest) })
  }
}

/** Deletes the documents of these records from the device. An item's price has the item's id, but no documents. */
export async function deleteDocumentsOf(
  { documents }: OwnerDatabase,
  keys: readonly RecordKey[],
): Promise<void> {
  const owners = keys.filter((key) => !isExtension(toRecordRef(key).coll))
  await documents.where('itemId').anyOf(owners.map(getRecordId)).delete()
}

function isFilled({ data, conflicts = [] }: Change): boolean {
  return Object.keys(data).length > 0 || conflicts.length > 0
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
