import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { parse } from 'valibot'
import type { Answer, Transport } from '#client/data/sync/transport.ts'
import type { Database } from '#server/db/database.ts'
import { renewEpoch } from '#server/db/metadata.ts'
import { postgresDdl, sqliteDdl, type TriggerParts } from '#server/db/migrations/ddl.ts'
import { readMoneyEvents } from '#server/payment/store.ts'
import { deleteExpiredSyncRows } from '#server/privacy/store.ts'
import { recordVersion } from '#server/schedule/commands.ts'
import type { AfterChange, SyncParts } from '#server/sync/ports.ts'
import { findRecord, readRecordsAfter } from '#server/sync/store.ts'
import { handlePull, handlePush, type SyncResponse } from '#server/sync/sync-requests.ts'
import { createReadOnlyReaders } from '#server/wiring/owner-routes.ts'
import type { Collection } from '#shared/sync/collections.ts'
import { type PullAnswer, syncPull, syncPush } from '#shared/sync/protocol.ts'
import { buildServiceColumn } from '#tests/support/booking/booked-services.ts'
import { copyDatabase, engine, openDatabase } from '#tests/support/db/database.ts'
import { testKeys } from '#tests/support/server/keys.ts'
import { TODAY } from '#tests/support/server/site.ts'
import { eraseRecords } from './sync-erase.ts'

let emptyFolder: Promise<string> | undefined

/** The folder of a new server's database: made once, copied for each world. */
function getEmptyFolder(): Promise<string> {
  emptyFolder ??= createEmptyFolder()
  return emptyFolder
}

async function createEmptyFolder(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sync-empty-'))
  const db = await openDatabase(folder)
  await db.close()
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const OWNER = { userId: 'owner', sessionId: 'session' }

/** The real server code on a real database file, without HTTP; `restore` puts a backup back. */
export class SyncServer {
  readonly time = { now: TODAY }

  private constructor(
    private readonly folder: string,
    private readonly afterChange: AfterChange,
    /** The folder of the database that `restore` puts back. */
    private backup: string,
    public db: Database,
  ) {}

  /** Why records cannot be deleted. */
  refuseDelete: NonNullable<SyncParts['refuseDelete']> = {}

  static async open(afterChange: AfterChange = { schedule: recordVersion }): Promise<SyncServer> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sync-'))
    const backup = await getEmptyFolder()
    await copyDatabase(backup, folder)
    return new SyncServer(folder, afterChange, backup, await openDatabase(folder))
  }

  /** A server on a database that somebody else opens and closes. */
  static on(db: Database, afterChange: AfterChange = {}): SyncServer {
    return new SyncServer('', afterChange, '', db)
  }

  private open(): Promise<Database> {
    return openDatabase(this.folder)
  }

  get parts(): SyncParts {
    return {
      db: this.db,
      clock: () => this.time.now,
      afterChange: this.afterChange,
      refuseDelete: this.refuseDelete,
      readOnly: createReadOnlyReaders({ readMoneyEvents, keys: testKeys }),
      endSession: async () => undefined,
    }
  }

  /** What uses the database now, and what closes it: a server that stops ends its requests first. */
  private readonly underWay = new Set<Promise<unknown>>()
  private replacing: Promise<void> | undefined

  /** Uses the database, once it is open. Not to be called by what it runs. */
  async use<T>(work: (db: Database) => Promise<T>): Promise<T> {
    while (this.replacing) await this.replacing
    const running = work(this.db)
    this.underWay.add(running)
    try {
      return await running
    } finally {
      this.underWay.delete(running)
    }
  }

  /** Closes the database, changes its files, and opens it again before anything else uses it. */
  private async replace(
    change: () => Promise<void> = async () => undefined,
    prepare: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    while (this.replacing) await this.replacing
    const replace = async () => {
      await Promise.allSettled(this.underWay)
      await this.db.close()
      await change()
      this.db = await this.open()
      await prepare()
    }
    this.replacing = replace().finally(() => {
      this.replacing = undefined
    })
    await this.replacing
  }

  /** A transport of one device to this server, without faults. */
  createTransport(account = OWNER): Transport {
    return {
      push: async (body) => toAnswer(await this.push(body, account)),
      pull: async (query) => toAnswer(await this.pull(query, account)),
      isRevoked: async () => false,
    }
  }

  push(body: object, account = OWNER): Promise<SyncResponse> {
    const request = parse(syncPush.input, JSON.parse(JSON.stringify(body)))
    return this.use(() => handlePush(this.parts, request, account))
  }

  /** Pushes while the disk has room only for the first mutation of the batch. */
  async pushUntilFull(body: object): Promise<SyncResponse> {
    const [, second] = parse(syncPush.input, JSON.parse(JSON.stringify(body))).mutations
    const from = second?.mid ?? Number.MAX_SAFE_INTEGER
    const condition = `NEW.mid >= ${from}`
    const allowWrites = await this.refuseWrites({
      event: 'INSERT',
      table: 'mutation_result',
      condition,
    })
    try {
      return await this.push(body)
    } finally {
      await allowWrites()
    }
  }

  /** Makes the database refuse some writes until the returned function is called. */
  async refuseWrites(
    writes: Pick<TriggerParts, 'event' | 'table' | 'condition'>,
  ): Promise<() => Promise<void>> {
    const ddl = engine === 'postgres' ? postgresDdl : sqliteDdl
    const refusal = { name: 'no_room', timing: 'BEFORE', body: ddl.refuse('disk full') } as const
    const drop = engine === 'postgres' ? 'DROP FUNCTION no_room CASCADE' : 'DROP TRIGGER no_room'
    const run = async (script: string) => {
      await this.use((db) => db.write((tx) => sql.raw(script).execute(tx)))
    }
    await run(ddl.trigger({ ...refusal, ...writes }))
    return () => run(drop)
  }

  async pull(query: object, account = OWNER): Promise<SyncResponse> {
    const texts = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    )
    return this.use(() => handlePull(this.parts, parse(syncPull.input, texts), account))
  }

  /** Adds, changes, marks as paid and deletes bookings, and changes a busy time, by turns. */
  changeBooking(which: number): Promise<void> {
    return this.use((db) => changeBooking(db, which))
  }

  /** The read-only records as a new device pulls them, as JSON by collection and id. */
  async listReadOnly(): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    // Without the horizon, pages of old records would be refused.
    let position = { cursor: 0, epoch: '', resyncHorizon: 0 }
    for (let hasMore = true; hasMore; ) {
      const query = { userId: OWNER.userId, deviceId: 'reader', schema: 1, limit: 2, ...position }
      const answer = toAnswer(await this.pull(query)).body as PullAnswer
      for (const { coll, id, data } of answer.readOnly)
        if (data === undefined) found.delete(`${coll}/${id}`)
        else found.set(`${coll}/${id}`, JSON.stringify(data))
      const { nextCursor: cursor, epoch, horizon: resyncHorizon } = answer
      position = { cursor, epoch, resyncHorizon }
      hasMore = answer.hasMore
    }
    return found
  }

  async backUp(): Promise<void> {
    this.backup = path.join(this.folder, 'backup')
    fs.mkdirSync(this.backup, { recursive: true })
    await this.replace(() => copyDatabase(this.folder, this.backup))
  }

  /** Restores the last backup, or an empty database, and erases these clients again. */
  async restore(erased: string[] = []): Promise<void> {
    await this.replace(
      () => copyDatabase(this.backup, this.folder),
      async () => {
        await this.db.write(renewEpoch)
        await eraseRecords(this, erased)
      },
    )
  }

  /** Moves on 200 days: tombstones are cleared, and devices that stayed away need a full resync. */
  async passMonths(): Promise<void> {
    this.time.now += 200 * 86_400_000
    const deleteSome = () =>
      this.use((db) => db.write((tx) => deleteExpiredSyncRows(tx, this.time.now)))
    while ((await deleteSome()) > 0);
  }

  restart(): Promise<void> {
    return this.replace()
  }

  async findRecord(id: string, coll: Collection = 'client') {
    return (await this.use((db) => findRecord(db.read, coll, id)))?.record
  }

  async listRecords() {
    return this.use((db) => readRecordsAfter(db.read, 0, 1_000_000))
  }

  async close(): Promise<void> {
    await this.db.close()
    fs.rmSync(this.folder, { recursive: true })
  }
}

