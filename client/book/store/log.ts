import type { OwnerDatabase } from './database.ts'
import type { Logged, LogState } from './schema.ts'

const DAY = 86_400_000
/** How long acked mutations stay in the log for a restored server; milliseconds. */
const KEPT = 14 * DAY

export const NO_LOG: LogState = { newest: 0, cleared: 0 }

export function logStateAt({ newest: before, cleared }: LogState, written: number): LogState {
  const newest = Math.max(before, written)
  return { newest, cleared: newest - cleared > DAY ? newest : cleared }
}

/** Logs mutations that were acked together, in their order, and clears old batches once a day. */
export async function keepAcked(
  db: OwnerDatabase,
  items: Logged[],
  { before, now: { newest: ackedAt, cleared } }: { before: LogState; now: LogState },
): Promise<void> {
  const [first] = items
  if (first) await db.log.put({ mid: first.mid, ackedAt, items: JSON.stringify(items) })
  // Batches logged before the server's time was known (0) get the first time that is.
  if (before.newest === 0 && ackedAt > 0)
    await db.log.filter((batch) => batch.ackedAt === 0).modify({ ackedAt })
  if (cleared > before.cleared)
    await db.log.filter((batch) => batch.ackedAt < ackedAt - KEPT).delete()
}

/**
 * Removes the mutations that `which` selects; returns them in the order in which they were sent.
 */
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
