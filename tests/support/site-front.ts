import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

interface Answered {
  status: number
  headers: Headers
  body: Buffer
}

const PORTAL: Answered = {
  status: 200,
  headers: new Headers({ 'content-type': 'text/html' }),
  body: Buffer.from('<!doctype html><title>Welcome aboard</title>'),
}

const BUSY: Answered = {
  status: 503,
  headers: new Headers({ 'content-type': 'application/json' }),
  body: Buffer.from('{"code":"busy","error":"Please try again later."}'),
}

const standIns = new Map<PostFate, Answered>([['error', BUSY]])

/** What may happen to a form between the browser and the server. */
type PostFate = 'pass' | 'lose request' | 'lose answer' | 'portal' | 'error'

/** Script names with their hash, as in pages, in scripts and in the worker's precache list. */
const SCRIPTS = /((?:assets|\.)\/[\w.-]+-[\w-]{8})\.js/g
const LATER = '-later'

const STREAM = 'text/event-stream'

/** Built files under these addresses never change, so their answers are cached. */
const ASSET = /^\/assets\/[\w./-]+$/
const assets = new Map<string, Answered>()

const TEXT = /\b(html|javascript|css|svg|json)\b/

/**
 * A proxy before a server, at its own address: records every request that arrives, can be closed
 * as if the connection were cut, and can show another version of the same site.
 */
export class SiteFront {
  /** Paths with their queries, in the order in which they arrived. */
  readonly requests: string[] = []
  private behind: string
  private readonly server = http.createServer((req, res) => {
    // The server behind the front was stopped in the middle of an answer.
    this.answer(req, res).catch(() => req.socket.destroy())
  })
  private readonly sockets = new Set<Socket>()
  /** Paths that a captive portal answers with its log-in page. */
  portal: (path: string) => boolean = () => false
  /** Paths whose requests arrive here and are never answered. */
  silent: (path: string) => boolean = () => false
  /** Paths whose requests reach the server and whose answers are lost. */
  lost: (path: string) => boolean = () => false
  /** Whether event streams are buffered until their end, as some proxies do. */
  keepsStreamsBack = false
  /** Holds a path's requests back from the server until the promise resolves. */
  requestsWait: (path: string) => Promise<void> | undefined = () => undefined
  /** Holds a path's answers back from the browser until the promise resolves. */
  answersWait: (path: string) => Promise<void> | undefined = () => undefined
  /** What happens to a posted form. */
  posts: () => Promise<PostFate> | PostFate = () => 'pass'
  private words: Record<string, string> = {}
  private port = 0

  private constructor(behind: string) {
    this.behind = behind
    this.server.on('connection', (socket) => {
      this.sockets.add(socket)
      socket.on('close', () => this.sockets.delete(socket))
    })
  }

  static async before(behind: string): Promise<SiteFront> {
    const front = new SiteFront(behind)
    await front.open()
    return front
  }

  get url(): string {
    return `http://localhost:${this.port}`
  }

  /** Listens; after `close`, at the same address again. */
  async open(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1')
    await once(this.server, 'listening')
    this.port = (this.server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    if (!this.server.listening) return
    this.server.close()
    for (const socket of this.sockets) socket.destroy()
    await once(this.server, 'close')
  }

  /** From now on shows the site as a later build: each key of `words` is replaced by its value. */
  release(words: Record<string, string>): void {
    this.words = words
  }

  /** Keeps the address and puts another server behind it. */
  standBefore(behind: string): void {
    this.behind = behind
  }

  private async answer(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
    const path = req.url ?? '/'
    this.requests.push(path)
    const body = await readAll(req)
    if (this.silent(path)) return
    if (req.headers.accept === STREAM && !this.keepsStreamsBack) return this.stream(path, req, res)
    await this.requestsWait(path)
    const fate = req.method === 'POST' && path === '/' ? await this.posts() : 'pass'
    if (fate === 'lose request') return void req.socket.destroy()
    const standIn = fate === 'portal' || this.portal(path) ? PORTAL : standIns.get(fate)
    const found = standIn ?? (await this.fetch(path, { req, body }))
    await this.answersWait(path)
    const { status, body: answered } = found
    const headers = new Headers(found.headers)
    if (fate === 'lose answer' || this.lost(path)) return void req.socket.destroy()
    headers.delete('connection')
    headers.set('content-length', String(answered.length))
    res.writeHead(status, Object.fromEntries(headers)).end(answered)
  }

  /** Passes an event stream on without buffering. */
  private stream(path: string, req: http.IncomingMessage, res: http.ServerResponse): void {
    const passed = http.get(this.behind + path, { headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.headers)
      res.flushHeaders()
      answer.pipe(res)
      answer.on('error', () => res.destroy())
      answer.on('close', () => res.destroy())
    })
    passed.on('error', () => res.destroy())
    res.on('close', () => passed.destroy())
  }

  /** Fetches a path. In a later version scripts have other names, and the old names are gone. */
  private async fetch(path: string, asked: Asked): Promise<Answered> {
    if (Object.keys(this.words).length === 0) return this.pass(path, asked)
    const gone = path.search(SCRIPTS) >= 0 && !path.endsWith(`${LATER}.js`)
    const found = await this.pass(gone ? '/assets/gone' : path.replace(LATER, ''), asked)
    if (!TEXT.test(found.headers.get('content-type') ?? '')) return found
    found.headers.delete('etag')
    const text = this.renewed(String(found.body))
    const body = path === '/sw.js' ? await this.listedAnew(text) : text
    return { ...found, body: Buffer.from(body) }
  }

  private renewed(text: string): string {
    const named = text.replace(SCRIPTS, `$1${LATER}.js`)
    return Object.entries(this.words).reduce((t, [from, to]) => t.replaceAll(from, to), named)
  }

  /** Puts the digests of what this version really sends into the precache list. */
  private async listedAnew(script: string): Promise<string> {
    const [list = '[]'] = script.match(/\[\{"integrity".*?\}\]/) ?? []
    const entries: { url: string; revision: string | null; integrity: string }[] = JSON.parse(list)
    for (const entry of entries) {
      const { body } = await this.fetch(entry.url, { method: 'GET' })
      entry.integrity = `sha256-${createHash('sha256').update(body).digest('base64')}`
      if (entry.revision) entry.revision = entry.integrity
    }
    return script.replace(list, () => JSON.stringify(entries))
  }

  private async pass(path: string, asked: Asked): Promise<Answered> {
    if (!ASSET.test(path)) return this.request(path, asked)
    const known = assets.get(path) ?? (await this.request(path, asked))
    if (known.status === 200) assets.set(path, known)
    return { ...known, headers: new Headers(known.headers) }
  }

  private request(path: string, asked: Asked): Promise<Answered> {
    const { method = asked.req?.method ?? 'GET', req, body } = asked
    return new Promise((resolve, reject) => {
      const headers = { ...req?.headers, 'accept-encoding': 'identity' }
      // The browser's cached copy may be of the other version.
      delete headers['if-none-match']
      const passed = http.request(this.behind + path, { method, headers }, async (answer) => {
        answer.on('error', reject)
        const found = Object.entries(answer.headersDistinct).map(
          ([name, values = []]) => [name, values.join(', ')] as [string, string],
        )
        const { statusCode: status = 500 } = answer
        const body = await readAll(answer).catch(() => undefined)
        if (body) resolve({ status, headers: new Headers(found), body })
      })
      passed.on('error', reject).end(body)
    })
  }
}

interface Asked {
  method?: string
  req?: http.IncomingMessage
  body?: Buffer
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}
