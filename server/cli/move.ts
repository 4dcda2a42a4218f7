import path from 'node:path'
import { type MoveResult, moveToPostgres, moveToSqlite } from '#server/db/backup/move.ts'
import { describePostgres } from '#server/db/engine/postgres-url.ts'
import { promptHidden, UsageError } from '#server/lib/cli-command.ts'
import { readSettings } from '#server/settings.ts'

const USAGE =
  'Usage: npm run move -- postgres://user@host/database, or npm run move -- sqlite:<folder>'

const PASSWORD_REFUSAL =
  'Other users of this machine can see the arguments of a command. Leave the password out of the address, and set MOVE_PASSWORD or type it when you are asked.'

/** Throws if the address holds a password, or is none. */
function checkTarget(target: string): void {
  if (!URL.canParse(target)) throw new UsageError(USAGE)
  const url = new URL(target)
  if (url.password || url.searchParams.has('password')) throw new UsageError(PASSWORD_REFUSAL)
}

/** The address with the password from `MOVE_PASSWORD` or typed; an empty one is none. */
async function addPassword(target: string, env: NodeJS.ProcessEnv): Promise<string> {
  const url = new URL(target)
  const { MOVE_PASSWORD: set } = env
  const isAsked = set === undefined && process.stdin.isTTY
  const password = isAsked ? await promptHidden('Password of the database', 'MOVE_PASSWORD') : set
  if (password) url.password = encodeURIComponent(password)
  return url.href
}

function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.password = ''
  return url.href
}

/**
 * `npm run move`: copies the database to the other engine, into an empty database or folder. The
 * original stays as it is.
 */
export async function main(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const [target = '', ...more] = args
  if (more.length > 0) throw new UsageError(USAGE)
  if (/^postgres(ql)?:/.test(target)) return copyToPostgres(target, env)
  const folder = /^sqlite:(.+)$/.exec(target)?.[1]
  if (folder) return copyToSqlite(folder, env)
  throw new UsageError(USAGE)
}

async function copyToPostgres(target: string, env: NodeJS.ProcessEnv): Promise<string> {
  checkTarget(target)
  const { DATABASE_URL } = env
  if (DATABASE_URL !== undefined && withoutPassword(DATABASE_URL) !== withoutPassword(target))
    throw new UsageError(
      'DATABASE_URL names another database, but this command copies the SQLite database in DATA_DIR. Remove DATABASE_URL first.',
    )
  const url = DATABASE_URL ?? (await addPassword(target, env))
  const { dataDir, keysDir } = readSettings({ ...env, DATABASE_URL: url })
  const result = await moveToPostgres(dataDir, url)
  const altered = result.alteredTexts
    ? `; texts with characters that PostgreSQL cannot store, which were replaced: ${result.alteredTexts}`
    : ''
  return `Copied ${formatCounts(result)}${formatMails(result)} from ${dataDir} to ${describePostgres(target)}, and compared every table${altered}; set DATABASE_URL to its address before you start the server. The keys in ${keysDir} were not copied: keep that folder`
}

async function copyToSqlite(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { databaseUrl, dataDir, keysDir } = readSettings(env)
  if (!databaseUrl)
    throw new UsageError('DATABASE_URL is not set, so there is no PostgreSQL database to copy.')
  const result = await moveToSqlite({ url: databaseUrl, dataDir, folder })
  const isOther = path.resolve(folder) !== path.resolve(dataDir)
  const setting = isOther ? ` and set DATA_DIR to ${folder}` : ''
  const keys = isOther ? `, or copy it to ${path.join(folder, 'keys')}` : ''
  return `Copied ${formatCounts(result)}${formatMails(result)} from ${describePostgres(databaseUrl)} to ${folder}, and compared every table; remove DATABASE_URL${setting} before you start the server. The keys in ${keysDir} were not copied: keep that folder, named in KEYS_DIR${keys}`
}

const formatCounts = ({ rowCount, tableCount }: MoveResult) =>
  `${rowCount} rows of ${tableCount} tables`

const formatMails = ({ mailCount }: MoveResult) => (mailCount > 0 ? ` and ${mailCount} mails` : '')
