import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { parse } from 'valibot'
import type { Answer, Transport } from '#client/book/sync/transport.ts'
import { DATABASE_FILE } from '#server/db/data-dir.ts'
import type { Database } from '#server/db/database.ts'
import { raw } from '#server/db/database.ts'
import { renewEpoch } from '#server/db/metadata.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { deleteExpiredSyncRows } from '#server/privacy/store.ts'
import type { SyncParts } from '#server/sync/ports.ts'
import { findRecord, readRecordsAfter } from '#server/sync/store.ts'
import { handlePull, handlePush, type SyncResponse } from '#server/sync/sync-requests.ts'
import { syncPull, syncPush } from '#shared/sync/protocol.ts'
import { TODAY } from './site.ts'
import { eraseRecords } from './sync-erase.ts'

let emptyDatabasePath: string | undefined

/** The path of a new server's database: made once, copied for each world. */
function getEmptyDatabase(): string {
  if (emptyDatabasePath) return emptyDatabasePath
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sync-empty-'))
  openDatabase(folder).close()
  emptyDatabasePath = path.join(folder, DATABASE_FILE)
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
  return emptyDatabasePath
}

export const OWNER = { userId: 'owner', sessionId: 'session' }

/** The real server code on a real database file, without HTTP; `restore` puts a backup back. */
export class SyncServer {
  readonly time = { now: TODAY }
  private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sync-'))
  private backup = getEmptyDatabase()
  private readonly publish: SyncParts['publishSchedule']
  db: Database

  constructor(publish: SyncParts['publishSchedule'] = () => ({ status: 'applied', answer: {} })) {
    this.publish = publish
    fs.copyFileSync(this.backup, path.join(this.folder, DATABASE_FILE))
    this.db = this.open()
  }

  private open(): Database {
    return openDatabase(this.folder)
  }

  get parts(): SyncParts {
    return {
      db: this.db,
      clock: () => this.time.now,
      publishSchedule: this.publish,
      endSession: async () => undefined,
    }
  }

  /** A transport of one device to this server, without faults. */
  createTransport(account = OWNER): Transport {
    return {
      push: async (body) => toAnswer(await this.push(body, account)),
      pull: async (query) => toAnswer(this.pull(query, account)),
      isRevoked: async () => false,
    }
  }

  push(body: object, account = OWNER): Promise<SyncResponse> {
    return handlePush(this.parts, parse(syncPush.input, JSON.parse(JSON.stringify(body))), account)
  }

  /** Pushes while the disk has room only for the first mutation of the batch. */
  async pushUntilFull(body: object): Promise<SyncResponse> {
    const [, second] = parse(syncPush.input, JSON.parse(JSON.stringify(body))).mutations
    const from = second?.mid ?? Number.MAX_SAFE_INTEGER
    const noRoom = `CREATE TEMP TRIGGER no_room BEFORE INSERT ON mutation_result
      WHEN NEW.mid >= ${from} BEGIN SELECT RAISE(ABORT, 'disk full'); END`
    await this.db.write((tx) => tx.run(raw(sql.raw(noRoom))))
    try {
      return await this.push(body)
    } finally {
      await this.db.write((tx) => tx.run(raw(sql.raw('DROP TRIGGER no_room'))))
    }
  }

  pull(query: object, account = OWNER): SyncResponse {
    const texts = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    )
    return handlePull(this.parts, parse(syncPull.input, texts), account)
  }

  backUp(): void {
    this.backup = path.join(this.folder, 'backup.sqlite')
    this.db.close()
    fs.copyFileSync(path.join(this.folder, DATABASE_FILE), this.backup)
    this.db = this.open()
  }

  /** Restores the last backup, or an empty database, and erases these clients again. */
  async restore(erased: string[] = []): Promise<void> {
    this.db.close()
    for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`])
      fs.rmSync(path.join(this.folder, name), { force: true })
    fs.copyFileSync(this.backup, path.join(this.folder, DATABASE_FILE))
    this.db = this.open()
    await this.db.write(renewEpoch)
    await eraseRecords(this, erased)
  }

  /** Moves on 200 days: tombstones are cleared, and devices that stayed away need a full resync. */
  async passMonths(): Promise<void> {
    this.time.now += 200 * 86_400_000
    while ((await this.db.write((tx) => deleteExpiredSyncRows(tx, this.time.now))) > 0);
  }

  restart(): void {
    this.db.close()
    this.db = this.open()
  }

  findRecord(id: string) {
    return findRecord(this.db.read, 'client', id)?.record
  }

  listRecords() {
    return readRecordsAfter(this.db.read, 0, 1_000_000)
  }

  close(): void {
    this.db.close()
    fs.rmSync(this.folder, { recursive: true })
  }
}

export function toAnswer(exchanged: SyncResponse): Answer {
  const text = 'json' in exchanged ? exchanged.json : JSON.stringify(exchanged.refusal)
  return { status: exchanged.status, body: JSON.parse(text), text }
}
