import { isoTime } from '#shared/lib/date.ts'
import { type Database, query, type Tx } from './database.ts'

// Single values by name, about the database itself or about how far the owner has seen.

export function readMark(tx: Tx, name: string): string | undefined {
  return tx.get(query.selectFrom('mark').select('value').where('name', '=', name))?.value
}

export function writeMark(tx: Tx, name: string, value: string): void {
  tx.run(
    query
      .insertInto('mark')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
  )
}

/** A real write, through the queue that every write takes. */
export async function touchDatabase(db: Database): Promise<void> {
  await db.write((tx) => {
    writeMark(tx, 'last-touch', '')
    tx.run(query.deleteFrom('mark').where('name', '=', 'last-touch'))
  })
}

const DEMONSTRATION = 'demonstration'

/** Whether what this database holds was invented: its sales are then shown, and said to be none. */
export function isDemonstration(tx: Tx): boolean {
  return readMark(tx, DEMONSTRATION) !== undefined
}

export function markDemonstration(tx: Tx, now: number): void {
  writeMark(tx, DEMONSTRATION, isoTime(now))
}
