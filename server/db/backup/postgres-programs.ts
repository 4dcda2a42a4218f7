import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { DataError } from '#server/db/data-dir.ts'
import { toLibpqEnvironment } from '#server/db/engine/postgres-url.ts'

/** Paths of PostgreSQL's own programs, both of one version. */
export interface PostgresPrograms {
  pg_dump: string
  pg_restore: string
}

/** Debian and Ubuntu install each version in a folder of its own here. */
const DEBIAN_FOLDER = '/usr/lib/postgresql'

function listProgramFolders(): string[] {
  const versions = fs.existsSync(DEBIAN_FOLDER) ? fs.readdirSync(DEBIAN_FOLDER) : []
  return [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => path.join(DEBIAN_FOLDER, version, 'bin')),
  ]
}

/**
 * Finds programs that can read a server of this major version: older ones cannot. Throws `DataError`
 * if there are none.
 */
export async function findPostgresPrograms(
  serverVersion: number,
  folders = listProgramFolders(),
): Promise<PostgresPrograms> {
  let newest = 0
  for (const folder of folders) {
    const found = {
      pg_dump: path.join(folder, 'pg_dump'),
      pg_restore: path.join(folder, 'pg_restore'),
    }
    if (!folder || !fs.existsSync(found.pg_dump) || !fs.existsSync(found.pg_restore)) continue
    const version = await readProgramVersion(found.pg_dump)
    if (version >= serverVersion) return found
    newest = Math.max(newest, version)
  }
  const fault = newest
    ? `pg_dump of version ${newest} cannot read a server of version ${serverVersion}`
    : 'pg_dump and pg_restore are not installed'
  throw new DataError(`${fault}. Install the package postgresql-client-${serverVersion}.`)
}

const run = promisify(execFile)

/** The major version; 0 if the program cannot run. */
async function readProgramVersion(program: string): Promise<number> {
  const { stdout } = await run(program, ['--version']).catch(() => ({ stdout: '' }))
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0)
}

/** Longest list of a dump's contents, bytes. */
const MAX_OUTPUT = 64 << 20

/**
 * Runs a program on the database of `url`, if there is one, and returns its output. Throws
 * `DataError` with the program's own reason.
 */
export async function runPostgresProgram(
  program: string,
  args: string[],
  url?: string,
): Promise<string> {
  const env = {
    ...process.env,
    ...(url && toLibpqEnvironment(url)),
    PGAPPNAME: path.basename(program),
    LC_ALL: 'C',
  }
  try {
    return (await run(program, args, { env, maxBuffer: MAX_OUTPUT })).stdout
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    const line = stderr.split('\n').find((text) => /error:/.test(text)) ?? message
    throw new DataError(
      `${line
        .replace(/^(\w+): error:/, '$1 failed:')
        .replace(/\s+/g, ' ')
        .trim()}.`,
      { cause: error },
    )
  }
}
