import type { OwnerDatabase, Queued, RowKey } from './database.ts'

/** What waits for these records, or for all, by record, in its order. */
export async function waitingByKey(
  db: OwnerDatabase,
  keys?: readonly RowKey[],
): Promise<Map<RowKey, Queued[]>> {
  const byKey = new Map<RowKey, Queued[]>()
  const found = keys ? db.queue.where('key').anyOf(keys) : db.queue
  for (const item of await found.toArray()) {
    const before = byKey.get(item.key)
    if (before) before.push(item)
    else byKey.set(item.key, [item])
  }
  for (const items of byKey.values()) items.sort((a, b) => (a.n ?? 0) - (b.n ?? 0))
  return byKey
}

/** What waits for one record, in its order. */
export function waitingFor(db: OwnerDatabase, key: RowKey): Promise<Queued[]> {
  return db.queue.where('key').equals(key).sortBy('n')
}
