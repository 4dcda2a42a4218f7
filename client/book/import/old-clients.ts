import type { EditParts } from '#client/book/edits/edits.ts'
import type { OldClientsTaken } from '#client/book/store/types.ts'
import { readOldClient } from '#shared/clients/import/old-clients.ts'
import { OLD_CLIENTS_KEY } from '#shared/clients/import/old-clients-key.ts'
import { canonical } from '#shared/sync/values.ts'
import { namedId } from './named-id.ts'
import type { ImportItem, ImportWritten } from './types.ts'
import { writeImported } from './write.ts'

const BATCH = 500

/**
 * Takes over what the site's old version kept. The ids come from the content, because the old ones
 * were counted on each browser anew: what is taken over twice is there once.
 */
export async function takeOldClients(parts: EditParts, kept: string): Promise<OldClientsTaken> {
  const list = listIn(kept)
  const items = list.flatMap((old): ImportItem[] => {
    const read = readOldClient(old, new Date(parts.clock()).toISOString())
    if (!read || read.problem !== undefined) return []
    return [{ id: idOf(old), mode: 'add', set: read.set }]
  })
  let added = 0
  for (let from = 0; from < items.length; from += BATCH)
    added += countAdded(await writeImported(parts, items.slice(from, from + BATCH)))
  return { added, left: list.length - items.length }
}

function countAdded(written: readonly ImportWritten[]): number {
  return written.filter(({ did }) => did === 'added').length
}

function idOf(old: unknown): string {
  return namedId(`${OLD_CLIENTS_KEY}/${canonical(old)}`)
}

function listIn(kept: string): unknown[] {
  try {
    const list: unknown = JSON.parse(kept)
    return Array.isArray(list) ? list : [list]
  } catch {
    return [kept]
  }
}
