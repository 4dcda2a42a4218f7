import { readOldClient } from '../../../shared/crm/old-clients.ts'
import { OLD_CLIENTS_KEY } from '../../../shared/crm/old-clients-key.ts'
import { canonical } from '../../../shared/sync/values.ts'
import type { EditParts } from './edits.ts'
import type { ImportItem } from './import-types.ts'
import { writeImported } from './import-write.ts'
import { namedId } from './named-id.ts'
import type { OldClientsTaken } from './types.ts'

const BATCH = 500

/**
 * Takes over what the site's old version kept. The ids come from the content, because the old ones
 * were counted on each browser anew: what is taken over twice is there once.
 */
export async function takeOldClients(parts: EditParts, kept: string): Promise<OldClientsTaken> {
  const list = listIn(kept)
  const items = list.flatMap((old): ImportItem[] => {
    const read = readOldClient(old)
    if (!read || (read.problem !== undefined && read.set.name)) return []
    const { name = 'Client without a name', ...set } = read.set
    return [{ id: idOf(old), mode: 'add', set: { name, ...set } }]
  })
  let added = 0
  for (let from = 0; from < items.length; from += BATCH)
    added += (await writeImported(parts, items.slice(from, from + BATCH))).added
  return { added, left: list.length - items.length }
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
