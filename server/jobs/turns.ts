import type { Database } from '#server/db/database.ts'

interface Turn {
  /** Names the periodic work. */
  name: string
  /** Time until the next turn, ms; another process takes over twice that time after the last one. */
  interval: number
  /** UTC milliseconds. */
  now: number
}

/**
 * Whether this process does the next turn of some periodic work. One of all processes does it, until
 * it stops taking its turns.
 */
export async function takeTurn(db: Database, { name, interval, now }: Turn): Promise<boolean> {
  const holder = db.processId
  const until = now + 2 * interval
  return db.write(async (tx) => {
    await tx
      .insertInto('turn')
      .values({ name, holder, until })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder, until })
          .where((turn) =>
            turn.or([turn('turn.holder', '=', holder), turn('turn.until', '<', now)]),
          ),
      )
      .execute()
    const turn = await tx
      .selectFrom('turn')
      .select('holder')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return turn.holder === holder
  })
}

/** Before an orderly stop: other processes, or this one after its restart, take over at once. */
export async function releaseTurns(db: Database): Promise<void> {
  if (!db.isShared) return
  await db.write((tx) => tx.deleteFrom('turn').where('holder', '=', db.processId).execute())
}
