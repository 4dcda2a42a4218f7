import type { OwnerDatabase } from '#client/data/store/database.ts'
import type { ImportLine, ImportRecord } from './types.ts'

/** Milliseconds that an import can be undone; the same time as a deleted client can be restored. */
const RETENTION = 30 * 24 * 60 * 60 * 1000

// The table `imports` has two kinds of rows: for each import a record, whose key is the import's id,
// and its parts (`partKey`) with the lines of the file.

/** Key of a part in the `imports` table; keys sort in the order of writing. */
export function partKey(id: string, no: number): string {
  return `${id}/${String(no).padStart(6, '0')}`
}

/** The imports that can still be undone, newest first. Deletes the older ones. */
export async function readImports(db: OwnerDatabase, now: number): Promise<ImportRecord[]> {
  await deleteExpiredImports(db, now)
  return (await readRecords(db)).sort((a, b) => b.at - a.at)
}

/** Without the parts, which are large. */
async function readRecords(db: OwnerDatabase): Promise<ImportRecord[]> {
  const keys = await db.imports.toCollection().primaryKeys()
  const stored = await db.imports.bulkGet(keys.filter((key) => !key.includes('/')))
  return stored.flatMap((one) => one?.record ?? [])
}

/** Deletes the imports that cannot be undone any more. `now`: UTC milliseconds by this device's clock. */
export async function deleteExpiredImports(db: OwnerDatabase, now: number): Promise<void> {
  for (const { id, at } of await readRecords(db))
    if (at <= now - RETENTION) await deleteImport(db, id)
}

/** The record is deleted last, so that an interrupted deletion is continued by the next one. */
async function deleteImport(db: OwnerDatabase, id: string): Promise<void> {
  await db.imports.where('key').startsWith(`${id}/`).delete()
  await db.imports.delete(id)
}

export async function readImportRecord(
  db: OwnerDatabase,
  id: string,
): Promise<ImportRecord | undefined> {
  return (await db.imports.get(id))?.record
}

/** The lines of an import, in the order of the file. */
export async function readImportLines(db: OwnerDatabase, id: string): Promise<ImportLine[]> {
  const parts = await db.imports.where('key').startsWith(`${id}/`).sortBy('key')
  return parts.flatMap(({ lines = [] }) => lines)
}
