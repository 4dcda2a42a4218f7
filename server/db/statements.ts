import { CompiledQuery } from 'kysely'

/**
 * What a statement is to its transaction. On PostgreSQL this decides whether its answer is waited for;
 * on SQLite each statement is run at once.
 *
 * - `later`: its caller needs no result. It is sent at once, and its error is thrown by the statement
 *   that ends the savepoint around it.
 * - `begin`, `end`: a savepoint's. They wait for the statements that were sent for later.
 * - `undo`: rolls back to a savepoint, and forgets the errors of what it undoes.
 */
export type StatementRole = 'later' | 'begin' | 'end' | 'undo'

interface Statement<Row = unknown> extends CompiledQuery<Row> {
  readonly role?: StatementRole
}

export function getRole(query: CompiledQuery): StatementRole | undefined {
  return (query as Statement).role
}

export function withRole<Row>(query: CompiledQuery<Row>, role: StatementRole): Statement<Row> {
  return { ...query, role }
}

/** The three statements of a savepoint. */
export function createSavepoint(name: string) {
  return {
    begin: withRole(CompiledQuery.raw(`SAVEPOINT ${name}`), 'begin'),
    release: withRole(CompiledQuery.raw(`RELEASE SAVEPOINT ${name}`), 'end'),
    rollBack: withRole(CompiledQuery.raw(`ROLLBACK TO SAVEPOINT ${name}`), 'undo'),
  }
}
