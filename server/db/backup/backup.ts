import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import * as v from 'valibot'
import {
  assertNotHalfRestored,
  copyPrivateFile,
  DATABASE_FILE,
  DataError,
  MAIL_FOLDER,
  syncToDisk,
} from '#server/db/data-dir.ts'
import type { Keys } from '#server/lib/keys.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import { checkDatabase, type DatabaseCheck } from './check-database.ts'
import { DUMP_FILE, dumpPostgres } from './postgres-dump.ts'

export interface BackupOptions {
  dataDir: string
  /** The PostgreSQL database; undefined: the SQLite file of the data folder. */
  databaseUrl?: string | undefined
  /** Parent folder of the new backup, whose own folder is named after the time. */
  folder: string
  /** UTC milliseconds. */
  now: number
  /** Keys that sign the manifest; undefined if the server has none yet. */
  keys?: Keys | undefined
}

export interface Backup extends DatabaseCheck {
  folder: string
  mailCount: number
}

/**
 * Copies the database and the mails, even while a server writes to them, and checks the copy. The
 * copy has a name that ends in `PARTIAL_SUFFIX` until it is checked and flushed to the disk. Throws
 * `DataError` if there is no database or it is damaged.
 */
export async function takeBackup(options: BackupOptions): Promise<Backup> {
  const { dataDir, databaseUrl, folder, now, keys } = options
  assertNotHalfRestored(dataDir)
  if (!databaseUrl && !fs.existsSync(path.join(dataDir, DATABASE_FILE)))
    throw new DataError(`There is no database in ${dataDir}. Check DATA_DIR.`)
  const whole = path.join(folder, toFolderName(now))
  const partial = whole + PARTIAL_SUFFIX
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  fs.mkdirSync(partial, { mode: 0o700 })
  try {
    const checked = databaseUrl
      ? await dumpPostgres(databaseUrl, path.join(partial, DUMP_FILE))
      : await copySqlite(dataDir, partial)
    const mails = await copyMails(dataDir, partial)
    const about = { takenAt: toIsoTime(now), version: checked.version }
    await writeBackupManifest(partial, about, keys)
    await syncToDisk(partial)
    fs.renameSync(partial, whole)
    await syncToDisk(folder)
    return { ...checked, folder: whole, mailCount: mails.length }
  } catch (error) {
    fs.rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

/**
 * UTC, such as `2026-11-21T08-52-39-120Z`: sorts by time and is a valid name on any file system.
 */
export function toFolderName(now: number): string {
  return new Date(now).toISOString().replaceAll(/[:.]/g, '-')
}

async function copySqlite(dataDir: string, partial: string): Promise<DatabaseCheck> {
  const copy = path.join(partial, DATABASE_FILE)
  await copyDatabase(path.join(dataDir, DATABASE_FILE), copy)
  return checkDatabase(copy)
}

/** Copies the mails after the database, so that no mail which the database lists is missing. */
async function copyMails(dataDir: string, partial: string): Promise<string[]> {
  const mails = listMails(dataDir)
  for (const mail of mails)
    await copyPrivateFile(path.join(dataDir, mail), path.join(partial, mail))
  return mails
}

/** Copies all pages in one step: a write between two steps would make SQLite start again. */
const ALL_PAGES = 0x7fff_ffff

async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new Sqlite(from, { readonly: true, fileMustExist: true })
  try {
    await source.backup(to, { progress: () => ALL_PAGES })
  } finally {
    source.close()
  }
  // Without WAL mode the copy is a single file, and reading it creates no file beside it.
  const copy = new Sqlite(to)
  copy.pragma('journal_mode = DELETE')
  copy.close()
  fs.chmodSync(to, 0o600)
}

/** Suffix of a folder or file that is not finished; it stays if the process was killed. */
export const PARTIAL_SUFFIX = '.partial'

const MANIFEST_FILE = 'backup.json'

/** A backup contains one of them, by its engine. */
const DATABASE_FILES = [DATABASE_FILE, DUMP_FILE]

const BackupManifest = v.object({
  takenAt: v.string(),
  /** The database's version: the number of the last migration. */
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** SHA-256 (hexadecimal) of each file, by the file's path in the folder. */
  files: v.record(v.string(), v.string()),
  /** Signature of the other fields; `key` is the id of the server's key that made it. */
  signature: v.optional(v.object({ key: v.string(), value: v.string() })),
})

export type BackupManifest = v.InferOutput<typeof BackupManifest>

/**
 * Reads a backup's manifest. Throws `DataError` if the backup is unfinished or has no valid one.
 */
export function readBackupManifest(folder: string): BackupManifest {
  const file = path.join(folder, MANIFEST_FILE)
  if (!fs.existsSync(file))
    throw new DataError(`${folder} is not a backup: it has no ${MANIFEST_FILE}.`)
  if (path.resolve(folder).endsWith(PARTIAL_SUFFIX))
    throw new DataError(`${folder} is an interrupted, incomplete backup. Use another one.`)
  const parsed = v.safeParse(BackupManifest, parseJson(fs.readFileSync(file, 'utf8')))
  if (!parsed.success || !Object.keys(parsed.output.files).every(isDataFile))
    throw new DataError(`${file} is damaged. Use another backup.`)
  return parsed.output
}

/**
 * Flushes the database, or its dump, and the mails of a folder to the disk, and lists them in a
 * manifest, which makes the folder a backup.
 */
export async function writeBackupManifest(
  folder: string,
  about: Omit<BackupManifest, 'files' | 'signature'>,
  keys?: Keys,
): Promise<void> {
  const mails = listMails(folder)
  const files = [
    ...DATABASE_FILES.filter((name) => fs.existsSync(path.join(folder, name))),
    ...mails,
  ]
  for (const file of files) await syncToDisk(path.join(folder, file))
  if (mails.length > 0) await syncToDisk(path.join(folder, MAIL_FOLDER))
  const content = { ...about, files: await hashFiles(folder, files) }
  const signature = keys && { key: keys.id, value: keys.sign(toSignedText(content)) }
  const manifest: BackupManifest = { ...content, ...(signature && { signature }) }
  const file = path.join(folder, MANIFEST_FILE)
  await fs.promises.writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
  await syncToDisk(file)
}

function toSignedText({ takenAt, version, files }: Omit<BackupManifest, 'signature'>): string {
  const sorted = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))
  return `backup manifest ${JSON.stringify([takenAt, version, sorted])}`
}

