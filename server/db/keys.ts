import fs from 'node:fs'
import path from 'node:path'
import { newSecret } from '#server/lib/ids.ts'
import { Keys, type StoredKey } from '#server/lib/keys.ts'
import { DataError, restrictAll } from './data-dir.ts'
import type { Database, Tx } from './database.ts'
import { readMark, writeMark } from './marks.ts'

const MARK = 'key'

/**
 * Reads the keys of a folder; creates the first key if the folder has none and the database has
 * never been used with one. Throws `DataError` if the key that the database was last used with is
 * missing: its encrypted values would be lost.
 */
export async function openKeys(db: Database, folder: string): Promise<Keys> {
  const known = keyInUse(db.read)
  if (known === undefined && readKeyFiles(folder).length === 0) addKeyFile(folder)
  const keys = keysOf(folder)
  if (known !== undefined && !keys?.has(known)) throw new DataError(missingKey(known, folder))
  if (!keys) throw new DataError(`There is no key in ${folder}.`)
  if (known === undefined) await db.write((tx) => noteKeyInUse(tx, keys))
  return keys
}

/** The keys of a folder; undefined if it has none. */
export function keysOf(folder: string): Keys | undefined {
  const stored = readKeyFiles(folder)
  return stored.length > 0 ? new Keys(stored) : undefined
}

/** Id of the key that the database was last used with; undefined before its first use. */
export function keyInUse(tx: Tx): string | undefined {
  return readMark(tx, MARK)
}

export function noteKeyInUse(tx: Tx, { id }: Keys): void {
  writeMark(tx, MARK, id)
}

function missingKey(id: string, folder: string): string {
  return `The key ${id}, which this database was last used with, is not in ${folder}. Put your copy of that folder back, or begin with a new key: npm run keys -- --replace`
}

/** Each key has its own file: `0001.key`, `0002.key`, …, with 256 random bits in base64url. */
const NAME = /^(\d{4})\.key$/
const SECRET = /^[\w-]{43}$/

/**
 * All keys of a folder, the newest first; none if the folder does not exist. Throws `DataError` if
 * a key file holds no key.
 */
export function readKeyFiles(folder: string): StoredKey[] {
  if (!fs.existsSync(folder)) return []
  restrictAll(folder)
  return fs
    .readdirSync(folder)
    .flatMap((name) => {
      const [, digits] = NAME.exec(name) ?? []
      return digits ? [readKey(path.join(folder, name), Number(digits))] : []
    })
    .sort((a, b) => b.version - a.version)
}

function readKey(file: string, version: number): StoredKey {
  const secret = fs.readFileSync(file, 'utf8').trim()
  if (!SECRET.test(secret)) throw new DataError(`${file} holds no key; put back a copy of it.`)
  return { version, secret }
}

/** Adds a key with the next version; it is on the disk (fsync) when this returns. */
export function addKeyFile(folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const [newest] = readKeyFiles(folder)
  const name = `${String((newest?.version ?? 0) + 1).padStart(4, '0')}.key`
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
  syncFolder(folder)
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

function syncFolder(folder: string): void {
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}
