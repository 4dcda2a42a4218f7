import type { ExportedClient } from '#shared/clients/export.ts'
import type { OwnerDatabase } from './database.ts'
import { unpack } from './locate.ts'
import { asShown } from './row.ts'

/** Every client that this device shows, with what waits here, a batch at a time; nobody who is deleted. */
export async function* everyone(db: OwnerDatabase): AsyncGenerator<ExportedClient[]> {
  const rows = await db.rows.where('key').startsWith('client/').toArray()
  yield rows.flatMap((row): ExportedClient[] => {
    const { data, deleted } = asShown(row)
    return row.erased || deleted ? [] : [{ ...data, id: row.id }]
  })
  const told = new Set(rows.map(({ id }) => id))
  // The newest telling counts.
  for (const no of (await db.pages.orderBy('no').primaryKeys()).reverse()) {
    const page = await db.pages.get(no)
    const clients: ExportedClient[] = []
    for (const { coll, id, deleted, data } of page ? unpack(page.bytes) : []) {
      if (coll !== 'client' || told.has(id)) continue
      told.add(id)
      if (!deleted) clients.push({ ...data, id })
    }
    yield clients
  }
}
