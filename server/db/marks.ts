import { isoTime } from '#shared/lib/date.ts'
import { type Database, query, type Tx } from './database.ts'

// Single values by name, for example the epoch, or up to where the owner has seen the bookings.

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

/** Writes to the database through the usual queue; rejects if it takes no writes. For `/readyz`. */
export async function touchDatabase(db: Database): Promise<void> {
  await db.write((tx) => {
    writeMark(tx, 'last-touch', '')
    tx.run(query.deleteFrom('mark').where('name', '=', 'last-touch'))
  })
}

const DEMONSTRATION = 'demonstration'

/** Whether this database was filled with invented data; Sales then shows the demo receipts. */
export function isDemonstration(tx: Tx): boolean {
  return readMark(tx, DEMONSTRATION) !== undefined
}

export function markDemonstration(tx: Tx, now: number): void {
  writeMark(tx, DEMONSTRATION, isoTime(now))
}
