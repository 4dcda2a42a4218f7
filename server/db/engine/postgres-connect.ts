import pg from 'pg'
import { DataError } from '#server/db/data-dir.ts'
import { DatabaseUnreachableError } from '#server/db/storage-faults.ts'
import { describeAddress } from './postgres-url.ts'

/** The name under which PostgreSQL lists our connections. */
export const APPLICATION_NAME = 'lysning'

/** Connections that read; more requests than that wait for a free one. */
export const MAX_READERS = 8
/** Connections that write, each in its own transaction. */
export const MAX_WRITERS = 16
/** The readers, the writers, and the one that counts requests. */
export const CONNECTIONS = MAX_READERS + MAX_WRITERS + 1

/** Longest wait for a connection, ms. */
export const CONNECT_TIMEOUT = 5_000

/** The oldest version that is supported, as in `server_version_num`. */
const OLDEST_VERSION = 140_000

/** A setting of our own that a session begins with; it is missing where a pooler hands out sessions. */
const OWN_SETTING = 'lysning.session'

/** A single connection, without a limit of time for its statements; fails as `openPostgres` does. */
export async function connectPostgres(url: string): Promise<pg.Client> {
  const client = createClient(url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await assertUsable(client)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw toOpenError(error, url)
  }
}

/** Reads the files that the URL names. */
function createClient(url: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      application_name: APPLICATION_NAME,
      keepAlive: true,
      options: `-c ${OWN_SETTING}=own`,
    })
  } catch (error) {
    throw new DataError(`DATABASE_URL: ${error instanceof Error ? error.message : error}`)
  }
}

async function assertUsable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{
    version: string
    encoding: string
    commit: string
    own: string | null
  }>(
    `SELECT current_setting('server_version_num') AS version,
      current_setting('server_encoding') AS encoding,
      current_setting('synchronous_commit') AS commit,
      current_setting('${OWN_SETTING}', true) AS own`,
  )
  const [found] = rows
  if (Number(found?.version) < OLDEST_VERSION)
    throw new DataError('DATABASE_URL: PostgreSQL 14 or newer is required. Update that server.')
  if (found?.encoding !== 'UTF8')
    throw new DataError('DATABASE_URL: The database must have the encoding UTF8.')
  if (found?.commit === 'off')
    throw new DataError(
      'DATABASE_URL: synchronous_commit is off, so a crash could lose acknowledged bookings. Set it to on.',
    )
  if (found?.own !== 'own') throw new DataError(`DATABASE_URL: ${NO_SESSION}`)
}

const NO_SESSION =
  'The settings of a session do not reach PostgreSQL. Name PostgreSQL itself, not PgBouncer or another pooler, and no options.'

/** As PgBouncer refuses a connection that has settings. */
const POOLER_PATTERN = /unsupported startup parameter/

/** Messages for an administrator, by the SQLSTATE of an error when connecting. */
const OPEN_FAULTS: Record<string, string> = {
  '28P01': 'The password is wrong.',
  '28000': 'This user may not connect.',
  '3D000': 'There is no database of this name.',
  '42501': 'This user may not create tables in the database.',
  '53300': `PostgreSQL has no free connection. Raise max_connections: each server needs ${CONNECTIONS}.`,
  '53100': 'The disk of PostgreSQL is full.',
  '57P03': 'PostgreSQL does not take connections yet.',
}

/** The same by the code or the text of an error of the network. */
const NETWORK_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED|ENOENT/, 'Nothing listens there. Start PostgreSQL, or correct the address.'],
  [
    /ENOTFOUND|EAI_AGAIN/,
    'No host of this name is known. Correct the address, or check the name server.',
  ],
  [
    /timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/,
    'PostgreSQL does not answer. Check its machine and the firewall, or correct the address.',
  ],
  [
    /ECONNRESET|terminated unexpectedly/,
    'The connection was closed at once. Check that PostgreSQL listens there.',
  ],
]

export function toOpenError(error: unknown, url: string): unknown {
  if (error instanceof DataError || error instanceof DatabaseUnreachableError) return error
  const setting = `DATABASE_URL (${describeAddress(url)})`
  if (error instanceof pg.DatabaseError) {
    if (POOLER_PATTERN.test(error.message)) return new DataError(`${setting}: ${NO_SESSION}`)
    const known = OPEN_FAULTS[error.code ?? '']
    return known ? new DataError(`${setting}: ${known}`, { cause: error }) : error
  }
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  const text = NETWORK_FAULTS.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1]
  return new DatabaseUnreachableError(
    `${setting}: ${text ?? `PostgreSQL cannot be reached: ${message}`}`,
    { cause: error },
  )
}

/** Throws a `DatabaseUnreachableError` if a statement failed because its connection was lost. */
export function rethrow(error: unknown): never {
  if (isConnectionLost(error))
    throw new DatabaseUnreachableError(
      error instanceof Error ? error.message : 'The database cannot be reached',
      { cause: error },
    )
  throw error
}

/** SQLSTATE classes and codes after which the connection is gone: 08, and a server that stops. */
const LOST_PATTERN = /^(08...|57P0[1-5])$/

export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || LOST_PATTERN.test(error.code ?? '')
}
