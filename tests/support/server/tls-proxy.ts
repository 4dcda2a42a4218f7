import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'

export interface TlsProxy {
  /** Sends a visitor's request from the IP address `from`; returns the answer. */
  request(path: string, options?: VisitorRequest): Promise<VisitorAnswer>
  close(): Promise<void>
}

interface VisitorRequest {
  from?: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface VisitorAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
}

/** Header that tells the proxy its visitor's IP address; it is not forwarded to the server. */
const FROM = 'x-visitor-of-the-test'

/**
 * A reverse proxy as before a public server: ends TLS, keeps connections to the server open and, as
 * nginx does, appends the visitor's address to the `X-Forwarded-For` that the visitor sent.
 */
export async function startTlsProxy(target: string, host: string): Promise<TlsProxy> {
  const { key, cert } = createCertificate(host)
  const agent = new http.Agent({ keepAlive: true })
  const proxy = https.createServer({ key, cert }, (req, res) =>
    forward(req, res, { target, agent }),
  )
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    request: (path, options = {}) => {
      const { from = '203.0.113.1', method = 'GET', headers = {}, body } = options
      const request = https.request({
        ...{ host: '127.0.0.1', port, servername: host, ca: cert, agent: false },
        ...{ path, method, headers: { Host: host, [FROM]: from, ...headers } },
      })
      return readAnswer(request.end(body))
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
  const {
    [FROM]: from,
    'x-forwarded-for': forwardedFor,
    connection: _hop,
    ...headers
  } = req.headers
  const addresses = [forwardedFor, from].filter(Boolean).join(', ')
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

async function readAnswer(request: http.ClientRequest): Promise<VisitorAnswer> {
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part)
  const body = Buffer.concat(parts).toString()
  return { status: answer.statusCode ?? 0, headers: answer.headers, body }
}

interface Certificate {
  /** PEM. */
  key: string
  cert: string
}

const DAY = 24 * 3_600_000

/**
 * A self-signed certificate for one host, valid for a day before and after now. It is written here
 * because not every machine has a tool for it.
 */
function createCertificate(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const algorithm = encodeDer(SEQUENCE, encodeOid(ECDSA_SHA256))
  const name = encodeDer(
    SEQUENCE,
    encodeDer(SET, encodeDer(SEQUENCE, encodeOid(COMMON_NAME), encodeDer(UTF8, encodeText(host)))),
  )
  const now = Date.now()
  const content = encodeDer(
    SEQUENCE,
    encodeDer(VERSION, encodeDer(INTEGER, Buffer.from([2]))),
    encodeDer(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    encodeDer(SEQUENCE, encodeTime(now - DAY), encodeTime(now + DAY)),
    name,
    spki,
    encodeDer(EXTENSIONS, encodeDer(SEQUENCE, encodeAlternativeName(host))),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)])
  const whole = encodeDer(SEQUENCE, content, algorithm, encodeDer(BIT_STRING, signature))
  const lines = whole.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTETS = 0x04
const OBJECT_ID = 0x06
const UTF8 = 0x0c
const UTC_TIME = 0x17
const DNS_NAME = 0x82
const VERSION = 0xa0
const EXTENSIONS = 0xa3

const COMMON_NAME = '550403'
const ALTERNATIVE_NAME = '551d11'
const ECDSA_SHA256 = '2a8648ce3d040302'

function encodeAlternativeName(host: string): Buffer {
  const names = encodeDer(SEQUENCE, encodeDer(DNS_NAME, encodeText(host)))
  return encodeDer(SEQUENCE, encodeOid(ALTERNATIVE_NAME), encodeDer(OCTETS, names))
}

function encodeDer(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...encodeLength(content.length)]), content])
}

function encodeLength(bytes: number): number[] {
  return bytes < 128 ? [bytes] : [0x82, bytes >> 8, bytes & 0xff]
}

function encodeOid(hex: string): Buffer {
  return encodeDer(OBJECT_ID, Buffer.from(hex, 'hex'))
}

function encodeText(value: string): Buffer {
  return Buffer.from(value)
}

/** ASN.1 UTCTime, such as `261121120000Z`. */
function encodeTime(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/\D/g, '').slice(2, 14)
  return encodeDer(UTC_TIME, encodeText(`${digits}Z`))
}
