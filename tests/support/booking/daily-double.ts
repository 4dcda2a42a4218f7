import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

interface DoubleRoom {
  name: string
  privacy: string
  properties: Record<string, unknown>
}

interface Call {
  method: string
  path: string
  body: Record<string, unknown>
}

type Fault = number | 'silent' | 'act and drop' | 'no JSON'

/** A double of the video provider's HTTP API: rooms and meeting tokens, with faults on request. */
export class DailyDouble {
  readonly rooms = new Map<string, DoubleRoom>()
  readonly tokens: Record<string, unknown>[] = []
  readonly calls: Call[] = []
  /** Faults of the next calls, one each. */
  readonly faults: Fault[] = []
  readonly apiKey = 'a key of the tests'
  private readonly server: Server

  constructor() {
    this.server = createServer(async (req, res) => {
      const call = await readCall(req)
      this.calls.push(call)
      const fault = this.faults.shift()
      if (fault === 'silent') return
      if (fault === 'no JSON') return res.writeHead(502).end('<html>Bad gateway</html>')
      const authorised = req.headers.authorization === `Bearer ${this.apiKey}`
      const [status, body] = !authorised
        ? [401, { error: 'authentication-error' }]
        : typeof fault === 'number'
          ? [fault, { error: 'server-error' }]
          : this.answer(call)
      if (fault === 'act and drop') return req.socket.destroy()
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  }

  get base(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`
  }

  async start(): Promise<void> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening))
  }

  async stop(): Promise<void> {
    await new Promise((closed) => {
      this.server.close(closed)
      this.server.closeAllConnections()
    })
  }

  private answer({ method, path, body }: Call): [number, object] {
    const name = /^\/v1\/rooms\/([\w-]+)$/.exec(path)?.[1]
    if (method === 'GET' && path === '/v1/') return [200, { domain_name: 'lysning', config: {} }]
    if (method === 'POST' && path === '/v1/rooms') return this.create(body)
    if (method === 'POST' && path === '/v1/meeting-tokens') return this.issueToken(body)
    const room = name ? this.rooms.get(name) : undefined
    if (!name || !room) return [404, { error: 'not-found', info: `room ${name} not found` }]
    if (method === 'POST') return [200, this.put({ ...room, ...body })]
    if (method === 'GET') return [200, toRoomBody(room)]
    this.rooms.delete(name)
    return [200, { deleted: true, name }]
  }

  private create(body: Record<string, unknown>): [number, object] {
    const name = String(body.name)
    if (!/^[\w-]{1,128}$/.test(name)) return refuse('invalid room name')
    if (this.rooms.has(name)) return refuse(`a room named ${name} already exists`)
    return [200, this.put({ name, privacy: 'public', properties: {}, ...body })]
  }

  private put(room: DoubleRoom): object {
    this.rooms.set(room.name, room)
    return toRoomBody(room)
  }

  private issueToken(body: Record<string, unknown>): [number, object] {
    const properties = body.properties as Record<string, unknown>
    this.tokens.push(properties)
    return [200, { token: `pass-${this.tokens.length}.${String(properties.room_name)}` }]
  }
}

function toRoomBody({ name, privacy, properties }: DoubleRoom): object {
  return {
    id: name,
    name,
    api_created: true,
    privacy,
    url: `https://lysning.daily.co/${name}`,
    config: properties,
  }
}

function refuse(info: string): [number, object] {
  return [400, { error: 'invalid-request-error', info }]
}

async function readCall(req: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  return { method: req.method ?? '', path: req.url ?? '', body: text ? JSON.parse(text) : {} }
}
