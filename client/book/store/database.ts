import Dexie, { type EntityTable } from 'dexie'
import type { StoredImport } from '#client/book/import/log.ts'
import { sealing } from '#client/encryption/middleware.ts'
import type { Sealer } from '#client/encryption/sealer.ts'
import { sealerHere } from '#client/encryption/sealer-here.ts'
import { type Seal, SealedError } from '#client/encryption/tables.ts'
import type { Intent } from '#shared/sync/intent.ts'
import type { OpenConflict } from '#shared/sync/protocol.ts'
import type { Collection, RecordData } from '#shared/sync/records.ts'
import type { LogState } from './log.ts'
import type { Run } from './numbers.ts'
import { dropStore, LATER_VERSION, STORE_VERSION } from './open-as-it-is.ts'
import { version2 } from './version-2.ts'
import { fromVersion3 } from './version-3.ts'
import { fromVersion1000 } from './version-1000.ts'

/** `client/<id>` */
export type RowKey = `${Collection}/${string}`

/** A record that was touched since its page was packed; wins over every page. */
export interface Row {
  key: RowKey
  coll: Collection
  id: string
  /** Of the server's database that confirmed it; revisions count only within one. */
  epoch: string
  /** 0: the server has not confirmed it. */
  rev: number
  seq: number
  deleted: boolean
  erased: boolean
  /** As the server has it. */
  data: RecordData
  conflicts: OpenConflict[]
  createdAt: number
  updatedAt: number
  /** What waits here makes of it, by what has the place `through` at last; absent where nothing waits. */
  shown?: { set: RecordData; deleted: boolean; through: number }
  /** The full pull that brought it last. */
  round: number
}

/** Records packed as the server sent them: one value for the disk instead of a thousand. */
export interface Page {
  no: number
  /** JSON of `Change[]`, UTF-8. */
  bytes: Uint8Array
}

/**
 * What lists and searches need of a page, in the order of its records: few long texts and columns of
 * numbers, which come from the disk at once, where an object a record would not. See `heads.ts`.
 */
export interface Head {
  no: number
  round: number
  /** A line a record, as are names, locations and text. */
  ids: string
  /** Of the ids, so that a start compares numbers. */
  hashes: Uint32Array
  names: string
  locations: string
  /** Year, month and day as one number, as in 20261121; 0 for none. */
  lastContacts: Int32Array
  /** When each was last changed, UTC milliseconds. */
  updated: Float64Array
  /** Of `headFlags`, added up. */
  flags: Uint8Array
  /** Everything that is searched, folded; its fields stand between tabs. */
  text: string
  /** Where each line of the text begins, and where it ends. */
  starts: Uint32Array
  /** Sorts by the folded name; see `sort-key.ts`. */
  byName: Uint32Array
  /** Its records in the order of their names. */
  order: Uint32Array
  /** JSON of `[number, Trip][]`: the journeys, each after the number of its record on the page. */
  trips: string
  /** JSON of `[number, string[]][]`: whom a record looks like and is not, after its number likewise. */
  apart: string
  /** Of the folded name, location, e-mail address and telephone, so that alike is a number; 0 for none. */
  nameHashes: Uint32Array
  locationHashes: Uint32Array
  emailHashes: Uint32Array
  phoneHashes: Uint32Array
}

/** An intent that waits for its answer. */
export interface Queued {
  /** The order of things on this device. */
  n?: number
  key: RowKey
  intent: Intent
  at: string
  /** It was acknowledged once, by a server that has lost it since. */
  again?: boolean
}

/** An intent that has its answer. */
export interface Logged {
  n: number
  key: RowKey
  intent: Intent
  at: string
  mid: number
}

/** What was acknowledged together, kept for a while: a restored server may not know of it. */
export interface LoggedBatch {
  /** Of its first. */
  mid: number
  /** By the server's clock, UTC milliseconds. */
  ackedAt: number
  /** JSON of `Logged[]`: the disk takes a thousand of them as one text in a quarter of the time. */
  items: string
}

export interface RefusedIntent {
  n: number
  key: RowKey
  intent: Intent
  at: string
  reason: string
  fieldErrors: Record<string, string>
}

/** Where this device stands; one record, named `device`. */
export interface DeviceState {
  name: 'device'
  deviceId: string
  deviceName: string
  epoch: string
  cursor: number
  /** Of deletions up to this change, the server told none when it was asked last. */
  horizon: number
  /** The last number given to a mutation. */
  lastMid: number
  /** The numbers of what waits, by its place: given, for good, before it is first sent. */
  given: Run[]
  logged: LogState
  /** Counts full pulls. */
  round: number
  /** The first page of this one; those before it are of earlier ones. */
  firstPage: number
  /** A full pull is under way; what it does not bring is looked at when it ends. */
  pulling: 'all' | 'changes'
  /** Whether the full pull follows a restore, after which nothing is removed. */
  restored: boolean
  /** What a full pull did not bring, waiting for the owner's word. */
  missing: string[]
  syncedAt: number | undefined
}

/** An answer of the server as it was last seen on this device. */
export interface Copy {
  /** The address that was asked. */
  key: string
  data: unknown
  /** When it came, by this device's clock, UTC milliseconds. */
  asOf: number
}

/** A booking, a form or a sale as the server had it when it changed last. */
export interface DeskRecord {
  /** `booking/<id>` */
  key: string
  data: unknown
}

/** Something the owner began on this device and has not saved. */
export interface Draft {
  key: string
  data: unknown
}

export interface StoreOptions {
  indexedDB?: IDBFactory
  IDBKeyRange?: typeof IDBKeyRange
  /**
   * Strict: "saved" is said only when the disk has it. Relaxed is for what the server has too, or is
   * asked again: an exchange need not wait for the disk at each of its steps.
   */
  durability?: 'strict' | 'relaxed'
  /** Where a passphrase is set; rejects while this device is locked. Without it, sealed stores do not open. */
  sealer?: (seal: Seal) => Promise<Sealer>
}

/** A step on the way from version 2 alone; see `version-2.ts`. */
const WITHOUT_LOG = 2.5

/** What the owner's device keeps: the client book, and the desk's copies; gone at sign-out. */
export class OwnerDatabase extends Dexie {
  readonly copies!: EntityTable<Copy, 'key'>
  readonly records!: EntityTable<DeskRecord, 'key'>
  readonly drafts!: EntityTable<Draft, 'key'>
  readonly rows!: EntityTable<Row, 'key'>
  readonly pages!: EntityTable<Page, 'no'>
  readonly heads!: EntityTable<Head, 'no'>
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

  constructor(
    userId: string,
    { durability = 'strict', sealer: find = nobodysSealer, ...factories }: StoreOptions = {},
  ) {
    super(`crm-${userId}`, { chromeTransactionDurability: durability, ...factories })
    this.version(1).stores({ copies: 'key', drafts: 'key' })
    // Clients by their primary key alone: each further index costs at every record of a sync.
    const book = { rows: 'key', pages: 'no', heads: 'no', queue: '++n, key', device: 'name' }
    const { takeOut, putBack } = version2()
    this.version(WITHOUT_LOG)
      .stores({ ...book, refused: 'n, key', log: null })
      .upgrade(takeOut)
    this.version(3).stores({ log: 'mid' }).upgrade(putBack)
    this.version(4).upgrade(fromVersion3)
    this.version(1000).stores({ seal: 'name' })
    this.version(STORE_VERSION).stores({ records: 'key', imports: 'key' }).upgrade(fromVersion1000)
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
