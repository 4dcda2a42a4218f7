import fs from 'node:fs'
import path from 'node:path'
import { newSecret } from '#server/lib/ids.ts'
import { Keys, type StoredKey } from '#server/lib/keys.ts'
import { DataError, restrictTreePermissions } from './data-dir.ts'
import type { Database, Tx } from './database.ts'
import { readMetadata, writeMetadata } from './metadata.ts'

const KEY_IN_USE_NAME = 'key'

/**
 * Reads the keys of a folder; creates the first key if the folder has none and the database has
 * never been used with one. Throws `DataError` if the key that the database was last used with is
 * missing: its encrypted values would be lost.
 */
export async function openKeys(db: Database, folder: string): Promise<Keys> {
  const known = await readKeyInUse(db.read)
  if (known === undefined && readKeyFiles(folder).length === 0) addKeyFile(folder, 1)
  // Another server may not have a newer key yet: `npm run keys -- --use` says when all have it.
  const keys = readKeys(folder, db.isShared ? known : undefined)
  if (known !== undefined && !keys?.has(known)) throw new DataError(formatMissingKey(known, folder))
  if (!keys) throw new DataError(`There is no key in ${folder}. Put your copy of that folder back.`)
  if (known === undefined) await db.write((tx) => claimDatabase(tx, keys, folder))
  return keys
}

/** Another server, with keys of its own, may have used the database first. */
async function claimDatabase(tx: Tx, keys: Keys, folder: string): Promise<void> {
  const known = await readKeyInUse(tx)
  if (known === undefined) await writeKeyInUse(tx, keys)
  else if (!keys.has(known)) throw new DataError(formatMissingKey(known, folder))
}

/** The keys of a folder, of which `usedId` or the newest is used; undefined if it has none. */
export function readKeys(folder: string, usedId?: string): Keys | undefined {
  const stored = readKeyFiles(folder)
  return stored.length > 0 ? new Keys(stored, usedId) : undefined
}

/** Whether a running server has the key that the database is used with now. */
export async function hasKeyInUse(tx: Tx, keys: Keys): Promise<boolean> {
  const known = await readKeyInUse(tx)
  return known === undefined || keys.has(known)
}

/** Id of the key that the database was last used with; undefined before its first use. */
export async function readKeyInUse(tx: Tx): Promise<string | undefined> {
  return readMetadata(tx, KEY_IN_USE_NAME)
}

export async function writeKeyInUse(tx: Tx, { id }: Keys): Promise<void> {
  await writeMetadata(tx, KEY_IN_USE_NAME, id)
}

function formatMissingKey(id: string, folder: string): string {
  return `The key ${id}, which this database was last used with, is not in ${folder}. Put your copy of that folder back, or start with a new key: npm run keys -- --replace`
}

/** Each key has its own file: `0001.key`, `0002.key`, …, with 256 random bits in base64url. */
const KEY_FILE_PATTERN = /^(\d{4})\.key$/
const SECRET_PATTERN = /^[\w-]{43}$/

/**
 * All keys of a folder, the newest first; none if the folder does not exist. Throws `DataError` if
 * a key file holds no key.
 */
export function readKeyFiles(folder: string): StoredKey[] {
  if (!fs.existsSync(folder)) return []
  restrictTreePermissions(folder)
  return fs
    .readdirSync(folder)
    .flatMap((name) => {
      const [, digits] = KEY_FILE_PATTERN.exec(name) ?? []
      return digits ? [readKeyFile(path.join(folder, name), Number(digits))] : []
    })
    .sort((a, b) => b.version - a.version)
}

function readKeyFile(file: string, version: number): StoredKey {
  const secret = fs.readFileSync(file, 'utf8').trim()
  if (!SECRET_PATTERN.test(secret))
    throw new DataError(`${file} does not contain a valid key. Put your copy of it back.`)
  return { version, secret }
}

/**
 * Adds a key with the next version, or with `version`, unless another process has just added that;
 * it is on the disk (fsync) when this returns.
 */
export function addKeyFile(folder: string, version = getNextVersion(folder)): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `${String(version).padStart(4, '0')}.key`
  // Written under another name, then linked: another process never reads a half-written key.
  const unfinished = path.join(folder, `${name}.${process.pid}.tmp`)
  try {
    writeDurably(unfinished, `${newSecret()}\n`)
    fs.linkSync(unfinished, path.join(folder, name))
  } catch (error) {
    // `EEXIST`: another process has just added this version; its key is used.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    fs.rmSync(unfinished, { force: true })
  }
  syncFolderToDisk(folder)
}

function getNextVersion(folder: string): number {
  return (readKeyFiles(folder)[0]?.version ?? 0) + 1
}

function writeDurably(file: string, text: string): void {
  const handle = fs.openSync(file, 'w', 0o600)
  try {
    fs.writeSync(handle, text)
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

function syncFolderToDisk(folder: string): void {
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}
