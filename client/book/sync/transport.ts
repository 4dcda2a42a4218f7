import type { Numbered } from '#client/book/store/device.ts'
import { pathOf } from '#shared/lib/endpoint.ts'
import type { PullAnswer, PushAnswer } from '#shared/sync/protocol.ts'
import { endpointNames } from '#shared/sync/wire.ts'
import type { Batch } from './batch.ts'

export interface Answer {
  /** 0: none came. */
  status: number
  /** Undefined where it is not JSON. */
  body: unknown
  text: string
}

/** The way to the server. */
export interface Transport {
  push(body: object): Promise<Answer>
  pull(query: Record<string, string | number>): Promise<Answer>
  /** Whether the owner removed this device; false where nobody could say. */
  isRevoked(device: string): Promise<boolean>
}

type Fetch = (address: string, init?: RequestInit) => Promise<Response>

const TIMEOUT = 30_000
/** Smaller than this, packing is not worth its time; characters. */
const LEAST_PACKED = 2048

export function httpTransport(fetch: Fetch): Transport {
  const ask = async (address: string, init: RequestInit = {}): Promise<Answer> => {
    try {
      const response = await fetch(address, {
        ...init,
        headers: { Accept: 'application/json', ...init.headers },
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
    push: async (body) => ask(pathOf(endpointNames.push), await packed(JSON.stringify(body))),
    pull: (query) => ask(`${pathOf(endpointNames.pull)}?${queryText(query)}`),
    isRevoked: async (device) => {
      const address = `${pathOf(endpointNames.deviceState)}?${queryText({ device })}`
      const { status, body } = await ask(address)
      return status === 200 && isTrue(body)
    },
  }
}

/** A POST's JSON, packed where the browser can. */
async function packed(json: string): Promise<RequestInit> {
  const headers = { 'Content-Type': 'application/json' }
  if (json.length < LEAST_PACKED || !('CompressionStream' in globalThis))
    return { method: 'POST', headers, body: json }
  const { writable, readable } = new CompressionStream('gzip')
  const writer = writable.getWriter()
  // A fault of these comes out at the other end too.
  writer.write(new TextEncoder().encode(json)).catch(() => undefined)
  writer.close().catch(() => undefined)
  return {
    method: 'POST',
    headers: { ...headers, 'Content-Encoding': 'gzip' },
    body: await new Response(readable).arrayBuffer(),
  }
}

function queryText(query: Record<string, string | number>): string {
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

function isTrue(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'revoked' in body && body.revoked === true
}

/** Which refusal it is, where it is one of the server's own. */
export function codeOf({ body }: Answer): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}

/** An answer to this batch, and nothing else that a network may put in its place. */
export function pushAnswer(body: unknown, { mutations }: Batch): PushAnswer | undefined {
  const found = (body ?? {}) as Partial<PushAnswer>
  if (!Array.isArray(found.results) || typeof found.ackedThrough !== 'number') return undefined
  const mids = new Set(mutations.map(({ mid }) => mid))
  return found.results.every(({ mid }) => mids.has(mid)) ? (found as PushAnswer) : undefined
}

/** Of this batch, what the server says it cannot read. */
export function unreadIn({ body }: Answer, { mutations }: Batch): Numbered[] {
  const { unread } = (body ?? {}) as { unread?: unknown }
  return Array.isArray(unread) ? mutations.filter(({ mid }) => unread.includes(mid)) : []
}

export function pullAnswer(body: unknown): PullAnswer | undefined {
  const found = body as Partial<PullAnswer> | null
  const whole =
    Array.isArray(found?.changes) &&
    typeof found.epoch === 'string' &&
    typeof found.next === 'number' &&
    typeof found.horizon === 'number' &&
    typeof found.more === 'boolean'
  return whole ? (found as PullAnswer) : undefined
}

const MARK = '"changes":'

/** The changes as they came: the server writes them last. */
export function changesText({ text }: Answer, { changes }: PullAnswer): string {
  const start = text.indexOf(MARK)
  const found = text.slice(start + MARK.length, -1)
  return start >= 0 && found.startsWith('[') && found.endsWith(']')
    ? found
    : JSON.stringify(changes)
}
