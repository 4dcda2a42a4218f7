import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
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
import { sqliteDdl } from '#server/db/migrations/ddl.ts'
import { migrations } from '#server/db/migrations/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { readErasureLog } from '#server/db/privacy/erasure-log.ts'
import type { Keys } from '#server/lib/keys.ts'
import {
  type BackupManifest,
  checkSignature,
  hashFiles,
  PARTIAL_SUFFIX,
  readBackupManifest,
  toFolderName,
} from './backup.ts'
import { checkDatabase } from './check-database.ts'
import { DUMP_FILE } from './postgres-dump.ts'
import { restorePostgres } from './restore-postgres.ts'
import { type PreparedDatabase, prepareRestoredDatabase } from './restored-database.ts'

interface RestoreOptions {
  dataDir: string
  /** The PostgreSQL database; undefined: the SQLite file of the data folder. */
  databaseUrl?: string | undefined
  backup: string
  /** For recognising people who were erased; undefined if the server has no keys. */
  keys: Keys | undefined
  /** UTC milliseconds. */
  now: number
  /**
   * `required`: the backup must be signed by one of the keys. `if possible`: it must not be signed
   * wrongly. `none`: the caller is responsible for its origin.
   */
  verification?: 'required' | 'if possible' | 'none'
}

interface RestoreResult extends PreparedDatabase {
  takenAt: string
  /** Folder that the replaced data was moved to; undefined if there was none. */
  replacedFolder: string | undefined
  /** A server with these keys made the backup. */
  isGenuine: boolean
}

/**
 * Replaces the data with a backup and moves the old data to a `replaced-…` folder. The backup is
 * copied and checked before anything moves. Throws `DataError` if a server uses the data, or if the
 * backup is damaged, of the other engine, or newer than this program.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { dataDir, databaseUrl, backup, now } = options
  const manifest = readBackupManifest(backup)
  const isGenuine = verifyOrigin(manifest, options)
  assertSameEngine(manifest, databaseUrl)
  if (manifest.version > migrations.length)
    throw new DataError(
      `The backup has database version ${manifest.version}, but this program supports versions up to ${migrations.length}. Install the newer program first.`,
    )
  makeDataDir(dataDir)
  const release = lockDataDir(dataDir)
  const staged = path.join(dataDir, `restore${PARTIAL_SUFFIX}`)
  const replacedDir = path.join(dataDir, `replaced-${toFolderName(now)}`)
  try {
    fs.rmSync(staged, { recursive: true, force: true })
    await stageBackup(backup, staged, manifest)
    const { version, takenAt } = manifest
    const place = { dataDir, staged, replacedDir }
    const restored = databaseUrl
      ? await restorePostgres({ ...options, ...place, url: databaseUrl, version })
      : await restoreSqlite({ ...options, ...place, version })
    return { takenAt, isGenuine, ...restored }
  } finally {
    fs.rmSync(staged, { recursive: true, force: true })
    release()
  }
}

function verifyOrigin(
  manifest: BackupManifest,
  { keys, verification = 'if possible' }: RestoreOptions,
): boolean {
  const verdict = checkSignature(manifest, keys)
  if (verification === 'none') return verdict === 'genuine'
  if (verdict === 'forged')
    throw new DataError(
      'The backup was not made by this server: the signature in its manifest is wrong. Use another backup.',
    )
  if (verdict === 'unknown' && verification === 'required')
    throw new DataError(
      'It cannot be verified who made this backup: anybody can encrypt to a public key, and it is not signed by a key of this server. Put your copy of the keys into the keys folder first. If you are sure of its origin, add --unverified.',
    )
  return verdict === 'genuine'
}

/**
 * Refuses a database that has tables, triggers or columns other than this program makes: they would run
 * with the site's own writes.
 */
function assertSchema(file: string, version: number): void {
  const [found, made] = [new Sqlite(file, { readonly: true }), new Sqlite(':memory:')]
  try {
    for (const step of migrations.slice(0, version)) made.exec(step(sqliteDdl))
    if (readSchema(found) === readSchema(made)) return
  } finally {
    found.close()
    made.close()
  }
  throw new DataError(
    'The backup’s database has another structure than this program makes. Use another backup.',
  )
}

function readSchema(sqlite: Sqlite.Database): string {
  const list = sqlite.prepare(
    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name",
  )
  return JSON.stringify(list.all())
}

function assertSameEngine({ files }: BackupManifest, databaseUrl: string | undefined): void {
  if (databaseUrl && !(DUMP_FILE in files))
    throw new DataError(
      'This backup is of a SQLite database, and DATABASE_URL is set. Restore it without DATABASE_URL into an empty DATA_DIR, then copy that into an empty database: npm run move -- postgres://user@host/database',
    )
  if (!databaseUrl && DUMP_FILE in files)
    throw new DataError(
      'This backup is of a PostgreSQL database. Restore it with DATABASE_URL set to an empty database, then copy that into an empty folder: npm run move -- sqlite:<folder>',
    )
}

/** Copies the backup and checks the copy, because the copy is what becomes the database. */
async function stageBackup(
  backup: string,
  staged: string,
  manifest: BackupManifest,
): Promise<void> {
  const files = Object.keys(manifest.files)
  const database = DUMP_FILE in manifest.files ? DUMP_FILE : DATABASE_FILE
  for (const file of [database, ...files])
    if (!manifest.files[file] || !fs.existsSync(path.join(backup, file)))
      throw new DataError(`The backup is damaged: ${file} is missing.`)
  for (const file of files) await copyPrivateFile(path.join(backup, file), path.join(staged, file))
  const hashes = await hashFiles(staged, files)
  const changed = files.find((file) => hashes[file] !== manifest.files[file])
  if (changed)
    throw new DataError(`The backup is damaged: ${changed} was changed after the backup was made.`)
  for (const file of files) await syncToDisk(path.join(staged, file))
  if (files.length > 1) await syncToDisk(path.join(staged, MAIL_FOLDER))
}

interface RestoreSqlite extends RestoreOptions {
  /** The checked copy of the backup. */
  staged: string
  /** The database's version in the backup. */
  version: number
  replacedDir: string
}

async function restoreSqlite({ dataDir, staged, version, ...options }: RestoreSqlite) {
  const file = path.join(staged, DATABASE_FILE)
  const found = checkDatabase(file).version
  if (found !== version)
    throw new DataError(`The backup is damaged: its database has version ${found}, not ${version}.`)
  assertSchema(file, version)
  const log = readErasureLog(dataDir)
  const db = await openDatabase(staged)
  let prepared: PreparedDatabase
  try {
    prepared = await prepareRestoredDatabase(db, staged, { log, ...options })
  } finally {
    await db.close()
    await syncToDisk(file)
  }
  const replacedFolder = await replaceDataFiles(dataDir, staged, options.replacedDir)
  return { ...prepared, replacedFolder }
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
