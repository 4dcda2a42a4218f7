import type { OwnerDatabase } from './database.ts'
import type { AckedLogState, AckedMutation } from './schema.ts'

const DAY = 86_400_000
/** How long acked mutations stay in the log for a restored server; milliseconds. */
const RETENTION = 14 * DAY

export const EMPTY_LOG: AckedLogState = { newest: 0, prunedAt: 0 }

export function advanceLogState(
  { newest: before, prunedAt }: AckedLogState,
  written: number,
): AckedLogState {
  const newest = Math.max(before, written)
  return { newest, prunedAt: newest - prunedAt > DAY ? newest : prunedAt }
}

/** Logs mutations that were acked together, in their order, and clears old batches once a day. */
export async function appendAcked(
  db: OwnerDatabase,
  items: AckedMutation[],
  { before, now: { newest: ackedAt, prunedAt } }: { before: AckedLogState; now: AckedLogState },
): Promise<void> {
  const [first] = items
  if (first) await db.ackedLog.put({ mid: first.mid, ackedAt, items: JSON.stringify(items) })
  // Batches logged before the server's time was known (0) get the first time that is.
  if (before.newest === 0 && ackedAt > 0)
    await db.ackedLog.filter((batch) => batch.ackedAt === 0).modify({ ackedAt })
  if (prunedAt > before.prunedAt)
    await db.ackedLog.filter((batch) => batch.ackedAt < ackedAt - RETENTION).delete()
}

/**
 * Removes the mutations that `which` selects; returns them in the order in which they were sent.
 */
export async function removeFromLog(
  db: OwnerDatabase,
  which: (item: AckedMutation) => boolean,
): Promise<AckedMutation[]> {
  const removed: AckedMutation[] = []
  for (const { items, ...batch } of await db.ackedLog.toArray()) {
    const remaining: AckedMutation[] = []
    const before = removed.length
    for (const item of JSON.parse(items) as AckedMutation[])
      (which(item) ? removed : remaining).push(item)
    if (remaining.length === 0) await db.ackedLog.delete(batch.mid)
    else if (removed.length > before)
      await db.ackedLog.put({ ...batch, items: JSON.stringify(remaining) })
  }
  return removed
}
