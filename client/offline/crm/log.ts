import type { Logged, OwnerDatabase } from './database.ts'

/** How long a restored server may ask for what it had acknowledged; milliseconds. */
const KEPT = 14 * 86_400_000

/** Keeps what was acknowledged together, in its order. */
export async function keepAcked(db: OwnerDatabase, items: Logged[], now: number): Promise<void> {
  const [first] = items
  if (first) await db.log.put({ mid: first.mid, ackedAt: now, items })
  const oldest = await db.log.orderBy('mid').first()
  if (oldest && oldest.ackedAt < now - KEPT)
    await db.log.filter(({ ackedAt }) => ackedAt < now - KEPT).delete()
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
