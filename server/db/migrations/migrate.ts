import fs from 'node:fs'
import path from 'node:path'
import type Sqlite from 'better-sqlite3'
import { DataError } from '#server/db/data-dir.ts'
import { initial } from './0001-initial.ts'

/** In order; number one first. A released entry is never edited. */
export const migrations: readonly string[] = [initial]

/**
 * Brings the file to the newest version, each step in a transaction of its own. A file that holds
 * anything is copied to `backups/` first. Throws where the file is newer than this program.
 */
export function migrate(sqlite: Sqlite.Database, dataDir: string, steps = migrations): void {
  const version = sqlite.pragma('user_version', { simple: true }) as number
  if (version > steps.length)
    throw new DataError(
      `The database is of version ${version}; this program knows ${steps.length}.`,
    )
  if (version === steps.length) return
  if (version > 0) backUp(sqlite, path.join(dataDir, 'backups'), version)
  for (const [index, step] of steps.entries()) {
    if (index < version) continue
    sqlite.transaction(() => {
      sqlite.exec(step)
      sqlite.pragma(`user_version = ${index + 1}`)
    })()
  }
}

function backUp(sqlite: Sqlite.Database, folder: string, version: number): void {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `before-migration-from-${version}.sqlite`)
  fs.rmSync(file, { force: true })
  sqlite.prepare('VACUUM INTO ?').run(file)
}
