import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { encrypt, encryptJson, importKey } from '#client/lib/encrypt.ts'
import {
  getGuestPass,
  PASS_DOCUMENTS_PATH,
  reportPassSeen,
  toDocumentContext,
  toPassContext,
} from '#shared/journeys/api.ts'
import type { GuestCopy } from '#shared/journeys/guest-copy.ts'

interface PassRequest {
  method: string
  url: string
  headers: http.IncomingHttpHeaders
  body: string
}

interface StoredPass {
  version: number
  endsAt: number
  ciphertext: string
}

const NOT_FOUND = { code: 'not_found', error: 'Not found' }

/**
 * Stands before a built server and answers the two endpoints of guests and their documents, as
 * `shared/journeys/api.ts` says; everything else it passes on.
 */
export class PassDouble {
  /** Every request that arrived. */
  readonly requests: PassRequest[] = []
  readonly seen: unknown[] = []
  /** The server's clock, UTC milliseconds; undefined: the machine's. */
  now: number | undefined
  /** Requests for documents end after so many bytes, as if the connection were lost. */
  documentLimit = Number.POSITIVE_INFINITY
  /** The next answers have this status. */
  failWith: number | undefined
  private readonly passes = new Map<string, StoredPass>()
  private readonly documents = new Map<string, Buffer>()
  private readonly server = http.createServer((req, res) => {
    this.answer(req, res).catch(() => req.socket.destroy())
  })

  private constructor(private readonly target: string) {}

  /** `target`: address of the server behind it. */
  static async start(target: string): Promise<PassDouble> {
    const double = new PassDouble(target)
    double.server.listen(0, '127.0.0.1')
    await once(double.server, 'listening')
    return double
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.server.close()
    this.server.closeAllConnections()
    await once(this.server, 'close')
  }

  /** Publishes a copy under a link. */
  async publish(id: string, key: string, copy: GuestCopy): Promise<void> {
    const ciphertext = await encryptJson(await importKey(key), copy, toPassContext(id))
    this.passes.set(id, { version: copy.version, endsAt: copy.endsAt, ciphertext })
  }

  closeLink(id: string): void {
    this.passes.delete(id)
  }

  async addDocument(pass: string, document: string, key: string, content: Uint8Array<ArrayBuffer>) {
    const encrypted = await encrypt(await importKey(key), content, toDocumentContext(document))
    this.documents.set(`${pass}/${document}`, Buffer.from(encrypted))
  }

  /** Paths of the requests for documents, with the bytes from which they asked. */
  listDocumentRequests(): string[] {
    return this.requests
      .filter(({ url }) => url.startsWith(PASS_DOCUMENTS_PATH))
      .map(({ url, headers }) => [url.split('/').at(-1), headers.range].filter(Boolean).join(' '))
  }

  private async answer(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part)
    const { method = 'GET', url = '/', headers } = req
    const body = Buffer.concat(parts).toString()
    this.requests.push({ method, url, headers, body })
    const { pathname, searchParams } = new URL(url, 'http://double')
    if (this.now !== undefined) res.setHeader('Date', new Date(this.now).toUTCString())
    if (pathname === getGuestPass.path) return this.answerPass(res, searchParams)
    if (pathname === reportPassSeen.path) {
      this.seen.push(JSON.parse(body))
      return sendJson(res, 200, {})
    }
    if (pathname.startsWith(PASS_DOCUMENTS_PATH)) return this.answerDocument(req, res, pathname)
    await this.passOn(req, res, body)
  }

  private answerPass(res: http.ServerResponse, query: URLSearchParams): void {
    const pass = this.passes.get(query.get('id') ?? '')
    if (this.failWith) sendJson(res, this.failWith, { code: 'busy', error: 'Busy' })
    else if (!pass || pass.endsAt <= (this.now ?? Date.now())) sendJson(res, 404, NOT_FOUND)
    else {
      const { ciphertext, ...rest } = pass
      const isKnown = query.get('have') === String(pass.version)
      sendJson(res, 200, isKnown ? rest : { ...rest, ciphertext })
    }
  }

  private answerDocument(req: http.IncomingMessage, res: http.ServerResponse, path: string): void {
    const name = path.slice(PASS_DOCUMENTS_PATH.length + 1)
    const found = this.documents.get(name)
    if (found && this.passes.has(name.split('/')[0] ?? '')) this.sendDocument(req, res, found)
    else sendJson(res, 404, NOT_FOUND)
  }

  private sendDocument(req: http.IncomingMessage, res: http.ServerResponse, whole: Buffer): void {
    const [, from = '0'] = /^bytes=(\d+)-$/.exec(req.headers.range ?? '') ?? []
    const rest = whole.subarray(Number(from))
    const range = `bytes ${from}-${whole.length - 1}/${whole.length}`
    res.writeHead(req.headers.range ? 206 : 200, {
      'content-type': 'application/octet-stream',
      'content-length': rest.length,
      ...(req.headers.range ? { 'content-range': range } : {}),
    })
    if (rest.length <= this.documentLimit) res.end(rest)
    else res.write(rest.subarray(0, this.documentLimit), () => req.socket.destroySoon())
  }

  private passOn(req: http.IncomingMessage, res: http.ServerResponse, body: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const { method, url, headers } = req
      const passed = http.request(`${this.target}${url}`, { method, headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(res).on('finish', resolve).on('error', reject)
      })
      passed.on('error', reject).end(body)
    })
  }
}

function sendJson(res: http.ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  res.end(JSON.stringify(body))
}
