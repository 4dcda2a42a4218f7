import { type Compilable, type RawBuilder, sql } from 'kysely'
import { query } from './database.ts'

/** A statement written out, where building it from typed parts would hide what it does. */
export function raw<Row>(statement: RawBuilder<Row>): Compilable<Row> {
  return { compile: () => statement.compile(query) }
}

/** Any number of values as one parameter, for `IN`. */
export function oneOf(values: readonly (string | number)[]) {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
}
