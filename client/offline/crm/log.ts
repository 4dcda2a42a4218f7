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
  if (first) await db.log.put({ mid: first.mid, ackedAt, items })
  if (oldest && oldest.ackedAt < ackedAt - KEPT)
    await db.log.filter((batch) => batch.ackedAt < ackedAt - KEPT).delete()
}

/** Takes out whatever it says of; answers that, in the order in which it was sent. */
export async function takeFromLog(
  db: OwnerDatabase,
  which: (item: Logged) => boolean,
): Promise<Logged[]> {
  const touched = await db.log.filter(({ items }) => items.some(which)).toArray()
  const left = touched.map(({ items, ...batch }) => ({
    ...batch,
    items: items.filter((item) => !which(item)),
  }))
  await db.log.bulkPut(left)
  await db.log.bulkDelete(left.filter(({ items }) => items.length === 0).map(({ mid }) => mid))
  return touched.flatMap(({ items }) => items.filter(which))
}
