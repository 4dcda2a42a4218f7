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
  /** Where a passphrase is set; rejects while this device is locked. Without it, sealed stores do not open. */
  sealer?: (seal: Seal) => Promise<Sealer>
}

/** What the owner's device keeps: the client book, and the desk's copies; gone at sign-out. */
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
  /** What was asked of it stays undone: a passphrase is set, and nobody has given it. */
  locked = false
  /** A later version of the site has it now: what this one would write might not fit any more. */
  superseded = false

  constructor(userId: string, { sealer: find = nobodysSealer, ...factories }: StoreOptions = {}) {
    // `Saved` is said only when the disk has it.
    super(`crm-${userId}`, { chromeTransactionDurability: 'strict', ...factories })
    // Clients by their primary key alone: each further index costs at every record of a sync.
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
      // Null: it is deleted, because somebody signs out.
      this.superseded = isLater(newVersion)
      this.close()
      // Dexie's own way would open it again: what is still under way would fill a store just wiped.
      return false
    })
  }

  /** It stays so while the store is open: whoever seals it, or takes the seal off, has it alone. */
  private async admit(find: NonNullable<StoreOptions['sealer']>): Promise<void> {
    // Dexie opens what is later than it asked for all the same.
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

/** One connection for all of a tab. */
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

/** Where it could not be opened: the next use tries with a connection of its own. */
export function renewOwnerDatabase(userId: string): void {
  open.get(userId)?.close()
  open.delete(userId)
}

/** See `dropStore`; without a connection of its own in the way. */
export async function dropOwnerDatabase(userId: string): Promise<void> {
  renewOwnerDatabase(userId)
  await dropStore(userId)
}

const NAME = /^crm-(.+)$/

/** Whose books lie on this device; none where the browser does not tell. */
export async function ownersHere(): Promise<string[]> {
  const found = (await indexedDB.databases?.()) ?? []
  return found.flatMap(({ name }) => NAME.exec(name ?? '')?.[1] ?? [])
}

/** Opens an owner's book, and closes it whatever comes of the work; one that is sealed is left alone. */
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
