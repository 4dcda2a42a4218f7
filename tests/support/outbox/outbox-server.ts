import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Fetch } from '#client/outbox/drain.ts'
import type { Database } from '#server/db/database.ts'
import { createLog } from '#server/lib/log.ts'
import { readSettings } from '#server/settings.ts'
import { createFeatures, type Features } from '#server/wiring/features.ts'
import { openDatabase } from '#tests/support/db/database.ts'
import { testKeys } from '#tests/support/server/keys.ts'
import { TODAY } from '#tests/support/server/site.ts'

/** What the network between a device and the server may do to one request. */
export type Fault =
  | 'none'
  | 'lost request'
  | 'lost answer'
  /** The device gives up, yet the request arrives, after all others. */
  | 'late request'
  | 'portal'
  | 'error before'
  | 'error after'
  | 'twice'
  | 'restart before'
  | 'restart after'

/** The real server code on a real database file, without HTTP; only the file survives `restart`. */
export class OutboxServer {
  readonly time = { now: TODAY }
  private readonly dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'world-'))
  private ids = 0
  private readonly lateRequests: (() => Promise<unknown>)[] = []
  private opened: { db: Database; features: Features } | undefined

  static async open(): Promise<OutboxServer> {
    const server = new OutboxServer()
    server.opened = await server.start()
    return server
  }

  private get running(): { db: Database; features: Features } {
    if (!this.opened) throw new Error('The server is not running')
    return this.opened
  }

  private async start(): Promise<{ db: Database; features: Features }> {
    const settings = readSettings({ DATA_DIR: this.dataDir, RATE_LIMIT: 'off' })
    const db = await openDatabase(this.dataDir)
    const features = createFeatures({
      settings,
      db,
      log: createLog('silent'),
      clock: () => this.time.now,
      newId: () => `id-${String(this.ids++).padStart(20, '0')}`,
      keys: testKeys,
    })
    return { db, features }
  }

  async restart(): Promise<void> {
    await this.running.db.close()
    this.opened = await this.start()
  }

  /** The `fetch` of one visitor's device; each request meets the next fault. */
  createFetch(visitor: string, nextFault: () => Fault): Fetch {
    return async (_address, init) => {
      const fault = nextFault()
      if (fault === 'lost request') throw new TypeError('Failed to fetch')
      if (fault === 'late request') {
        this.lateRequests.push(() => this.submit(visitor, init))
        throw new TypeError('Failed to fetch')
      }
      if (fault === 'portal') return createHtmlResponse(200)
      if (fault === 'error before') return createHtmlResponse(503)
      if (fault === 'restart before') await this.restart()
      const answer = await this.submit(visitor, init)
      if (fault === 'twice') await this.submit(visitor, init)
      if (fault === 'restart after') await this.restart()
      if (fault === 'error after') return createHtmlResponse(502)
      if (fault === 'lost answer') throw new TypeError('Failed to fetch')
      return Response.json(answer.body, { status: answer.status })
    }
  }

  async deliverLate(): Promise<void> {
    for (const deliver of this.lateRequests.splice(0)) await deliver()
  }

  private submit(visitor: string, init: RequestInit) {
    return this.running.features.submissions.submit({
      fields: Object.fromEntries(new URLSearchParams(String(init.body))),
      key: new Headers(init.headers).get('Idempotency-Key') ?? '',
      sender: { browserToken: visitor, ip: '127.0.0.1' },
    })
  }

  /** How often each submission is stored, by the text of its message. */
  async countMessages(): Promise<Map<string, number>> {
    const rows = await this.running.db.read.selectFrom('form_submissions').select('data').execute()
    const found = new Map<string, number>()
    for (const { data } of rows) {
      const { message } = JSON.parse(data) as { message: string }
      found.set(message, (found.get(message) ?? 0) + 1)
    }
    return found
  }

  /** The starts of all confirmed bookings, UTC milliseconds; one occurs twice if booked twice. */
  async listBookedStarts(): Promise<number[]> {
    return (
      await this.running.db.read
        .selectFrom('booking')
        .select('starts_at')
        .where('status', '=', 'confirmed')
        .execute()
    ).map(({ starts_at }) => starts_at)
  }

  /** The `once` key of each queued mail of one kind. */
  async listMails(kind: string): Promise<string[]> {
    const rows = await this.running.db.read
      .selectFrom('job')
      .select('payload')
      .where('kind', '=', 'mail')
      .execute()
    return rows
      .map(({ payload }) => JSON.parse(payload) as { mail: string; once: string })
      .filter(({ mail }) => mail === kind)
      .map(({ once }) => once)
  }

  async close(): Promise<void> {
    await this.running.db.close()
    fs.rmSync(this.dataDir, { recursive: true })
  }
}

function createHtmlResponse(status: number): Response {
  return new Response('<h1>Sign in to the hotel</h1>', {
    status,
    headers: { 'Content-Type': 'text/html' },
  })
}
