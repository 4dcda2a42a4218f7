import { query, type Tx } from './database.ts'

const NAME = 'demonstration'

/** Whether what this database holds was invented: its sales are then shown, and said to be none. */
export function isDemonstration(tx: Tx): boolean {
  return tx.get(query.selectFrom('mark').select('name').where('name', '=', NAME)) !== undefined
}

export function markDemonstration(tx: Tx, now: number): void {
  tx.run(query.insertInto('mark').values({ name: NAME, value: new Date(now).toISOString() }))
}

/** Whether anybody's booking or message is here. */
export function isInUse(tx: Tx): boolean {
  const first = query.selectFrom('form_submissions').select('id').limit(1)
  return tx.get(first) !== undefined
}
