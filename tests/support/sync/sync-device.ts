import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { Edits } from '#client/data/edits/edits.ts'
import { Cipher } from '#client/data/encryption/cipher.ts'
import { rekeyStore } from '#client/data/encryption/rekey.ts'
import type { KeyEnvelope } from '#client/data/encryption/tables.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import { type PageHints, unpack } from '#client/data/store/pages.ts'
import {
  getOpenConflicts,
  getOptimistic,
  loadRecords,
  readPending,
} from '#client/data/store/record.ts'
import { type RecordRef, type StoredRecord, toRecordKey } from '#client/data/store/schema.ts'
import {
  SyncEngine,
  type SyncEngineParts,
  type SyncOutcome,
} from '#client/data/sync/sync-engine.ts'
import type { Transport } from '#client/data/sync/transport.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { toName } from './headless-device.ts'

/** The hints of a caller without a list in memory: every page is searched, the newest first. */
export const noHints: PageHints = () => ({ knownThrough: -1, pageNo: undefined })

/** Empty salt, nonce and wrapped key: tests set the data key directly, without a passphrase. */
const noBytes = new Uint8Array(0)
export const testKeyEnvelope: KeyEnvelope = {
  name: 'seal',
  id: 'test',
  salt: noBytes,
  iterations: 1,
  nonce: noBytes,
  wrappedKey: noBytes,
}

/** An owner's device whose pages may die at any moment; only its database survives. */
export class SyncDevice {
  readonly name: string
  /** The device's own clock, which decides nothing. */
  readonly time = { now: TODAY }
  readonly factory = new IDBFactory()
  private ids = 0
  private openDatabase: OwnerDatabase | undefined
  /** The cipher, if a passphrase is set and was entered. */
  cipher: Cipher | undefined
  private readonly sizes: Pick<
    SyncEngineParts,
    'maxMutations' | 'packThreshold' | 'compactThreshold'
  >
  /** The page dies when it begins the n-th transaction from now. */
  crashesIn = Number.POSITIVE_INFINITY

  constructor(name: string, sizes: SyncDevice['sizes'] = { compactThreshold: 2 }) {
    this.name = name
    this.sizes = sizes
  }

  get db(): OwnerDatabase {
    this.openDatabase ??= this.openCounted()
    return this.openDatabase
  }

  private openCounted(): OwnerDatabase {
    const db = this.createConnection()
    const transaction = db.transaction.bind(db) as (...given: unknown[]) => Promise<unknown>
    const counted = (...given: unknown[]) => {
      if (--this.crashesIn <= 0) this.crash()
      return transaction(...given)
    }
    db.transaction = counted as typeof db.transaction
    return db
  }

  /** Another connection to the database, as another tab has. */
  createConnection(): OwnerDatabase {
    const { factory: indexedDB, cipher } = this
    const found = cipher && { getCipher: async () => cipher }
    return new OwnerDatabase('owner', { indexedDB, IDBKeyRange, ...found })
  }

  /** Turns encryption on or off, with a fixed data key instead of a passphrase. */
  async toggleEncryption(): Promise<void> {
    const { db, cipher: current } = this
    await db.open()
    this.crash()
    const next = current ? undefined : new Cipher(new Uint8Array(32).fill(7))
    await rekeyStore({
      factory: this.factory,
      userId: 'owner',
      convert: (table, value) =>
        current?.decrypt(table, value) ?? next?.encrypt(table, value) ?? value,
      before: current && testKeyEnvelope,
      envelope: next && testKeyEnvelope,
      onBlocked: () => undefined,
    })
    this.cipher = next
  }

  readonly newId = () => `${this.name}-${this.ids++}`

  /** Ends the page or worker, whatever it is doing; the next use opens the database again. */
  crash(): void {
    const crashedDb = this.openDatabase
    this.crashesIn = Number.POSITIVE_INFINITY
    crashedDb?.close()
    if (crashedDb)
      crashedDb.open = () =>
        Dexie.Promise.reject(new Error('This page has crashed and must not reopen its database'))
    this.openDatabase = undefined
  }

  /** Deletes the database as another tab does at sign-out; open connections are closed. */
  async wipe(): Promise<void> {
    await new OwnerDatabase('owner', { indexedDB: this.factory, IDBKeyRange }).delete()
    this.cipher = undefined
  }

  async listStores(): Promise<string[]> {
    return (await this.factory.databases()).map(({ name = '' }) => name)
  }

  get edits(): Edits {
    const { db, newId } = this
    return new Edits({ db, clock: () => this.time.now, newId, hints: noHints })
  }

  sync(transport: Transport): Promise<SyncOutcome> {
    return this.createSyncEngine(transport).run()
  }

  createSyncEngine(transport: Transport): SyncEngine {
    const { db, newId } = this
    const clock = () => this.time.now
    return new SyncEngine({ db, userId: 'owner', clock, newId, transport, ...this.sizes })
  }

  /** The `mid` of each mutation that was sent and, as far as the device knows, not answered. */
  async listUnansweredMids(): Promise<number[]> {
    const device = await this.db.device.get('device')
    return (device?.assignedMids ?? []).map(([, mid]) => mid)
  }

  async readRecord(name: RecordRef): Promise<StoredRecord> {
    const [row] = await this.readRecords([name])
    if (!row) throw new Error('There is a row for each name')
    return row
  }

  async readRecords(names: readonly RecordRef[]): Promise<StoredRecord[]> {
    const { db } = this
    const device = (await db.device.get('device')) ?? { epoch: '', resyncNo: 1 }
    return loadRecords(db, names.map(toRecordKey), { device: device as never, hints: noHints })
  }

  /** What a form shows of a record: its values, whether it is deleted, and its open conflicts. */
  async readView(name: RecordRef) {
    const row = await this.readRecord(name)
    const { data, deleted } = getOptimistic(row)
    const open = getOpenConflicts(row, await readPending(this.db, toRecordKey(name)))
    const known = row.rev > 0 || row.optimistic !== undefined
    return { data, deleted: deleted || !known, open }
  }

  async edit(name: RecordRef, set: RecordData): Promise<void> {
    const { data } = await this.readView(name)
    const base = Object.fromEntries(Object.keys(set).map((field) => [field, data[field]]))
    await this.edits.patch(name, { base, set })
  }

  /** Every record as the server last confirmed it, by `toName`, without deleted ones. */
  async readConfirmed(): Promise<Map<string, { data: RecordData; alternatives: unknown[] }>> {
    const { db } = this
    const all = new Map<string, { data: RecordData; alternatives: unknown[] }>()
    for (const { bytes } of await db.pages.orderBy('no').toArray())
      for (const change of unpack(bytes)) note(change)
    for (const row of await db.records.toArray()) note(row)
    return all

    function note(found: Pick<StoredRecord, 'id' | 'data' | 'coll'> & Partial<StoredRecord>): void {
      const name = toName(found)
      if (found.deleted || found.erased || found.rev === 0) all.delete(name)
      else
        all.set(name, {
          data: found.data,
          alternatives: (found.conflicts ?? []).map(({ cid, value }) => [cid, value]),
        })
    }
  }

  /** The content of the database, as text. */
  async dumpStore(): Promise<string> {
    const { db } = this
    const tables = [db.records, db.queue, db.ackedLog, db.rejected, db.drafts]
    const texts = await Promise.all(
      tables.map(async (table) => JSON.stringify(await table.toArray())),
    )
    const pages = await db.pages.toArray()
    return [...texts, ...pages.map(({ bytes }) => new TextDecoder().decode(bytes))].join('\n')
  }
}
