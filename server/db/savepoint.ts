import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { TransactionGone } from './faults.ts'
import { raw } from './raw.ts'

const begin = raw(sql`SAVEPOINT step`)
const release = raw(sql`RELEASE step`)
const undo = raw(sql`ROLLBACK TO step`)

/** Runs one step of a transaction; where it throws, only what the step did is undone. */
export function inSavepoint<T>(tx: Tx, step: () => T): T {
  tx.run(begin)
  try {
    const value = step()
    tx.run(release)
    return value
  } catch (error) {
    try {
      tx.run(undo)
      tx.run(release)
    } catch {
      throw new TransactionGone('The transaction is gone', { cause: error })
    }
    throw error
  }
}
