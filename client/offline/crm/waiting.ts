import type { OwnerDatabase, Queued, RowKey } from './database.ts'

/** All that waits, by its record, in its order. */
export async function waitingByKey(db: OwnerDatabase): Promise<Map<RowKey, Queued[]>> {
  const byKey = new Map<RowKey, Queued[]>()
  for (const item of await db.queue.orderBy('n').toArray()) {
    const before = byKey.get(item.key)
    if (before) before.push(item)
    else byKey.set(item.key, [item])
  }
  return byKey
}

/** What waits for one record, in its order. */
export function waitingFor(db: OwnerDatabase, key: RowKey): Promise<Queued[]> {
  return db.queue.where('key').equals(key).sortBy('n')
}
