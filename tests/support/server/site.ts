import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Express, RequestHandler } from 'express'
import type { PasswordHash } from '#server/account/auth.ts'
import { insertOwner } from '#server/account/store.ts'
import { createApp } from '#server/app.ts'
import type { Database } from '#server/db/database.ts'
import { randomId } from '#server/lib/ids.ts'
import { createLog } from '#server/lib/log.ts'
import type { FeedReader } from '#server/schedule/feed/calendar-sync.ts'
import { readTask } from '#server/schedule/feed/read-feed.ts'
import { readSettings } from '#server/settings.ts'
import type { PullAnswer } from '#shared/sync/protocol.ts'
import type { ReadOnlyChange, ReadOnlyCollection } from '#shared/sync/read-only-collections.ts'
import { owner } from '#tests/support/account/owner-account.ts'
import { openDatabase } from '#tests/support/db/database.ts'
import { testKeys } from './keys.ts'

/** A Saturday; the first bookable slots with the default notice are on Monday the 23rd. */
export const TODAY = Date.parse('2026-11-21T12:00:00Z')

export interface Site {
  url: string
  handler: Express
  dataDir: string
  db: Database
  /** The server's clock, UTC milliseconds; set `now` to move it. */
  time: { now: number }
  /** Runs all jobs that are due. */
  drain(): Promise<void>
  post(fields: Record<string, string>, options?: PostOptions): Promise<Response>
  get(path: string, cookie?: string): Promise<Response>
  call(name: string, body: object, cookie?: string): Promise<Response>
  /** Signs the owner in and returns the cookies; the first call makes the account. */
  signInOwner(): Promise<string>
  close(): Promise<void>
}

interface PostOptions {
  key?: string
  cookie?: string
  headers?: Record<string, string>
}

/**
 * Replaces the library's password hash, which takes a good part of a second. Tests that start the
 * built server or its commands use the real one.
 */
const fastPasswordHash: PasswordHash = {
  hash: async (password) => createHash('sha256').update(password).digest('hex'),
  verify: async ({ hash, password }) => hash === (await fastPasswordHash.hash(password)),
}

/**
 * Reads a calendar here, because a thread started from source takes a third of a second. What it gets and answers
 * is copied as for a thread. `calendar-hostile-sync.test.ts` and the built server use the thread.
 */
export const readFeedHere: FeedReader = async (task) =>
  structuredClone(readTask(structuredClone(task)))

/** The whole server in this process, on a real database file and port; `time` is its clock. */
export async function startSite(
  env: Record<string, string> = {},
  log = createLog('silent'),
): Promise<Site> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'site-'))
  const settings = readSettings({
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    ...env,
  })
  const time = { now: TODAY }
  const db = await openDatabase(dataDir)
  const parts = {
    settings,
    db,
    log,
    clock: () => time.now,
    newId: randomId,
    keys: testKeys,
    passwordHash: fastPasswordHash,
    readFeed: readFeedHere,
  }
  const app = createApp({ ...parts, pages: [notFound] })
  const server = createServer(app.handler)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const headersOf = (cookie?: string) => (cookie ? { Cookie: cookie } : undefined)
  const call: Site['call'] = (name, body, cookie) =>
    fetch(`${url}/functions/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headersOf(cookie) },
      body: JSON.stringify(body),
    })
  let ownerCreation: Promise<unknown> | undefined
  return {
    url,
    handler: app.handler,
    dataDir,
    db,
    time,
    drain: app.drain,
    post: (fields, { key = randomUUID(), cookie, headers } = {}) =>
      fetch(`${url}/`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          Accept: 'application/json',
          'Idempotency-Key': key,
          ...headersOf(cookie),
          ...headers,
        },
        body: new URLSearchParams(fields),
      }),
    get: (address, cookie) => fetch(url + address, { headers: { ...headersOf(cookie) } }),
    call,
    signInOwner: async () => {
      ownerCreation ??= createOwner(db, time.now)
      await ownerCreation
      const signedIn = await call('auth/sign-in', owner)
      if (!signedIn.ok) throw new Error(`${signedIn.status} ${await signedIn.text()}`)
      return getCookies(signedIn)
    },
    close: async () => {
      await new Promise((closed) => {
        server.close(closed)
        server.closeAllConnections()
      })
      await app.stop()
      await db.close()
      fs.rmSync(dataDir, { recursive: true })
    },
  }
}

/** As `npm run owner` does, without everything else that the command starts. */
async function createOwner(db: Database, now: number): Promise<void> {
  const password = await fastPasswordHash.hash(owner.password)
  await db.write((tx) => insertOwner(tx, { ...owner, id: randomId(), password, now }))
}

const notFound: RequestHandler = (_req, res) => {
  res.status(404).send('no page')
}

/** The first cookie that an answer sets, as a `Cookie` header. */
export function getCookie(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** All cookies that an answer sets, as a `Cookie` header. */
export function getCookies(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

export interface PullPosition {
  epoch: string
  cursor: number
}

/** The read-only records that have changed since a position, and the position after them. */
export async function pullReadOnly(
  site: Site,
  owner: string,
  from: PullPosition = { epoch: '', cursor: 0 },
) {
  const user = site.db.read.selectFrom('user').select('id').where('role', '=', 'owner')
  const { id: userId } = await user.executeTakeFirstOrThrow()
  const changes: ReadOnlyChange[] = []
  let at = from
  for (let hasMore = true; hasMore; ) {
    const query = new URLSearchParams({
      ...(from.cursor === 0 && { resyncHorizon: '0' }),
      ...{ userId, deviceId: 'desk', schema: '1', limit: '1000' },
      ...{ epoch: at.epoch, cursor: String(at.cursor) },
    })
    const answer = await site.get(`/functions/sync-pull?${query}`, owner)
    const page = (await answer.json()) as PullAnswer
    changes.push(...page.readOnly)
    at = { epoch: page.epoch, cursor: page.nextCursor }
    hasMore = page.hasMore
  }
  return { changes, at }
}

export function findRecord<Data>(
  changes: readonly ReadOnlyChange[],
  coll: ReadOnlyCollection,
  id: string,
) {
  return changes.find((change) => change.coll === coll && change.id === id)?.data as
    | Data
    | undefined
}
