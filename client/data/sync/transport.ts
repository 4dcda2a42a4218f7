import type { NumberedMutation } from '#client/data/store/device.ts'
import { toFunctionPath } from '#shared/lib/endpoint.ts'
import type { PullAnswer, PullQuery, PushAnswer, PushRequest } from '#shared/sync/protocol.ts'
import { endpointNames } from '#shared/sync/protocol-constants.ts'
import type { PushBatch } from './push-batch.ts'

export interface Answer {
  /** HTTP status; 0 if no request could be sent or no answer came. */
  status: number
  /** Parsed JSON; undefined if the answer is not JSON. */
  body: unknown
  /** The body as received; see `extractChanges`. */
  text: string
}

/** The sync endpoints of the server. They never reject: see `Answer.status`. */
export interface Transport {
  push(body: PushRequest): Promise<Answer>
  pull(query: PullQuery): Promise<Answer>
  /** Whether the owner removed this device; false if the server could not be asked. */
  isRevoked(deviceId: string): Promise<boolean>
}

type Fetch = (address: string, init?: RequestInit) => Promise<Response>

/** Milliseconds. */
const TIMEOUT = 30_000
/** Characters from which compressing a push is worth its time. */
const MIN_COMPRESSED_LENGTH = 2048

export function httpTransport(fetch: Fetch): Transport {
  const sendRequest = async (
    address: string,
    init: RequestInit | Promise<RequestInit> = {},
  ): Promise<Answer> => {
    try {
      const request = await init
      const response = await fetch(address, {
        ...request,
        headers: { Accept: 'application/json', ...request.headers },
        credentials: 'same-origin',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
      })
      const text = await response.text()
      return { status: response.status, body: readJson(text), text }
    } catch {
      return { status: 0, body: undefined, text: '' }
    }
  }
  return {
    push: (body) =>
      sendRequest(toFunctionPath(endpointNames.push), toPostRequest(JSON.stringify(body))),
    pull: (query) => sendRequest(`${toFunctionPath(endpointNames.pull)}?${queryText(query)}`),
    isRevoked: async (deviceId) => {
      const address = `${toFunctionPath(endpointNames.deviceState)}?${queryText({ deviceId })}`
      const { status, body } = await sendRequest(address)
      return status === 200 && isRevokedAnswer(body)
    },
  }
}

/** Returns a POST of JSON, gzipped if the browser supports it. */
async function toPostRequest(json: string): Promise<RequestInit> {
  const headers = { 'Content-Type': 'application/json' }
  if (json.length < MIN_COMPRESSED_LENGTH || !('CompressionStream' in globalThis))
    return { method: 'POST', headers, body: json }
  const { writable, readable } = new CompressionStream('gzip')
  const writer = writable.getWriter()
  // An error of these writes also rejects the read below.
  writer.write(new TextEncoder().encode(json)).catch(() => undefined)
  writer.close().catch(() => undefined)
  return {
    method: 'POST',
    headers: { ...headers, 'Content-Encoding': 'gzip' },
    body: await new Response(readable).arrayBuffer(),
  }
}

function queryText(query: object): string {
  return new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString()
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRevokedAnswer(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'revoked' in body && body.revoked === true
}

/** Returns the code of a refusal; undefined if the answer has none, as from a proxy. */
export function getErrorCode({ body }: Answer): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}

/**
 * Returns the answer to this batch; undefined for any other body, such as a log-in page's. Results
 * may be missing at the end of the batch: see `PushAnswer.stopReason`.
 */
export function parsePushAnswer(body: unknown, { mutations }: PushBatch): PushAnswer | undefined {
  const found = (body ?? {}) as Partial<PushAnswer>
  if (!Array.isArray(found.results) || typeof found.ackedThrough !== 'number') return undefined
  const mids = new Set(mutations.map(({ mid }) => mid))
  return found.results.every(({ mid }) => mids.has(mid)) ? (found as PushAnswer) : undefined
}

/** Returns the mutations of this batch that the server names as `invalid`. */
export function findInvalid({ body }: Answer, { mutations }: PushBatch): NumberedMutation[] {
  const { invalid } = (body ?? {}) as { invalid?: unknown }
  return Array.isArray(invalid) ? mutations.filter(({ mid }) => invalid.includes(mid)) : []
}

/** Returns the answer of a pull; undefined if the body is something else. */
export function parsePullAnswer(body: unknown): PullAnswer | undefined {
  const found = body as Partial<PullAnswer> | null
  const isComplete =
    Array.isArray(found?.changes) &&
    Array.isArray(found.readOnly) &&
    typeof found.epoch === 'string' &&
    typeof found.nextCursor === 'number' &&
    typeof found.horizon === 'number' &&
    typeof found.hasMore === 'boolean' &&
    typeof found.remaining === 'number'
  return isComplete ? (found as PullAnswer) : undefined
}

/** Returns the changes as received, without serialising them again; the server writes them last. */
export function extractChanges({ text }: Answer, { changes, ...head }: PullAnswer): string {
  const start = `${JSON.stringify(head).slice(0, -1)},"changes":`
  return text.startsWith(start) ? text.slice(start.length, -1) : JSON.stringify(changes)
}
