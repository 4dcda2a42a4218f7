import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#server/lib/log.ts'
import { advanceClock, insertDevice } from '#server/sync/store.ts'
import { DeskEvents } from '#server/wiring/desk-events.ts'
import type { LastChanges } from '#shared/desk/changes.ts'
import { contactFields } from '#tests/contact/messages.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let site: Site
let cookie: string
const open: EventLines[] = []
const opened: Server[] = []

beforeEach(async () => {
  site = await startSite()
  cookie = await site.owner()
})
afterEach(async () => {
  for (const lines of open.splice(0)) await lines.hangUp().catch(() => undefined)
  for (const server of opened.splice(0)) server.close()
  await site.close()
})

async function listen(as = cookie): Promise<EventLines> {
  const lines = await EventLines.open(site.url, as)
  open.push(lines)
  return lines
}

async function somebodyWrites(): Promise<void> {
  expect((await site.post(contactFields())).status).toBe(201)
}

/** Stores a device that syncs under the session of `cookie`. */
async function noteDevice(id: string): Promise<void> {
  const sessions = await (await site.get('/functions/auth/sessions', cookie)).json()
  const { id: session_id } =
    (sessions as { id: string; here: boolean }[]).find(({ here }) => here) ?? {}
  const { user } = await (await site.get('/functions/auth/session', cookie)).json()
  if (!session_id) throw new Error('This session is not listed')
  const device = { id, name: 'Phone', user_id: user.id, session_id, revoked_at: null }
  const times = { last_mid: 0, cursor: 0, first_seen: 1, last_seen: 1 }
  await site.db.write((tx) => insertDevice(tx, { ...device, ...times }))
}

const lastChanges = async () =>
  (await (await site.get('/functions/get-last-changes', cookie)).json()) as LastChanges

describe('the stream of changes', () => {
  it('says at once which change was the last, and again after each', async () => {
    const lines = await listen()
    const before = await lastChanges()
    expect(await lines.next()).toEqual(before)
    await somebodyWrites()
    const after = await lastChanges()
    expect(after.desk).toBeGreaterThan(before.desk)
    expect(await lines.next()).toEqual(after)
  })

  it('tells of an edit of the client book by the book’s own number', async () => {
    const lines = await listen()
    const before = (await lines.next()) as LastChanges
    await site.db.write((tx) => advanceClock(tx, before.book + 1))
    expect(await lines.next()).toEqual({ ...before, book: before.book + 1 })
  })

  it('may not be kept back, packed or stored on its way', async () => {
    const { headers } = (await listen()).response
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('content-encoding')).toBeNull()
  })

  it('is the owner’s alone', async () => {
    const strangers = await site.get('/functions/desk-events')
    expect(strangers.status).toBe(401)
    expect((await site.get('/functions/get-last-changes')).status).toBe(401)
  })

  it('ends when its session signs out, and others’ go on', async () => {
    const other = await site.owner()
    const [mine, others] = [await listen(), await listen(other)]
    await others.next()
    await site.call('auth/sign-out', {}, cookie)
    await mine.ended()
    await somebodyWrites()
    expect(await others.next()).toMatchObject({ desk: expect.any(Number) })
  })

  it('ends when the owner ends its session from another place, and where the session expires', async () => {
    const other = await site.owner()
    const [mine, others] = [await listen(), await listen(other)]
    await site.call('auth/end-session', {}, other)
    await mine.ended()
    site.time.now += 400 * 86_400_000
    await somebodyWrites()
    await others.ended()
  })

  it('ends when its device is removed from the book', async () => {
    const other = await site.owner()
    const lines = await listen()
    await noteDevice('a-device-of-hers')
    const removed = await site.call('revoke-device', { id: 'a-device-of-hers' }, other)
    expect(removed.status).toBe(200)
    await lines.ended()
  })

  it('of which a session may have so many that its oldest makes room for the next', async () => {
    const lines = []
    for (let i = 0; i < 17; i++) lines.push(await listen())
    await lines[0]?.ended()
    expect(await lines[16]?.next()).toEqual(await lastChanges())
  })
})

interface OwnServer {
  events: DeskEvents
  url: string
}

/** Serves only the event stream, with a test's limits. */
async function serve(limits: object, heartbeat?: number): Promise<OwnServer> {
  const events = new DeskEvents({
    db: site.db,
    log: createLog('silent'),
    lastChanges: () => ({ desk: 1, book: 2 }),
    isSignedIn: () => true,
    ...(heartbeat !== undefined && { heartbeat }),
  })
  const server = createServer(limits, (_req, res) => {
    res.writeHead(200).flushHeaders()
    events.add({
      stream: {
        send: (data) => res.write(`data: ${data}\n\n`),
        end: () => res.end(),
        onEnd: (listener) => res.once('close', listener),
      },
      userId: 'u',
      sessionId: 's',
    })
  })
  opened.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { events, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('a quiet stream', () => {
  it('is heard of again and again, and outlives the time in which a request must arrive', async () => {
    const limits = { requestTimeout: 30, headersTimeout: 20, connectionsCheckingInterval: 10 }
    const { events, url } = await serve(limits, 20)
    const lines = await EventLines.open(url, '')
    for (let i = 0; i < 8; i++) expect(await lines.next()).toEqual({ desk: 1, book: 2 })
    events.end()
    expect(await lines.next()).toBeUndefined()
  })

  it('opens no more once the server stops', async () => {
    const { events } = await serve({})
    events.end()
    expect(events.makeRoom({ userId: 'u', sessionId: 's' })).toBe(false)
  })
})

/** The events of a `text/event-stream` answer, one after another. */
class EventLines {
  readonly response: Response
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>
  private readonly decoder = new TextDecoder()
  private text = ''

  private constructor(response: Response) {
    if (!response.body) throw new Error('The answer has no body')
    this.response = response
    this.reader = response.body.getReader()
  }

  static async open(url: string, cookie: string): Promise<EventLines> {
    return new EventLines(await fetch(`${url}/functions/desk-events`, { headers: { cookie } }))
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
  async ended(): Promise<void> {
    while ((await this.next()) !== undefined);
  }

  async hangUp(): Promise<void> {
    await this.reader.cancel()
  }
}
