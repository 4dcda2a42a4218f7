import Dexie, { type EntityTable } from 'dexie'
import type { Cipher } from '#client/data/encryption/cipher.ts'
import { createCipherLoader } from '#client/data/encryption/cipher-loader.ts'
import { createEncryptionMiddleware } from '#client/data/encryption/middleware.ts'
import { type KeyEnvelope, LockedError } from '#client/data/encryption/tables.ts'
import { wipeStore } from '#client/data/raw-store.ts'
import {
  type AckedBatch,
  type CachedAnswer,
  type DeviceState,
  type Draft,
  NEXT_STORE_VERSION,
  type PackedPage,
  type PendingMutation,
  type ReadOnlyRow,
  type RejectedMutation,
  STORE_VERSION,
  type StoredDocument,
  type StoredPhotographPart,
  type StoredRecord,
} from './schema.ts'

export interface StoreOptions {
  indexedDB?: IDBFactory
  IDBKeyRange?: typeof IDBKeyRange
  /**
   * Returns the cipher for an encrypted store; rejects while this device is locked. Without this
   * option, encrypted stores do not open.
   */
  getCipher?: (seal: KeyEnvelope) => Promise<Cipher>
}

/** The owner's database on this device: client book, desk caches, drafts. Deleted at sign-out. */
export class OwnerDatabase extends Dexie {
  readonly queryCache!: EntityTable<CachedAnswer, 'key'>
  readonly readOnly!: EntityTable<ReadOnlyRow, 'key'>
  readonly drafts!: EntityTable<Draft, 'key'>
  readonly records!: EntityTable<StoredRecord, 'key'>
  readonly pages!: EntityTable<PackedPage, 'no'>
  readonly queue!: EntityTable<PendingMutation, 'n'>
  readonly ackedLog!: EntityTable<AckedBatch, 'mid'>
  readonly rejected!: EntityTable<RejectedMutation, 'n'>
  readonly device!: EntityTable<DeviceState, 'name'>
  readonly seal!: EntityTable<KeyEnvelope, 'name'>
  readonly documents!: EntityTable<StoredDocument, 'id'>
  readonly photographs!: EntityTable<StoredPhotographPart, 'key'>
  private cipher: Cipher | undefined
  /** A passphrase is set and the key is not available, so the database does not open. */
  isLocked = false
  /** A later version of the site has upgraded the database; this version must not write to it. */
  isSuperseded = false

  constructor(
    userId: string,
    { getCipher: find = rejectAsLocked, ...factories }: StoreOptions = {},
  ) {
    // Strict durability: the desk says `Saved` only when the data is on the disk.
    super(`crm-${userId}`, { chromeTransactionDurability: 'strict', ...factories })
    // Clients have no index but the primary key: each index slows down every record of a sync.
    this.version(STORE_VERSION).stores({
      queryCache: 'key',
      readOnly: 'key, [coll+seq]',
      drafts: 'key',
      records: 'key',
      pages: 'no',
      queue: '++n, key',
      ackedLog: 'mid',
      rejected: 'n, key',
      device: 'name',
      seal: 'name',
      documents: 'id, itemId, [waiting+itemId]',
      photographs: 'key',
    })
    this.use(createEncryptionMiddleware(() => this.cipher))
    this.on('ready', () => this.loadCipher(find), true)
    this.on('versionchange', ({ newVersion }) => {
      // Null: the database is being deleted, for instance at a sign-out.
      this.isSuperseded = isLater(newVersion)
      this.close()
      // Stops Dexie's own handler, which would reopen: a pending write could refill a wiped store.
      return false
    })
  }

  /**
   * Sets the cipher when the database opens. It stays valid while the database is open, because
   * encrypting or decrypting the whole store closes every connection first.
   */
  private async loadCipher(find: NonNullable<StoreOptions['getCipher']>): Promise<void> {
    // Dexie also opens a database whose version is later than the one it asked for.
    if (isLater(this.backendDB().version)) {
      this.isSuperseded = true
      throw new Error(
        'A newer version of the site has upgraded this database. Reload the page to use that version.',
      )
    }
    const envelope = await this.seal.get('seal')
    this.isLocked = envelope !== undefined
    this.cipher = envelope && (await find(envelope))
    this.isLocked = false
  }
}

const isLater = (version: number | null) => version !== null && version >= NEXT_STORE_VERSION

const rejectAsLocked = async (): Promise<Cipher> => {
  throw new LockedError()
}

const connections = new Map<string, OwnerDatabase>()

/** Returns this tab's one connection to the owner's database. */
export function openOwnerDatabase(userId: string): OwnerDatabase {
  const known = connections.get(userId)
  if (known) return known
  const db = new OwnerDatabase(userId, { getCipher: createCipherLoader(userId) })
  db.on('versionchange', ({ newVersion }) => {
    if (!isLater(newVersion)) connections.delete(userId)
  })
  connections.set(userId, db)
  return db
}

/** Closes this tab's connection, so that the next use opens a new one. */
export function resetOwnerDatabase(userId: string): void {
  connections.get(userId)?.close()
  connections.delete(userId)
}

/** Deletes the owner's database, see `wipeStore`; this tab's own connection is closed first. */
export async function wipeOwnerDatabase(userId: string): Promise<void> {
  resetOwnerDatabase(userId)
  await wipeStore(userId)
}

const NAME = /^crm-(.+)$/

/**
 * Returns the user ids that have a database on this device; none if the browser cannot list them.
 */
export async function listStoredOwners(): Promise<string[]> {
  const found = (await indexedDB.databases?.()) ?? []
  return found.flatMap(({ name }) => NAME.exec(name ?? '')?.[1] ?? [])
}

/** Runs `work` on an owner's database and closes it after; returns `sealed` if it is encrypted. */
export async function withOwnerDatabase<T>(
  userId: string,
  work: (db: OwnerDatabase) => Promise<T>,
): Promise<T | 'sealed'> {
  const db = new OwnerDatabase(userId)
  try {
    return await work(db)
  } catch (error) {
    if (db.isLocked) return 'sealed'
    throw error
  } finally {
    db.close()
  }
}
