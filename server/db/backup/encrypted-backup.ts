import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, type Header, type Pack, pack } from 'tar-stream'
import { DataError, makeDataDir, syncToDisk } from '#server/db/data-dir.ts'
import {
  type Backup,
  type BackupOptions,
  isBackupFile,
  listBackupFiles,
  PARTIAL_SUFFIX,
  takeBackup,
} from './backup.ts'

/** Suffix of a backup that is one encrypted file: a tar archive in the age format. */
const ENCRYPTED_SUFFIX = '.tar.age'

/**
 * What a backup is encrypted with: a passphrase, or the public key of an age identity.
 * `workFactor`: log2 of the scrypt cost N, lower in tests; the library's default is 18.
 */
export type BackupEncryptionKey =
  | { passphrase: string; workFactor?: number }
  | { recipient: string }

/** What decrypts a backup: the passphrase, or the identities (private keys) of an identity file. */
export type BackupDecryptionKey = { passphrase: string } | { identities: string[] }

/**
 * Takes a backup as one encrypted file. The plain copy is in the data folder meanwhile and is
 * deleted at the end. Throws `DataError` like `takeBackup`, or if `recipient` is no public key of
 * age.
 */
export async function takeEncryptedBackup(
  order: BackupOptions,
  lock: BackupEncryptionKey,
): Promise<Backup> {
  const encrypter = createEncrypter(lock)
  const plain = path.join(order.dataDir, `encrypting${PARTIAL_SUFFIX}`)
  fs.rmSync(plain, { recursive: true, force: true })
  fs.mkdirSync(order.folder, { recursive: true, mode: 0o700 })
  try {
    const backup = await takeBackup({ ...order, folder: plain })
    const whole = path.join(order.folder, path.basename(backup.folder) + ENCRYPTED_SUFFIX)
    const partial = whole + PARTIAL_SUFFIX
    try {
      await encryptFolder(backup.folder, partial, encrypter)
      fs.renameSync(partial, whole)
    } finally {
      fs.rmSync(partial, { force: true })
    }
    await syncToDisk(order.folder)
    return { ...backup, folder: whole }
  } finally {
    fs.rmSync(plain, { recursive: true, force: true })
  }
}

function createEncrypter(lock: BackupEncryptionKey): Encrypter {
  const encrypter = new Encrypter()
  if ('passphrase' in lock) {
    encrypter.setPassphrase(lock.passphrase)
    if (lock.workFactor !== undefined) encrypter.setScryptWorkFactor(lock.workFactor)
  } else
    try {
      encrypter.addRecipient(lock.recipient)
    } catch {
      throw new DataError(
        `${lock.recipient} is not an age public key. Such a key begins with age1.`,
      )
    }
  return encrypter
}

/** Encrypts as a stream: neither the archive nor any of its files is in memory as a whole. */
async function encryptFolder(folder: string, file: string, encrypter: Encrypter): Promise<void> {
  const archive = pack()
  const encrypted = await encrypter.encrypt(toWebStream(archive))
  const written = pipeline(encrypted, fs.createWriteStream(file, { mode: 0o600, flags: 'wx' }))
  await Promise.all([packFolder(archive, folder), written])
  await syncToDisk(file)
}

async function packFolder(archive: Pack, folder: string): Promise<void> {
  for (const name of listBackupFiles(folder)) {
    const { size, mtime } = fs.statSync(path.join(folder, name))
    const header = { name: `${path.basename(folder)}/${name}`, size, mtime, mode: 0o600 }
    await pipeline(fs.createReadStream(path.join(folder, name)), archive.entry(header))
  }
  archive.finalize()
}

/**
 * Decrypts a backup into a folder, calls `use` with that folder, and deletes the folder afterwards.
 * Throws `DataError` if `opener` does not fit, or if the file is incomplete or altered.
 */
export async function withDecryptedBackup<T>(
  { dataDir, file, opener }: { dataDir: string; file: string; opener: BackupDecryptionKey },
  use: (folder: string) => Promise<T>,
): Promise<T> {
  makeDataDir(dataDir)
  const plain = path.join(dataDir, `decrypted${PARTIAL_SUFFIX}`)
  fs.rmSync(plain, { recursive: true, force: true })
  try {
    const folder = path.join(plain, 'backup')
    await decryptInto(folder, file, opener)
    return await use(folder)
  } finally {
    fs.rmSync(plain, { recursive: true, force: true })
  }
}

async function decryptInto(
  folder: string,
  file: string,
  opener: BackupDecryptionKey,
): Promise<void> {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const decrypted = await decryptFile(file, opener)
  const archive = extract()
  try {
    await Promise.all([pipeline(decrypted, archive), unpackArchive(archive, folder)])
  } catch (error) {
    if (isSystemError(error)) throw error
    throw createDamageError(file)
  }
}

async function decryptFile(file: string, opener: BackupDecryptionKey): Promise<ReadableStream> {
  const decrypter = new Decrypter()
  if ('passphrase' in opener) decrypter.addPassphrase(opener.passphrase)
  else for (const identity of opener.identities) addIdentity(decrypter, identity)
  try {
    return await decrypter.decrypt(toWebStream(fs.createReadStream(file)))
  } catch (error) {
    if (isSystemError(error)) throw error
    const { message } = error as Error
    if (message.startsWith('no identity matched'))
      throw new DataError(`${file} cannot be decrypted with this ${formatKeyKind(opener)}.`)
    throw createDamageError(file)
  }
}

function addIdentity(decrypter: Decrypter, identity: string): void {
  try {
    decrypter.addIdentity(identity)
  } catch {
    throw new DataError(
      'The identity file has a line that is not an age private key. Remove or correct it.',
    )
  }
}

const formatKeyKind = (opener: BackupDecryptionKey) =>
  'passphrase' in opener ? 'passphrase' : 'identity'

async function unpackArchive(archive: ReturnType<typeof extract>, folder: string): Promise<void> {
  for await (const entry of archive) {
    const target = path.join(folder, toBackupPath(entry.header))
    fs.mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(entry, fs.createWriteStream(target, { mode: 0o600, flags: 'wx' }))
  }
}

/** The entry's path in the backup. Throws for entries that no backup has, or outside its folder. */
function toBackupPath({ name, type }: Header): string {
  const inside = name.slice(name.indexOf('/') + 1)
  if (type !== 'file' || !isBackupFile(inside))
    throw new Error(`The archive entry ${name} does not belong to a backup`)
  return inside
}

function createDamageError(file: string): DataError {
  return new DataError(`${file} is damaged: it is truncated, altered, or not an encrypted backup.`)
}

/** Whether an error comes from the system (such as a full disk), not from the file's content. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'errno' in error
}

function toWebStream(chunks: AsyncIterable<unknown>): globalThis.ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(chunks)) as globalThis.ReadableStream<Uint8Array>
}
