import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { copyPrivately, flush } from '#server/lib/files.ts'
import { type Checked, checkDatabase } from './check.ts'
import { DATABASE, DataError, MAIL, refuseHalfRestored } from './data-dir.ts'
import { contentsOf, hashesOf, PARTIAL, writeManifest } from './manifest.ts'

export interface BackupOrder {
  dataDir: string
  /** Gets one more folder, named after the time. */
  folder: string
  /** UTC milliseconds. */
  now: number
}

export interface Backup extends Checked {
  folder: string
  mails: number
}

/**
 * Copies the data folder as it is at one moment, also while a server writes to it, and reads the
 * copy through. Until that is done, and on the disk, the copy goes by another name.
 */
export async function takeBackup({ dataDir, folder, now }: BackupOrder): Promise<Backup> {
  refuseHalfRestored(dataDir)
  if (!fs.existsSync(path.join(dataDir, DATABASE)))
    throw new DataError(`There is no database in ${dataDir}.`)
  const whole = path.join(folder, folderName(now))
  const partial = whole + PARTIAL
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  fs.mkdirSync(partial, { mode: 0o700 })
  try {
    const files = await copyInto(partial, dataDir)
    const checked = checkDatabase(path.join(partial, DATABASE))
    const takenAt = new Date(now).toISOString()
    const hashes = await hashesOf(partial, files)
    await writeManifest(partial, { takenAt, version: checked.version, files: hashes })
    await flush(partial)
    fs.renameSync(partial, whole)
    await flush(folder)
    return { ...checked, folder: whole, mails: files.length - 1 }
  } catch (error) {
    fs.rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

/** UTC, as `2026-11-21T08-52-39-120Z`: names that sort by time, on any file system. */
export function folderName(now: number): string {
  return new Date(now).toISOString().replaceAll(/[:.]/g, '-')
}

/** The mails after the database, which then knows no mail that is missing beside it. */
async function copyInto(partial: string, dataDir: string): Promise<string[]> {
  await copyDatabase(path.join(dataDir, DATABASE), path.join(partial, DATABASE))
  const files = contentsOf(dataDir)
  for (const file of files)
    if (file !== DATABASE) await copyPrivately(path.join(dataDir, file), path.join(partial, file))
  for (const file of files) await flush(path.join(partial, file))
  if (files.length > 1) await flush(path.join(partial, MAIL))
  return files
}

/** All pages in one step: between two steps a busy server would write, and SQLite begin again. */
const ALL_PAGES = 0x7fff_ffff

async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new Sqlite(from, { readonly: true, fileMustExist: true })
  try {
    await source.backup(to, { progress: () => ALL_PAGES })
  } finally {
    source.close()
  }
  // Out of WAL mode, so that the copy is one file, and reading it makes none beside it.
  const copy = new Sqlite(to)
  copy.pragma('journal_mode = DELETE')
  copy.close()
  fs.chmodSync(to, 0o600)
}
