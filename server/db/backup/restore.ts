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
  /** Recognise the people who were erased; undefined where there are no keys. */
  keys: Keys | undefined
  /** UTC milliseconds. */
  now: number
}

interface Restored {
  takenAt: string
  /** Where what was there before now lies; undefined where nothing was. */
  aside: string | undefined
  /** How many people were erased since the backup; undefined where what was there cannot tell. */
  erasedAgain: number | undefined
  /** The key that the backup was last used with, where the server here does not have it. */
  missingKey: string | undefined
}

/**
 * Puts a backup in the place of what the data folder holds, which is kept aside. The backup is copied
 * and read through before anything moves. Throws while a server runs on the folder.
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

/** What is restored is this copy, so it is the copy that is checked. */
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

/** People erased since the backup must not come back with it. */
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

/** Moves the old out and the new in; whatever ends it in between, the mark tells the next start. */
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
