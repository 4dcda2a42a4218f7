import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net'
import { PassThrough, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

// Source: the IANA special-purpose address registries. All IPv6 addresses that embed an IPv4
// address are refused: public calendars do not use them, and the embedded address could be a
// private one.
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Special ranges within 2000::/3, the only range of public IPv6 addresses. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const specialV4 = createBlockList(SPECIAL_V4, 'ipv4')
const specialV6 = createBlockList(SPECIAL_V6, 'ipv6')
const globalV6 = createBlockList(['2000::/3'], 'ipv6')

/** Whether an address is on the public internet, not on this machine or in a private network. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}

function createBlockList(subnets: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}

type SafeFetchFault =
  | 'address'
  | 'private'
  | 'unreachable'
  | 'redirects'
  | 'status'
  | 'too_large'
  | 'too_slow'
  | 'stopped'

/** Why a document of another server was not read; never contains its address, which is secret. */
export class SafeFetchError extends Error {
  constructor(readonly fault: SafeFetchFault) {
    super(`The document of another server could not be read: ${fault}`)
  }
}

interface FoundAddress {
  address: string
  family: number
}

export interface SafeFetchNetwork {
  /** Looks up all addresses of a host name. */
  resolve(host: string): Promise<FoundAddress[]>
  isAllowed(address: string): boolean
  /** Origin from the settings that may use http and may be in a private network. */
  trustedOrigin: string | undefined
}

export const publicInternet: SafeFetchNetwork = {
  resolve: (host) => lookup(host, { all: true }),
  isAllowed: isPublicAddress,
  trustedOrigin: undefined,
}

interface SafeFetchRequest {
  /** May contain a user and a password, which its own server gets as Basic authentication. */
  url: string
  headers: Record<string, string>
  /** Limit of the decompressed document. */
  maxBytes: number
  /** Limit for lookups, redirects and the document together, ms. */
  timeout: number
  signal: AbortSignal
}

interface SafeFetchResponse {
  status: 200 | 304
  body: Buffer
  etag: string | null
  lastModified: string | null
}

const MAX_REDIRECTS = 3
const REDIRECT_STATUSES = [301, 302, 303, 307, 308]

/**
 * Reads a document whose URL a person typed, and refuses hosts that only this machine can reach
 * (SSRF): each host name is looked up once, all its addresses are checked, and the connection goes
 * to these addresses. Rejects with `SafeFetchError`.
 */
export async function safeFetch(
  question: SafeFetchRequest,
  parts: SafeFetchNetwork,
): Promise<SafeFetchResponse> {
  const limit = AbortSignal.timeout(question.timeout)
  const signal = AbortSignal.any([limit, question.signal])
  try {
    return await untilAborted(followRedirects({ ...question, signal }, parts), signal)
  } catch (error) {
    if (limit.aborted) throw new SafeFetchError('too_slow')
    if (question.signal.aborted) throw new SafeFetchError('stopped')
    throw error instanceof SafeFetchError ? error : new SafeFetchError('unreachable')
  }
}

async function followRedirects(
  question: SafeFetchRequest,
  parts: SafeFetchNetwork,
): Promise<SafeFetchResponse> {
  const { url: first, authorization } = takeCredentials(question.url)
  const { origin } = new URL(first)
  let url = first
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    // Another server that a redirect leads to does not get the password.
    const isOwn = authorization !== undefined && new URL(url).origin === origin
    const headers = { ...question.headers, ...(isOwn && { authorization }) }
    const response = await requestUrl(url, { ...question, headers }, parts)
    const { statusCode = 0 } = response
    const { location } = response.headers
    if (!REDIRECT_STATUSES.includes(statusCode)) return await toResponse(response, question)
    response.destroy()
    if (!location || !URL.canParse(location, url)) throw new SafeFetchError('status')
    url = new URL(location, url).href
  }
  throw new SafeFetchError('redirects')
}

/** The address without its user and password, and these as an `Authorization` header. */
function takeCredentials(address: string): { url: string; authorization: string | undefined } {
  const url = new URL(address)
  const { username, password } = url
  if (!username && !password) return { url: address, authorization: undefined }
  url.username = ''
  url.password = ''
  const pair = `${decodePart(username)}:${decodePart(password)}`
  return { url: url.href, authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** A stray percent sign stands for itself. */
function decodePart(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
  )
}

async function toResponse(
  response: IncomingMessage,
  { maxBytes, signal }: SafeFetchRequest,
): Promise<SafeFetchResponse> {
  const { statusCode: status, headers } = response
  if (status !== 200 && status !== 304) {
    response.destroy()
    throw new SafeFetchError('status')
  }
  const body = await readBody(response, { maxBytes, signal })
  if (!body) throw new SafeFetchError('too_large')
  return {
    status,
    body,
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
  }
}

async function requestUrl(
  address: string,
  { headers, signal }: SafeFetchRequest,
  parts: SafeFetchNetwork,
): Promise<IncomingMessage> {
  const url = new URL(address)
  const trusted = url.origin === parts.trustedOrigin
  if (url.username || url.password) throw new SafeFetchError('address')
  if (url.protocol !== 'https:' && !(trusted && url.protocol === 'http:'))
    throw new SafeFetchError('address')
  const found = await resolveAddresses(url.hostname.replace(/^\[|\]$/g, ''), parts)
  if (!trusted && !found.every(({ address }) => parts.isAllowed(address)))
    throw new SafeFetchError('private')
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    // A kept-alive connection may lead to an address of an earlier lookup, so none is reused.
    const options = { agent: false, headers, signal, lookup: createPinnedLookup(found) }
    request(url, options, resolve).once('error', reject).end()
  })
}

async function resolveAddresses(
  host: string,
  { resolve }: SafeFetchNetwork,
): Promise<FoundAddress[]> {
  const family = isIP(host)
  const found = family ? [{ address: host, family }] : await resolve(host)
  if (found.length === 0) throw new SafeFetchError('unreachable')
  return found
}

/** Connects to the addresses that were checked, instead of looking the name up again. */
function createPinnedLookup(found: FoundAddress[]): LookupFunction {
  return (_host, options, done) => {
    const [first] = found
    if (options.all) done(null, found)
    else if (first) done(null, first.address, first.family)
  }
}

/** Rejects when `signal` aborts; `work` itself goes on, because a DNS lookup cannot be aborted. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

interface BodyLimits {
  maxBytes: number
  signal: AbortSignal
}

/** `Accept-Encoding` header: the encodings that `createDecoder` handles. */
export const ENCODINGS = 'gzip, deflate, br'

/**
 * The whole body, decompressed; undefined, with the connection closed, if it exceeds `maxBytes`.
 */
async function readBody(
  response: IncomingMessage,
  { maxBytes, signal }: BodyLimits,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      size += chunk.length
      if (size > maxBytes) throw new Error('The response body is larger than the limit')
      chunks.push(chunk)
    }
  }
  try {
    await pipeline(response, createDecoder(response.headers['content-encoding']), collect, {
      signal,
    })
    return Buffer.concat(chunks)
  } catch (error) {
    // `pipeline` may reject with its premature-close error instead of ours.
    if (size > maxBytes) return undefined
    throw error
  } finally {
    response.destroy()
  }
}

function createDecoder(encoding = 'identity'): Transform {
  switch (encoding.trim().toLowerCase()) {
    case 'identity':
      return new PassThrough()
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      throw new Error('The response has a content encoding that was not requested')
  }
}
