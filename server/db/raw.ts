import { type Compilable, type RawBuilder, sql } from 'kysely'
import { query, type Tx } from './database.ts'
import { TransactionGone } from './faults.ts'

/** A statement written out, where building it from typed parts would hide what it does. */
export function raw<Row>(statement: RawBuilder<Row>): Compilable<Row> {
  return { compile: () => statement.compile(query) }
}

/** Any number of values as one parameter, for `IN`. */
export function oneOf(values: readonly (string | number)[]) {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
}

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
