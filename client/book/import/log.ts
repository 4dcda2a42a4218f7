import type { OwnerDatabase } from '#client/book/store/database.ts'
import type { RecordData } from '#shared/sync/records.ts'
import { canonical, sameValue } from '#shared/sync/values.ts'
import { contentId } from './content-id.ts'
import type { ImportLine, ImportRecord } from './types.ts'

/** How long an import can be undone; as long as a deleted client can be restored. Milliseconds. */
const KEPT = 30 * 24 * 60 * 60 * 1000

/** Sorts as the parts were written. */
export function partKey(id: string, no: number): string {
  return `${id}/${String(no).padStart(6, '0')}`
}

/** The newest first; those that are too old to be undone are forgotten. */
export async function importsIn(db: OwnerDatabase, now: number): Promise<ImportRecord[]> {
  const records: ImportRecord[] = []
  for (const key of await db.imports.toCollection().primaryKeys()) {
    if (key.includes('/')) continue
    const record = await importRecord(db, key)
    if (!record) continue
    if (record.at > now - KEPT) records.push(record)
    else await db.imports.where('key').startsWith(key).delete()
  }
  return records.sort((a, b) => b.at - a.at)
}

export async function importRecord(
  db: OwnerDatabase,
  id: string,
): Promise<ImportRecord | undefined> {
  return (await db.imports.get(id))?.record
}

/** What became of each row, in the order of the file. */
export async function importLines(db: OwnerDatabase, id: string): Promise<ImportLine[]> {
  const parts = await db.imports.where('key').startsWith(`${id}/`).sortBy('key')
  return parts.flatMap(({ lines = [] }) => lines)
}

/**
 * Somebody was erased for privacy: what lines say of that client goes, and the names of those rows that
 * are nobody's, since they may have been the same person's.
 */
export async function eraseFromImports(db: OwnerDatabase, id: string): Promise<void> {
  for (const key of await db.imports.toCollection().primaryKeys()) {
    const before = (await db.imports.get(key))?.lines ?? []
    const lines = before.map((line) => withoutClient(line, id))
    if (lines.some((line, at) => line !== before[at])) await db.imports.put({ key, lines })
  }
}

function withoutClient(line: ImportLine, id: string): ImportLine {
  const { row, outcome, like, ...rest } = line
  if (line.id === id || (line.id === undefined && line.name !== ''))
    return { row, name: '', outcome }
  return like?.of.id === id ? { ...rest, row, outcome } : line
}

/** Of a client as an import made it; whether two clients are different people says nothing of either. */
export function hashOfClient({ distinctFrom: _others, ...data }: RecordData): string {
  const filled = Object.entries(data).filter(([, value]) => !sameValue(value, ''))
  return contentId(canonical(Object.fromEntries(filled)))
}

export function hashOfValue(value: unknown): string {
  return contentId(canonical(value))
}
