import { type Database, query, type Tx } from './database.ts'

/** A real write, through the queue that every write takes. */
export async function touchDatabase(db: Database): Promise<void> {
  await db.write((tx) => {
    const row = { name: 'last-touch', value: '' }
    tx.run(
      query
        .insertInto('mark')
        .values(row)
        .onConflict((conflict) => conflict.doNothing()),
    )
    tx.run(query.deleteFrom('mark').where('name', '=', row.name))
  })
}

/** When the job that waits longest was first to be run; UTC milliseconds. */
export function oldestWaiting(tx: Tx): number | undefined {
  return tx.get(
    query
      .selectFrom('job')
      .select('run_at')
      .where('state', '=', 'waiting')
      .orderBy('run_at')
      .limit(1),
  )?.run_at
}
