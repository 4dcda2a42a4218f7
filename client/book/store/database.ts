import Dexie, { type EntityTable } from 'dexie'
import { sealing } from '#client/encryption/middleware.ts'
import type { Sealer } from '#client/encryption/sealer.ts'
import { sealerHere } from '#client/encryption/sealer-here.ts'
import { type Seal, SealedError } from '#client/encryption/tables.ts'
import { dropStore } from './raw-store.ts'
import {
  type Copy,
  type DeskRecord,
  type DeviceState,
  type Draft,
  LATER_VERSION,
  type LoggedBatch,
  type Page,
  type Queued,
  type RefusedIntent,
  type Row,
  STORE_VERSION,
  type StoredImport,
} from './schema.ts'

export interface StoreOptions {
  indexedDB?: IDBFactory
  IDBKeyRange?: typeof IDBKeyRange
  /**
   * Returns the cipher for an encrypted store; rejects while this device is locked. Without this
   * option, encrypted stores do not open.
   */
  sealer?: (seal: Seal) => Promise<Sealer>
}

/** The owner's database on this device: client book, desk caches, drafts. Deleted at sign-out. */
export class OwnerDatabase extends Dexie {
  readonly copies!: EntityTable<Copy, 'key'>
  readonly records!: EntityTable<DeskRecord, 'key'>
  readonly drafts!: EntityTable<Draft, 'key'>
  readonly rows!: EntityTable<Row, 'key'>
  readonly pages!: EntityTable<Page, 'no'>
  readonly queue!: EntityTable<Queued, 'n'>
  readonly log!: EntityTable<LoggedBatch, 'mid'>
  readonly refused!: EntityTable<RefusedIntent, 'n'>
  readonly imports!: EntityTable<StoredImport, 'key'>
  readonly device!: EntityTable<DeviceState, 'name'>
  readonly seal!: EntityTable<Seal, 'name'>
  private sealer: Sealer | undefined
  /** A passphrase is set and the key is not available, so the database does not open. */
  locked = false
  /** A later version of the site has upgraded the database; this version must not write to it. */
  superseded = false

  constructor(userId: string, { sealer: find = nobodysSealer, ...factories }: StoreOptions = {}) {
    // Strict durability: the desk says `Saved` only when the data is on the disk.
    super(`crm-${userId}`, { chromeTransactionDurability: 'strict', ...factories })
    // Clients have no index but the primary key: each index slows down every record of a sync.
    this.version(STORE_VERSION).stores({
      copies: 'key',
      records: 'key',
      drafts: 'key',
      rows: 'key',
      pages: 'no',
      queue: '++n, key',
      log: 'mid',
      refused: 'n, key',
      imports: 'key',
      device: 'name',
      seal: 'name',
    })
    this.use(sealing(() => this.sealer))
    this.on('ready', () => this.admit(find), true)
    this.on('versionchange', ({ newVersion }) => {
      // Null: the database is being deleted, for instance at a sign-out.
      this.superseded = isLater(newVersion)
      this.close()
      // Stops Dexie's own handler, which would reopen: a pending write could refill a wiped store.
      return false
    })
  }

  /**
   * Sets the cipher when the database opens. It stays valid while the database is open, because
   * encrypting or decrypting the whole store closes every connection first.
   */
  private async admit(find: NonNullable<StoreOptions['sealer']>): Promise<void> {
    // Dexie also opens a database whose version is later than the one it asked for.
    if (isLater(this.backendDB().version)) {
      this.superseded = true
      throw new Error('A later version of the site has this store')
    }
    const seal = await this.seal.get('seal')
    this.locked = seal !== undefined
    this.sealer = seal && (await find(seal))
    this.locked = false
  }
}

const isLater = (version: number | null) => version !== null && version >= LATER_VERSION

const nobodysSealer = async (): Promise<Sealer> => {
  throw new SealedError()
}

const open = new Map<string, OwnerDatabase>()

/** Returns this tab's one connection to the owner's database. */
export function ownerDatabase(userId: string): OwnerDatabase {
  const known = open.get(userId)
  if (known) return known
  const db = new OwnerDatabase(userId, { sealer: sealerHere(userId) })
  db.on('versionchange', ({ newVersion }) => {
    if (!isLater(newVersion)) open.delete(userId)
  })
  open.set(userId, db)
  return db
}

/** Closes this tab's connection, so that the next use opens a new one. */
export function renewOwnerDatabase(userId: string): void {
  open.get(userId)?.close()
  open.delete(userId)
}

/** Deletes the owner's database, see `dropStore`; this tab's own connection is closed first. */
export async function dropOwnerDatabase(userId: string): Promise<void> {
  renewOwnerDatabase(userId)
  await dropStore(userId)
}

const NAME = /^crm-(.+)$/

/**
 * Returns the user ids that have a database on this device; none if the browser cannot list them.
 */
export async function ownersHere(): Promise<string[]> {
  const found = (await indexedDB.databases?.()) ?? []
  return found.flatMap(({ name }) => NAME.exec(name ?? '')?.[1] ?? [])
}

/** Runs `work` on an owner's database and closes it after; returns `sealed` if it is encrypted. */
export async function withBook<T>(
  userId: string,
  work: (db: OwnerDatabase) => Promise<T>,
): Promise<T | 'sealed'> {
  const db = new OwnerDatabase(userId)
  try {
    return await work(db)
  } catch (error) {
    if (db.locked) return 'sealed'
    throw error
  } finally {
    db.close()
  }
}
