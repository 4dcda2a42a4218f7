import type { OwnerDatabase, RefusedIntent, RowKey } from './database.ts'
import { isUnbegun } from './unbegun.ts'
import { waitingFor } from './waiting.ts'

/** What the server would not take of a record, in its order. */
export function refusedFor(db: OwnerDatabase, key: RowKey): Promise<RefusedIntent[]> {
  return db.refused.where('key').equals(key).sortBy('n')
}

/** The same of every client, by id. */
export async function refusedById(db: OwnerDatabase): Promise<Map<string, RefusedIntent[]>> {
  return byId(await db.refused.toArray())
}

export function byId(refused: readonly RefusedIntent[]): Map<string, RefusedIntent[]> {
  const found = new Map<string, RefusedIntent[]>()
  for (const item of refused) {
    const { coll, id } = item.intent
    if (coll === 'client') found.set(id, [...(found.get(id) ?? []), item])
  }
  return found
}

/** Takes it off the device, and its record where nothing else is left of that; answers whose it was. */
export function dropRefused(db: OwnerDatabase, n: number): Promise<string | undefined> {
  return db.transaction('rw', db.rows, db.queue, db.refused, async () => {
    const found = await db.refused.get(n)
    if (!found) return undefined
    const { key, intent } = found
    await db.refused.delete(n)
    const row = await db.rows.get(key)
    const left = (await refusedFor(db, key)).length + (await waitingFor(db, key)).length
    if (row && isUnbegun(row) && left === 0) await db.rows.delete(key)
    return intent.id
  })
}
