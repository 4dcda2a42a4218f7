import fs from 'node:fs'
import path from 'node:path'
import {
  BELONGINGS,
  copyPrivately,
  DATABASE,
  DataError,
  flush,
  lockDataDir,
  MAIL,
  makeDataDir,
  restoringMark,
} from '#server/db/data-dir.ts'
import { keyInUse } from '#server/db/keys.ts'
import { migrations } from '#server/db/migrations/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import {
  type Erasure,
  eraseAgain,
  readErasureLog,
  renewEpoch,
} from '#server/db/privacy/erasures.ts'
import type { Keys } from '#server/lib/keys.ts'
import {
  checkDatabase,
  folderName,
  hashesOf,
  type Manifest,
  PARTIAL,
  readManifest,
} from './backup.ts'

interface RestoreOrder {
  dataDir: string
  backup: string
  /** For recognising people who were erased; undefined if the server has no keys. */
  keys: Keys | undefined
  /** UTC milliseconds. */
  now: number
}

interface Restored {
  takenAt: string
  /** Folder that the replaced data was moved to; undefined if there was none. */
  aside: string | undefined
  /**
   * Number of people erased again, because they were erased after the backup; undefined if the
   * replaced database cannot be read, or the keys to recognise them are missing.
   */
  erasedAgain: number | undefined
  /** Id of the key that the backup was last used with, if this server does not have it. */
  missingKey: string | undefined
}

/**
 * Replaces the data in the data folder with a backup and moves the old data to a `replaced-…`
 * folder. The backup is copied and checked before anything moves. Throws `DataError` if a server
 * uses the data folder, or if the backup is damaged or newer than this program.
 */
export async function restoreBackup({
  dataDir,
  backup,
  keys,
  now,
}: RestoreOrder): Promise<Restored> {
  const manifest = readManifest(backup)
  if (manifest.version > migrations.length)
    throw new DataError(
      `The backup is of version ${manifest.version}; this program knows ${migrations.length}.`,
    )
  makeDataDir(dataDir)
  const release = lockDataDir(dataDir)
  const staged = path.join(dataDir, `restore${PARTIAL}`)
  try {
    fs.rmSync(staged, { recursive: true, force: true })
    await stage(backup, staged, manifest)
    const log = readErasureLog(dataDir)
    const brought = await bringUpToDate(staged, { log, keys, now })
    const aside = path.join(dataDir, `replaced-${folderName(now)}`)
    const moved = await replace(dataDir, staged, aside)
    return { takenAt: manifest.takenAt, aside: moved, ...brought }
  } finally {
    fs.rmSync(staged, { recursive: true, force: true })
    release()
  }
}

/** Copies the backup and checks the copy, because the copy is what becomes the database. */
async function stage(backup: string, staged: string, manifest: Manifest): Promise<void> {
  const files = Object.keys(manifest.files)
  for (const file of [DATABASE, ...files])
    if (!manifest.files[file] || !fs.existsSync(path.join(backup, file)))
      throw new DataError(`The backup is damaged: ${file} is missing.`)
  for (const file of files) await copyPrivately(path.join(backup, file), path.join(staged, file))
  const hashes = await hashesOf(staged, files)
  const changed = files.find((file) => hashes[file] !== manifest.files[file])
  if (changed) throw new DataError(`The backup is damaged: ${changed} is not what was written.`)
  const { version } = checkDatabase(path.join(staged, DATABASE))
  if (version !== manifest.version)
    throw new DataError(`The backup is damaged: its database is of version ${version}.`)
  for (const file of files) await flush(path.join(staged, file))
  if (files.length > 1) await flush(path.join(staged, MAIL))
}

interface Past {
  log: Erasure[] | undefined
  keys: Keys | undefined
  now: number
}

/**
 * Migrates the copy, gives it a new epoch, and erases again the people who were erased after the
 * backup: they must not come back with it.
 */
async function bringUpToDate(staged: string, { log, keys, now }: Past) {
  const db = openDatabase(staged)
  try {
    await db.write(renewEpoch)
    const known = keyInUse(db.read)
    return {
      erasedAgain: log && (await eraseAgain(db, staged, { log, keys, now })),
      missingKey: known === undefined || keys?.has(known) ? undefined : known,
    }
  } finally {
    db.close()
    await flush(path.join(staged, DATABASE))
  }
}

/**
 * Moves the old files out and the new ones in. If it is interrupted, the marker file makes the next
 * start refuse; see `refuseHalfRestored`. Returns the folder of the old files, if there were any.
 */
async function replace(
  dataDir: string,
  staged: string,
  aside: string,
): Promise<string | undefined> {
  const mark = restoringMark(dataDir)
  fs.writeFileSync(mark, '')
  await flush(dataDir)
  const old = present(dataDir)
  if (old.length > 0) fs.mkdirSync(aside, { mode: 0o700 })
  for (const name of old) fs.renameSync(path.join(dataDir, name), path.join(aside, name))
  if (old.length > 0) await flush(aside)
  for (const name of present(staged))
    fs.renameSync(path.join(staged, name), path.join(dataDir, name))
  await flush(dataDir)
  fs.rmSync(mark)
  await flush(dataDir)
  return old.length > 0 ? aside : undefined
}

function present(folder: string): string[] {
  return BELONGINGS.filter((name) => fs.existsSync(path.join(folder, name)))
}
