import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { PRECACHE_LISTS } from './transfer.ts'

interface ProxyAnswer {
  status: number
  headers: Headers
  body: Buffer
}

const PORTAL: ProxyAnswer = {
  status: 200,
  headers: new Headers({ 'content-type': 'text/html' }),
  body: Buffer.from('<!doctype html><title>Welcome aboard</title>'),
}

const BUSY: ProxyAnswer = {
  status: 503,
  headers: new Headers({ 'content-type': 'application/json' }),
  body: Buffer.from('{"code":"busy","error":"Please try again later."}'),
}

const cannedAnswers = new Map<PostOutcome, ProxyAnswer>([['error', BUSY]])

/** What may happen to a form between the browser and the server. */
type PostOutcome = 'pass' | 'lose request' | 'lose answer' | 'portal' | 'error'

/** Script names with their hash, as in pages, in scripts and in the worker's precache list. */
/** Scripts, and the file with the texts of all pages. */
const SCRIPTS = /((?:assets|assets\/guests|\.)\/[\w.-]+-[\w-]{8}|content\/[0-9a-f]{16})\.js(on)?/g
const RELEASE_SUFFIX = '-later'

const STREAM = 'text/event-stream'

/** Built files under these addresses never change, so their answers are cached. */
const ASSET = /^\/assets\/[\w./-]+$/
const assets = new Map<string, ProxyAnswer>()

const TEXT = /\b(html|javascript|css|svg|json)\b/

/**
 * A proxy before a server, at its own address: records every request that arrives, can be closed
 * as if the connection were cut, and can show another version of the same site.
 */
export class SiteProxy {
  /** Paths with their queries, in the order in which they arrived. */
  readonly requests: string[] = []
  private target: string
  private readonly server = http.createServer((req, res) => {
    // The server behind the front was stopped in the middle of an answer.
    this.answer(req, res).catch(() => req.socket.destroy())
  })
  private readonly sockets = new Set<Socket>()
  /** Paths that a captive portal answers with its log-in page. */
  isPortal: (path: string) => boolean = () => false
  /** Paths whose requests arrive here and are never answered. */
  isSilent: (path: string) => boolean = () => false
  /** Paths whose requests reach the server and whose answers are lost. */
  losesAnswer: (path: string) => boolean = () => false
  /** Whether event streams are buffered until their end, as some proxies do. */
  buffersStreams = false
  /** Holds a path's requests back from the server until the promise resolves. */
  delayRequest: (path: string) => Promise<void> | undefined = () => undefined
  /** Holds a path's answers back from the browser until the promise resolves. */
  delayAnswer: (path: string) => Promise<void> | undefined = () => undefined
  /** What happens to a posted form. */
  choosePostOutcome: () => Promise<PostOutcome> | PostOutcome = () => 'pass'
  private replacements: Record<string, string> = {}
  private port = 0

  private constructor(behind: string) {
    this.target = behind
    this.server.on('connection', (socket) => {
      this.sockets.add(socket)
      socket.on('close', () => this.sockets.delete(socket))
    })
  }

  static async start(behind: string): Promise<SiteProxy> {
    const front = new SiteProxy(behind)
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

  /** From now on shows the site as a later build: each key of `replacements` is replaced by its value. */
  release(replacements: Record<string, string>): void {
    this.replacements = replacements
  }

  /** Keeps the address and puts another server behind it. */
  setTarget(behind: string): void {
    this.target = behind
  }

  private async answer(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
    const path = req.url ?? '/'
    this.requests.push(path)
    const body = await readAll(req)
    if (this.isSilent(path)) return
    if (req.headers.accept === STREAM && !this.buffersStreams) return this.stream(path, req, res)
    await this.delayRequest(path)
    const outcome = req.method === 'POST' && path === '/' ? await this.choosePostOutcome() : 'pass'
    if (outcome === 'lose request') return void req.socket.destroy()
    const standIn =
      outcome === 'portal' || this.isPortal(path) ? PORTAL : cannedAnswers.get(outcome)
    const found = standIn ?? (await this.fetchReleased(path, { req, body }))
    await this.delayAnswer(path)
    const { status, body: answered } = found
    const headers = new Headers(found.headers)
    if (outcome === 'lose answer' || this.losesAnswer(path)) return void req.socket.destroy()
    headers.delete('connection')
    headers.set('content-length', String(answered.length))
    res.writeHead(status, Object.fromEntries(headers)).end(answered)
  }

  /** Passes an event stream on without buffering. */
  private stream(path: string, req: http.IncomingMessage, res: http.ServerResponse): void {
    const passed = http.get(this.target + path, { headers: req.headers }, (answer) => {
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
  private async fetchReleased(path: string, request: ProxyRequest): Promise<ProxyAnswer> {
    if (Object.keys(this.replacements).length === 0) return this.fetchWithCache(path, request)
    const isOldScript = path.search(SCRIPTS) >= 0 && !/-later\.js(on)?$/.test(path)
    const found = await this.fetchWithCache(
      isOldScript ? '/assets/gone' : path.replace(RELEASE_SUFFIX, ''),
      request,
    )
    if (!TEXT.test(found.headers.get('content-type') ?? '')) return found
    found.headers.delete('etag')
    const text = this.replaceTexts(String(found.body))
    const body = path === '/sw.js' ? await this.rewriteManifest(text) : text
    return { ...found, body: Buffer.from(body) }
  }

  private replaceTexts(text: string): string {
    const named = text.replace(SCRIPTS, `$1${RELEASE_SUFFIX}.js$2`)
    return Object.entries(this.replacements).reduce(
      (t, [from, to]) => t.replaceAll(from, to),
      named,
    )
  }

  /** Puts the digests of what this version really sends into the precache lists. */
  private async rewriteManifest(script: string): Promise<string> {
    let rewritten = script
    for (const list of script.match(PRECACHE_LISTS) ?? []) {
      const entries: { url: string; revision: string | null; integrity: string }[] =
        JSON.parse(list)
      for (const entry of entries) {
        const { body } = await this.fetchReleased(entry.url, { method: 'GET' })
        entry.integrity = `sha256-${createHash('sha256').update(body).digest('base64')}`
        if (entry.revision) entry.revision = entry.integrity
      }
      rewritten = rewritten.replace(list, () => JSON.stringify(entries))
    }
    return rewritten
  }

  private async fetchWithCache(path: string, request: ProxyRequest): Promise<ProxyAnswer> {
    if (!ASSET.test(path)) return this.requestTarget(path, request)
    const known = assets.get(path) ?? (await this.requestTarget(path, request))
    if (known.status === 200) assets.set(path, known)
    return { ...known, headers: new Headers(known.headers) }
  }

  private requestTarget(path: string, request: ProxyRequest): Promise<ProxyAnswer> {
    const { method = request.req?.method ?? 'GET', req, body } = request
    return new Promise((resolve, reject) => {
      const headers = { ...req?.headers, 'accept-encoding': 'identity' }
      // The browser's cached copy may be of the other version.
      delete headers['if-none-match']
      const passed = http.request(this.target + path, { method, headers }, async (answer) => {
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

interface ProxyRequest {
  method?: string
  req?: http.IncomingMessage
  body?: Buffer
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}
