import type { Logged, OwnerDatabase } from './database.ts'

/** How long a restored server may ask for what it had acknowledged; milliseconds. */
const KEPT = 14 * 86_400_000

/**
 * Keeps what was acknowledged together, in its order. `now` is when the server last wrote one of these:
 * this device's clock may jump by a year, and would take what a restored server asks for.
 */
export async function keepAcked(db: OwnerDatabase, items: Logged[], now: number): Promise<void> {
  const oldest = await db.log.orderBy('mid').first()
  const newest = await db.log.orderBy('mid').last()
  const ackedAt = Math.max(now, newest?.ackedAt ?? 0)
  const [first] = items
  if (first) await db.log.put({ mid: first.mid, ackedAt, items: JSON.stringify(items) })
  if (oldest && oldest.ackedAt < ackedAt - KEPT)
    await db.log.filter((batch) => batch.ackedAt < ackedAt - KEPT).delete()
}

/** Takes out whatever it says of; answers that, in the order in which it was sent. */
export async function takeFromLog(
  db: OwnerDatabase,
  which: (item: Logged) => boolean,
): Promise<Logged[]> {
  const taken: Logged[] = []
  for (const { items, ...batch } of await db.log.toArray()) {
    const kept: Logged[] = []
    const before = taken.length
    for (const item of JSON.parse(items) as Logged[]) (which(item) ? taken : kept).push(item)
    if (kept.length === 0) await db.log.delete(batch.mid)
    else if (taken.length > before) await db.log.put({ ...batch, items: JSON.stringify(kept) })
  }
  return taken
}