/**
 * Whether a server with these keys made the backup. `unknown`: it is not signed, or by a key that is not here.
 */
export function checkSignature(
  manifest: BackupManifest,
  keys: Keys | undefined,
): 'genuine' | 'unknown' | 'forged' {
  const { signature } = manifest
  if (!signature || !keys?.has(signature.key)) return 'unknown'
  return keys.isSignature(toSignedText(manifest), signature.value) ? 'genuine' : 'forged'
}

/** All finished mails, as paths in the folder. */
export function listMails(folder: string): string[] {
  const mail = path.join(folder, MAIL_FOLDER)
  const names = fs.existsSync(mail) ? fs.readdirSync(mail) : []
  return names.map((name) => `${MAIL_FOLDER}/${name}`).filter(isDataFile)
}

export async function hashFiles(folder: string, files: string[]): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const file of files) hashes[file] = await hashFile(path.join(folder, file))
  return hashes
}

/** SHA-256 of a file's content, hexadecimal. */
async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of fs.createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** All files of a finished backup, the manifest included, as paths in its folder. */
export function listBackupFiles(folder: string): string[] {
  return [...Object.keys(readBackupManifest(folder).files), MANIFEST_FILE]
}

export function isBackupFile(file: string): boolean {
  return file === MANIFEST_FILE || isDataFile(file)
}

/** Whether a backup can contain this path; rejects paths that lead out of the folder. */
function isDataFile(file: string): boolean {
  return DATABASE_FILES.includes(file) || /^mail\/[\w-]+\.eml$/.test(file)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
