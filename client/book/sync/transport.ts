import { pathOf } from '#shared/lib/endpoint.ts'
import { endpointNames } from '#shared/sync/wire.ts'

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
