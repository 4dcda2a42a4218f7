import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { DataError } from '#server/db/data-dir.ts'
import { APPLICATION_NAME, connectPostgres } from '#server/db/engine/postgres-connect.ts'
import { describePostgres } from '#server/db/engine/postgres-url.ts'
import { MIGRATION_LOCK } from '#server/db/migrations/migrate.ts'

/** Longest wait for the sessions of a process that has just stopped, ms. */
const LEAVING_TIME = 3_000
const LEAVING_CHECK = 100

/**
 * Runs `work` while no server or command uses the database; those that start meanwhile wait until it
 * ends. Throws `DataError` if the database is in use. `work` must not open the database by
 * `openDatabase`, which would wait too.
 */
export async function withExclusivePostgres<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectPostgres(url)
  try {
    await client.query(
      `SET idle_session_timeout = 0; SET idle_in_transaction_session_timeout = 0;
       SET statement_timeout = 0; SET lock_timeout = 0`,
    )
    // Belongs to the session, so it ends with this process, even after a crash.
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS locked',
      [MIGRATION_LOCK],
    )
    if (!rows[0]?.locked || (await hasOtherSessions(client))) throw createInUseError(url)
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Throws `DataError` if a server or another command uses the database. */
export async function assertPostgresUnused(url: string): Promise<void> {
  await withExclusivePostgres(url, async () => undefined)
}

/** A server has at least one connection at all times, because it looks for jobs of the others. */
async function hasOtherSessions(client: pg.Client): Promise<boolean> {
  for (let waited = 0; waited < LEAVING_TIME; waited += LEAVING_CHECK) {
    const { rows } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND application_name = $1 AND pid <> pg_backend_pid() LIMIT 1`,
      [APPLICATION_NAME],
    )
    if (rows.length === 0) return false
    await pause(LEAVING_CHECK)
  }
  return true
}

function createInUseError(url: string): DataError {
  return new DataError(
    `A running server or command uses ${describePostgres(url)}. Stop it first, on every machine.`,
  )
}
