import type { OwnerDatabase, Queued, RowKey } from './database.ts'

/** What waits for these records, or for all, by record, in its order. */
export async function waitingByKey(
  db: OwnerDatabase,
  keys?: readonly RowKey[],
): Promise<Map<RowKey, Queued[]>> {
  const byKey = new Map<RowKey, Queued[]>()
  if ((await db.queue.count()) === 0) return byKey
  // Each key by itself: a cursor over many takes ten times as long.
  const found = keys ? keys.map((key) => waitingFor(db, key)) : [db.queue.orderBy('n').toArray()]
  for (const item of (await Promise.all(found)).flat()) {
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
