import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { certificateFor } from './certificate.ts'

export interface TlsProxy {
  /** What a visitor's request gets as an answer, who comes from this address. */
  ask(path: string, asked?: Asked): Promise<Answered>
  close(): Promise<void>
}

interface Asked {
  from?: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface Answered {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
}

/** Tells the proxy of the tests where its visitor is; the server behind it never sees this header. */
const FROM = 'x-visitor-of-the-test'

/**
 * What stands before the server on the open internet: ends TLS, keeps connections to the server open,
 * and appends the visitor's address, as nginx does, to whatever the visitor says of it.
 */
export async function startTlsProxy(target: string, host: string): Promise<TlsProxy> {
  const { key, cert } = certificateFor(host)
  const agent = new http.Agent({ keepAlive: true })
  const proxy = https.createServer({ key, cert }, (req, res) =>
    forward(req, res, { target, agent }),
  )
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    ask: (path, asked = {}) => {
      const { from = '203.0.113.1', method = 'GET', headers = {}, body } = asked
      const request = https.request({
        ...{ host: '127.0.0.1', port, servername: host, ca: cert, agent: false },
        ...{ path, method, headers: { Host: host, [FROM]: from, ...headers } },
      })
      return answerTo(request.end(body))
    },
    close: async () => {
      proxy.close()
      proxy.closeAllConnections()
      agent.destroy()
    },
  }
}

function forward(
  req: IncomingMessage,
  res: ServerResponse,
  { target, agent }: { target: string; agent: http.Agent },
): void {
  const { [FROM]: from, 'x-forwarded-for': said, connection: _hop, ...headers } = req.headers
  const addresses = [said, from].filter(Boolean).join(', ')
  const onwards = http.request(target + req.url, {
    ...{ agent, method: req.method },
    headers: { ...headers, 'x-forwarded-for': addresses, 'x-forwarded-proto': 'https' },
  })
  onwards.once('response', (answer) => {
    const { connection: _back, ...rest } = answer.headers
    res.writeHead(answer.statusCode ?? 502, rest)
    answer.pipe(res)
  })
  onwards.once('error', () => res.headersSent || res.writeHead(502).end())
  req.pipe(onwards)
}

async function answerTo(request: http.ClientRequest): Promise<Answered> {
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  const body = Buffer.concat(parts).toString()
  return { status: answer.statusCode ?? 0, headers: answer.headers, body }
}
