import fs from 'node:fs'
import path from 'node:path'
import type Sqlite from 'better-sqlite3'
import { DataError } from '#server/db/data-dir.ts'
import { initial } from './0001-initial.ts'

/** SQL of each version, in order; `user_version` counts them. Never edit a released entry. */
export const migrations: readonly string[] = [initial]

/**
 * Migrates the file to the newest version, each step in its own transaction. A file that is not new
 * is first copied to `backups/`. Throws `DataError` if the file is newer than this program.
 */
export function migrate(sqlite: Sqlite.Database, dataDir: string, steps = migrations): void {
  const version = sqlite.pragma('user_version', { simple: true }) as number
  if (version > steps.length)
    throw new DataError(
      `The database has version ${version}, but this program supports versions up to ${steps.length}. Install the newer program, or restore a backup from before the update.`,
    )
  if (version === steps.length) return
  if (version > 0) copyBeforeMigration(sqlite, path.join(dataDir, 'backups'), version)
  for (const [index, step] of steps.entries()) {
    if (index < version) continue
    sqlite.transaction(() => {
      sqlite.exec(step)
      sqlite.pragma(`user_version = ${index + 1}`)
    })()
  }
}

function copyBeforeMigration(sqlite: Sqlite.Database, folder: string, version: number): void {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `before-migration-from-${version}.sqlite`)
  fs.rmSync(file, { force: true })
  sqlite.prepare('VACUUM INTO ?').run(file)
}
