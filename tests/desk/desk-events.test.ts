import { once } from 'node:events'
import { createServer, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/lib/log.ts'
import { writeRecord } from '#server/sync/batch-records.ts'
import { insertDevice, type StoredRecord } from '#server/sync/store.ts'
import { DeskEvents } from '#server/wiring/desk-events.ts'
import type { LatestSeqs } from '#shared/desk/changes.ts'
import { buildContactFields } from '#tests/contact/contact-site.ts'
import { buildBookingFields } from '#tests/support/server/forms.ts'
import { type Site, startSite } from '#tests/support/server/site.ts'

let site: Site
let cookie: string
const openReaders: EventReader[] = []
const openServers: Server[] = []

beforeEach(async () => {
  site = await startSite()
  cookie = await site.signInOwner()
})
afterEach(async () => {
  for (const lines of openReaders.splice(0)) await lines.cancel().catch(() => undefined)
  for (const server of openServers.splice(0)) server.close()
  await site.close()
})

async function openReader(as = cookie): Promise<EventReader> {
  const lines = await EventReader.open(site.url, as)
  openReaders.push(lines)
  return lines
}

async function writeSomething(): Promise<void> {
  expect((await site.post(buildContactFields())).status).toBe(201)
}

/** Stores a device that syncs under the session of `cookie`. */
async function insertTestDevice(id: string): Promise<void> {
  const sessions = await (await site.get('/functions/auth/sessions', cookie)).json()
  const { id: session_id } =
    (sessions as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => isCurrent) ?? {}
  const { user } = await (await site.get('/functions/auth/session', cookie)).json()
  if (!session_id) throw new Error('This session is not listed')
  const device = { id, name: 'Phone', user_id: user.id, session_id, revoked_at: null }
  const times = { last_mid: 0, cursor: 0, first_seen: 1, last_seen: 1 }
  await site.db.write((tx) => insertDevice(tx, { ...device, ...times }))
}

const buildStoredRecord = (): StoredRecord => ({
  ...{ coll: 'client', id: 'ada', rev: 1, deleted: false, erased: false, data: { name: 'Ada' } },
  ...{ revs: {}, conflicts: [], createdAt: 1, updatedAt: 1, deletedAt: null, deletedBy: null },
})

const readLastChanges = async () =>
  (await (await site.get('/functions/get-last-changes', cookie)).json()) as LatestSeqs

describe('The change stream', () => {
  it('sends the last change number at once, and again after each change', async () => {
    const lines = await openReader()
    const before = await readLastChanges()
    expect(await lines.next()).toEqual(before)
    await writeSomething()
    const after = await readLastChanges()
    expect(after.desk).toBeGreaterThan(before.desk)
    expect(await lines.next()).toEqual(after)
  })

  it('reports an edit of the client book by the client book’s own change number', async () => {
    const lines = await openReader()
    const before = (await lines.next()) as LatestSeqs
    await site.db.write((tx) => writeRecord(tx, buildStoredRecord()))
    const after = (await lines.next()) as LatestSeqs
    expect(after).toEqual({ desk: before.desk, book: expect.any(Number) })
    expect(after.book).toBeGreaterThan(before.book)
  })

  it('tells devices to pull when a booking is made', async () => {
    const lines = await openReader()
    const before = (await lines.next()) as LatestSeqs
    expect((await site.post(buildBookingFields())).status).toBe(201)
    const after = (await lines.next()) as LatestSeqs
    expect(after.book).toBeGreaterThan(before.book)
  })

  it('must not be buffered, compressed or cached in transit', async () => {
    const { headers } = (await openReader()).response
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('content-encoding')).toBeNull()
  })

  it('is refused to anyone who is not signed in', async () => {
    const strangers = await site.get('/functions/desk-events')
    expect(strangers.status).toBe(401)
    expect((await site.get('/functions/get-last-changes')).status).toBe(401)
  })

  it('ends when its session signs out, while those of other sessions continue', async () => {
    const other = await site.signInOwner()
    const [mine, others] = [await openReader(), await openReader(other)]
    await others.next()
    await site.call('auth/sign-out', {}, cookie)
    await mine.readToEnd()
    await writeSomething()
    expect(await others.next()).toMatchObject({ desk: expect.any(Number) })
  })

  it('ends when the owner ends its session from elsewhere, and when the session expires', async () => {
    const other = await site.signInOwner()
    const [mine, others] = [await openReader(), await openReader(other)]
    await site.call('auth/end-session', {}, other)
    await mine.readToEnd()
    site.time.now += 400 * 86_400_000
    await writeSomething()
    await others.readToEnd()
  })

  it('ends when its device is removed from the client book', async () => {
    const other = await site.signInOwner()
    const lines = await openReader()
    await insertTestDevice('a-device-of-hers')
    const removed = await site.call('revoke-device', { id: 'a-device-of-hers' }, other)
    expect(removed.status).toBe(200)
    await lines.readToEnd()
  })

  it('ends a session’s oldest connection when the session opens one too many', async () => {
    const lines = []
    for (let i = 0; i < 17; i++) lines.push(await openReader())
    await lines[0]?.readToEnd()
    expect(await lines[16]?.next()).toEqual(await readLastChanges())
  })
})

