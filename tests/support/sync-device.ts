import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { Edits } from '#client/book/edits/edits.ts'
import { OwnerDatabase } from '#client/book/store/database.ts'
import { findPacked, type Hints, unpack } from '#client/book/store/pages.ts'
import { asShown, rowOf, undecided, waitingFor } from '#client/book/store/row.ts'
import { keyOf, type RecordName, type Row } from '#client/book/store/schema.ts'
import { Syncer, type SyncerParts, type SyncOutcome } from '#client/book/sync/syncer.ts'
import type { Transport } from '#client/book/sync/transport.ts'
import { reseal } from '#client/encryption/reseal.ts'
import { Sealer } from '#client/encryption/sealer.ts'
import type { Seal } from '#client/encryption/tables.ts'
import type { RecordData } from '#shared/sync/records.ts'
import { TODAY } from './site.ts'

/** The hints of a caller without a list in memory: every page is searched, the newest first. */
export const noHints: Hints = () => ({ through: -1, page: undefined })

/** Empty salt, nonce and wrapped key: tests set the data key directly, without a passphrase. */
const nothing = new Uint8Array(0)
export const testSeal: Seal = {
  name: 'seal',
  id: 'test',
  salt: nothing,
  rounds: 1,
  nonce: nothing,
  wrapped: nothing,
}

/** An owner's device whose pages may die at any moment; only its database survives. */
export class SyncDevice {
  readonly name: string
  /** The device's own clock, which decides nothing. */
  readonly time = { now: TODAY }
  readonly factory = new IDBFactory()
  private ids = 0
  private open: OwnerDatabase | undefined
  /** The cipher, if a passphrase is set and was entered. */
  sealer: Sealer | undefined
  private readonly sizes: Pick<SyncerParts, 'most' | 'together' | 'packsFrom'>
  /** The page dies when it begins the n-th transaction from now. */
  diesIn = Number.POSITIVE_INFINITY

  constructor(name: string, sizes: SyncDevice['sizes'] = { packsFrom: 2 }) {
    this.name = name
    this.sizes = sizes
  }

  get db(): OwnerDatabase {
    this.open ??= this.opened()
    return this.open
  }

  private opened(): OwnerDatabase {
    const db = this.connection()
    const transaction = db.transaction.bind(db) as (...given: unknown[]) => Promise<unknown>
    const counted = (...given: unknown[]) => {
      if (--this.diesIn <= 0) this.crash()
      return transaction(...given)
    }
    db.transaction = counted as typeof db.transaction
    return db
  }

  /** Another connection to the database, as another tab has. */
  connection(): OwnerDatabase {
    const { factory: indexedDB, sealer } = this
    const found = sealer && { sealer: async () => sealer }
    return new OwnerDatabase('owner', { indexedDB, IDBKeyRange, ...found })
  }

  /** Turns encryption on or off, with a fixed data key instead of a passphrase. */
  async toggleSeal(): Promise<void> {
    const { db, sealer } = this
    await db.open()
    this.crash()
    const next = sealer ? undefined : new Sealer(new Uint8Array(32).fill(7))
    await reseal({
      factory: this.factory,
      userId: 'owner',
      convert: (table, value) => sealer?.open(table, value) ?? next?.seal(table, value) ?? value,
      before: sealer && testSeal,
      seal: next && testSeal,
      onBlocked: () => undefined,
    })
    this.sealer = next
  }

  readonly newId = () => `${this.name}-${this.ids++}`

  /** Ends the page or worker, whatever it is doing; the next use opens the database again. */
  crash(): void {
    const gone = this.open
    this.diesIn = Number.POSITIVE_INFINITY
    gone?.close()
    if (gone) gone.open = () => Dexie.Promise.reject(new Error('This page is gone'))
    this.open = undefined
  }

  /** Deletes the database as another tab does at sign-out; open connections are closed. */
  async wipe(): Promise<void> {
    await new OwnerDatabase('owner', { indexedDB: this.factory, IDBKeyRange }).delete()
    this.sealer = undefined
  }

  /** The names of the databases on this device. */
  async stores(): Promise<string[]> {
    return (await this.factory.databases()).map(({ name = '' }) => name)
  }

  get edits(): Edits {
    const { db, newId } = this
    return new Edits({ db, clock: () => this.time.now, newId, hints: noHints })
  }

  sync(transport: Transport): Promise<SyncOutcome> {
    return this.syncer(transport).run()
  }

  syncer(transport: Transport): Syncer {
    const { db, newId } = this
    const clock = () => this.time.now
    return new Syncer({ db, userId: 'owner', clock, newId, transport, ...this.sizes })
  }

  /** The `mid` of each mutation that was sent and, as far as the device knows, not answered. */
  async unanswered(): Promise<number[]> {
    const device = await this.db.device.get('device')
    return (device?.given ?? []).map(([, mid]) => mid)
  }

  async row(name: RecordName): Promise<Row> {
    const { db } = this
    const packed = await findPacked(db, name, noHints)
    const state = await db.device.get('device')
    const device = state ?? { epoch: '', round: 1 }
    return (await db.rows.get(keyOf(name))) ?? rowOf(name, packed, device as never)
  }

  /** What a form shows of a record: its values, whether it is deleted, and its open conflicts. */
  async view(name: RecordName) {
    const row = await this.row(name)
    const { data, deleted } = asShown(row)
    const open = undecided(row, await waitingFor(this.db, keyOf(name)))
    const known = row.rev > 0 || row.shown !== undefined
    return { data, deleted: deleted || !known, open }
  }

  async edit(name: RecordName, set: RecordData): Promise<void> {
    const { data } = await this.view(name)
    const base = Object.fromEntries(Object.keys(set).map((field) => [field, data[field]]))
    await this.edits.patch(name, { base, set })
  }

  /** Every record as the server last confirmed it, by id, without deleted ones. */
  async confirmed(): Promise<Map<string, { data: RecordData; alternatives: unknown[] }>> {
    const { db } = this
    const all = new Map<string, { data: RecordData; alternatives: unknown[] }>()
    for (const { bytes } of await db.pages.orderBy('no').toArray())
      for (const change of unpack(bytes)) note(change)
    for (const row of await db.rows.toArray()) note(row)
    return all

    function note(found: Pick<Row, 'id' | 'data' | 'coll'> & Partial<Row>): void {
      if (found.deleted || found.erased || found.rev === 0) all.delete(found.id)
      else
        all.set(found.id, {
          data: found.data,
          alternatives: (found.conflicts ?? []).map(({ cid, value }) => [cid, value]),
        })
    }
  }

  /** The content of the database, as text. */
  async everything(): Promise<string> {
    const { db } = this
    const tables = [db.rows, db.queue, db.log, db.refused, db.drafts]
    const texts = await Promise.all(
      tables.map(async (table) => JSON.stringify(await table.toArray())),
    )
    const pages = await db.pages.toArray()
    return [...texts, ...pages.map(({ bytes }) => new TextDecoder().decode(bytes))].join('\n')
  }
}
