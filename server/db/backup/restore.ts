import fs from 'node:fs'
import path from 'node:path'
import {
  copyPrivateFile,
  DATA_FILES,
  DATABASE_FILE,
  DataError,
  getRestoreMarker,
  lockDataDir,
  MAIL_FOLDER,
  makeDataDir,
  syncToDisk,
} from '#server/db/data-dir.ts'
import { readKeyInUse } from '#server/db/key-files.ts'
import { renewEpoch } from '#server/db/metadata.ts'
import { migrations } from '#server/db/migrations/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { type Erasure, readErasureLog, reapplyErasures } from '#server/db/privacy/erasure-log.ts'
import type { Keys } from '#server/lib/keys.ts'
import {
  type BackupManifest,
  checkDatabase,
  hashFiles,
  PARTIAL_SUFFIX,
  readBackupManifest,
  toFolderName,
} from './backup.ts'

interface RestoreOptions {
  dataDir: string
  backup: string
  /** For recognising people who were erased; undefined if the server has no keys. */
  keys: Keys | undefined
  /** UTC milliseconds. */
  now: number
}

interface RestoreResult {
  takenAt: string
  /** Folder that the replaced data was moved to; undefined if there was none. */
  replacedFolder: string | undefined
  /**
   * Number of people erased again, because they were erased after the backup; undefined if the
   * replaced database cannot be read, or the keys to recognise them are missing.
   */
  reappliedErasures: number | undefined
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
}: RestoreOptions): Promise<RestoreResult> {
  const manifest = readBackupManifest(backup)
  if (manifest.version > migrations.length)
    throw new DataError(
      `The backup has database version ${manifest.version}, but this program supports versions up to ${migrations.length}. Install the newer program first.`,
    )
  makeDataDir(dataDir)
  const release = lockDataDir(dataDir)
  const staged = path.join(dataDir, `restore${PARTIAL_SUFFIX}`)
  try {
    fs.rmSync(staged, { recursive: true, force: true })
    await stageBackup(backup, staged, manifest)
    const log = readErasureLog(dataDir)
    const brought = await prepareStagedDatabase(staged, { log, keys, now })
    const replacedDir = path.join(dataDir, `replaced-${toFolderName(now)}`)
    const moved = await replaceDataFiles(dataDir, staged, replacedDir)
    return { takenAt: manifest.takenAt, replacedFolder: moved, ...brought }
  } finally {
    fs.rmSync(staged, { recursive: true, force: true })
    release()
  }
}

/** Copies the backup and checks the copy, because the copy is what becomes the database. */
async function stageBackup(
  backup: string,
  staged: string,
  manifest: BackupManifest,
): Promise<void> {
  const files = Object.keys(manifest.files)
  for (const file of [DATABASE_FILE, ...files])
    if (!manifest.files[file] || !fs.existsSync(path.join(backup, file)))
      throw new DataError(`The backup is damaged: ${file} is missing.`)
  for (const file of files) await copyPrivateFile(path.join(backup, file), path.join(staged, file))
  const hashes = await hashFiles(staged, files)
  const changed = files.find((file) => hashes[file] !== manifest.files[file])
  if (changed)
    throw new DataError(`The backup is damaged: ${changed} was changed after the backup was made.`)
  const { version } = checkDatabase(path.join(staged, DATABASE_FILE))
  if (version !== manifest.version)
    throw new DataError(
      `The backup is damaged: its database has version ${version}, not ${manifest.version}.`,
    )
  for (const file of files) await syncToDisk(path.join(staged, file))
  if (files.length > 1) await syncToDisk(path.join(staged, MAIL_FOLDER))
}

interface ErasureContext {
  log: Erasure[] | undefined
  keys: Keys | undefined
  now: number
}

/**
 * Migrates the copy, gives it a new epoch, and erases again the people who were erased after the
 * backup: they must not come back with it.
 */
async function prepareStagedDatabase(staged: string, { log, keys, now }: ErasureContext) {
  const db = openDatabase(staged)
  try {
    await db.write(renewEpoch)
    const known = readKeyInUse(db.read)
    return {
      reappliedErasures: log && (await reapplyErasures(db, staged, { log, keys, now })),
      missingKey: known === undefined || keys?.has(known) ? undefined : known,
    }
  } finally {
    db.close()
    await syncToDisk(path.join(staged, DATABASE_FILE))
  }
}

/**
 * Moves the old files out and the new ones in. If it is interrupted, the marker file makes the next
 * start refuse; see `assertNotHalfRestored`. Returns the folder of the old files, if there were any.
 */
async function replaceDataFiles(
  dataDir: string,
  staged: string,
  replacedDir: string,
): Promise<string | undefined> {
  const mark = getRestoreMarker(dataDir)
  fs.writeFileSync(mark, '')
  await syncToDisk(dataDir)
  const old = listPresentFiles(dataDir)
  if (old.length > 0) fs.mkdirSync(replacedDir, { mode: 0o700 })
  for (const name of old) fs.renameSync(path.join(dataDir, name), path.join(replacedDir, name))
  if (old.length > 0) await syncToDisk(replacedDir)
  for (const name of listPresentFiles(staged))
    fs.renameSync(path.join(staged, name), path.join(dataDir, name))
  await syncToDisk(dataDir)
  fs.rmSync(mark)
  await syncToDisk(dataDir)
  return old.length > 0 ? replacedDir : undefined
}

function listPresentFiles(folder: string): string[] {
  return DATA_FILES.filter((name) => fs.existsSync(path.join(folder, name)))
}