interface OwnServer {
  events: DeskEvents
  server: Server
  url: string
}

/** Serves only the event stream, with a test's limits. */
async function startStreamServer(limits: ServerOptions, heartbeat?: number): Promise<OwnServer> {
  const events = new DeskEvents({
    db: site.db,
    log: createLog('silent'),
    readLatestSeqs: async () => ({ desk: 1, book: 2 }),
    isSignedIn: async () => true,
    ...(heartbeat !== undefined && { heartbeat }),
  })
  const server = createServer(limits, (_req, res) => {
    res.writeHead(200).flushHeaders()
    void events.add({
      stream: {
        send: (data) => res.write(`data: ${data}\n\n`),
        end: () => res.end(),
        onEnd: (listener) => res.once('close', listener),
      },
      userId: 'u',
      sessionId: 's',
    })
  })
  openServers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { events, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('An idle change stream', () => {
  it('sends regular heartbeats, and outlives the request timeout', async () => {
    const { events, server, url } = await startStreamServer({ connectionsCheckingInterval: 10 }, 20)
    const lines = await EventReader.open(url, '')
    // Only now: on a busy machine, the request itself takes longer.
    server.headersTimeout = 20
    server.requestTimeout = 30
    for (let i = 0; i < 8; i++) expect(await lines.next()).toEqual({ desk: 1, book: 2 })
    events.close()
    expect(await lines.next()).toBeUndefined()
  })

  it('cannot be opened once the server is stopping', async () => {
    const { events } = await startStreamServer({})
    events.close()
    expect(events.makeRoomForStream({ userId: 'u', sessionId: 's' })).toBe(false)
  })
})

/** The events of a `text/event-stream` answer, one after another. */
class EventReader {
  readonly response: Response
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>
  private readonly decoder = new TextDecoder()
  private text = ''

  private constructor(response: Response) {
    if (!response.body) throw new Error('The answer has no body')
    this.response = response
    this.reader = response.body.getReader()
  }

  static async open(url: string, cookie: string): Promise<EventReader> {
    return new EventReader(await fetch(`${url}/functions/desk-events`, { headers: { cookie } }))
  }

  /** The next event's data; undefined once the stream has ended. */
  async next(): Promise<unknown> {
    for (;;) {
      const end = this.text.indexOf('\n\n')
      if (end >= 0) {
        const event = this.text.slice(0, end)
        this.text = this.text.slice(end + 2)
        return JSON.parse(event.replace(/^data: /, ''))
      }
      const { value, done } = await this.reader.read()
      if (done) return undefined
      this.text += this.decoder.decode(value, { stream: true })
    }
  }

  /** Reads until the server ends the stream. */
  async readToEnd(): Promise<void> {
    while ((await this.next()) !== undefined);
  }

  async cancel(): Promise<void> {
    await this.reader.cancel()
  }
}
