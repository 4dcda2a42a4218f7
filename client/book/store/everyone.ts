import type { ExportedClient } from '#shared/clients/export.ts'
import type { OwnerDatabase, Row } from './database.ts'
import { unpack } from './locate.ts'
import { refusedById } from './refused.ts'
import { asShown } from './shown.ts'
import { unbegunRow, withTyped } from './unbegun.ts'

/** Every client that this device shows, with what waits here, a batch at a time; nobody who is deleted. */
export async function* everyone(db: OwnerDatabase): AsyncGenerator<ExportedClient[]> {
  const rows = await db.rows.where('key').startsWith('client/').toArray()
  const refused = await refusedById(db)
  const shown = (row: Row): ExportedClient[] => {
    const { data, deleted } = asShown(withTyped(row, refused.get(row.id)))
    return row.erased || deleted ? [] : [{ ...data, id: row.id }]
  }
  yield rows.flatMap(shown)
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
  // Nothing lies of whom the server would not begin but what it refused.
  yield [...refused.keys()].filter((id) => !told.has(id)).flatMap((id) => shown(unbegunRow(id)))
}