export function toAnswer(exchanged: SyncResponse): Answer {
  const text = 'json' in exchanged ? exchanged.json : JSON.stringify(exchanged.refusal)
  return { status: exchanged.status, body: JSON.parse(text), text }
}

async function changeBooking(db: Database, which: number): Promise<void> {
  const id = `booking${which}`
  const known = await db.read
    .selectFrom('booking')
    .select(['sequence'])
    .where('id', '=', id)
    .executeTakeFirst()
  const turn = known?.sequence ?? -1
  await db.write(async (tx) => {
    if (!known)
      await sql`INSERT INTO booking (id, service_type, service, status, payment, starts_at, ends_at, occupied_until,
          owner_zone, time_zone, local_date, local_time, first_name, last_name, email, phone, message,
          destinations, other_destination, amount, currency, demo, browser, sequence, created_at, updated_at)
        VALUES (${id}, 'bespoke-planning', ${buildServiceColumn('bespoke-planning')}, 'confirmed', 'none', 1000, 2000, 2000, 'UTC', 'UTC',
          '2026-11-23', '10:00', 'Ada', 'Moe', 'ada@example.com', '', '', '[]', '', 0, 'nok', 0, '', 0, 1, 1)`.execute(
        tx,
      )
    else if (turn > 2) await sql`DELETE FROM booking WHERE id = ${id}`.execute(tx)
    else
      await sql`UPDATE booking SET sequence = sequence + 1, amount = ${turn * 5} WHERE id = ${id}`.execute(
        tx,
      )
    await sql`DELETE FROM busy_time`.execute(tx)
    if (turn % 2 === 0)
      await sql`INSERT INTO busy_time VALUES ('feed', ${1500 + which}, 2500)`.execute(tx)
  })
}
