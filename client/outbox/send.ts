import { FORM_NAME, IDEMPOTENCY_HEADER } from '#shared/submissions/form-post.ts'
import type { OutboxEntry, Outcome } from './entry.ts'
import { type Locking, oneAtATime } from './other-tabs.ts'
import type { Outbox } from './store.ts'

const TIMEOUT = 30_000
/** The server may well have taken it, or will: the same key again. */
const TEMPORARY = new Set([408, 425, 429])

export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/** One try: posts the entry under its key, and reads nothing into an answer that is not ours. */
export async function sendEntry(entry: OutboxEntry, fetch: Fetch): Promise<Outcome> {
  if (!entry.fields) throw new Error(`Entry ${entry.key} has nothing to send`)
  try {
    const response = await fetch('/', {
      method: 'POST',
      headers: { Accept: 'application/json', [IDEMPOTENCY_HEADER]: entry.key },
      body: new URLSearchParams({ [FORM_NAME]: entry.form, ...entry.fields }),
      redirect: 'manual',
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    return await readAnswer(response, entry.key)
  } catch (error) {
    return { kind: 'again', reason: error instanceof Error ? error.name : 'error', network: true }
  }
}

async function readAnswer(response: Response, key: string): Promise<Outcome> {
  const { status } = response
  if (TEMPORARY.has(status) || status >= 500) {
    const waitFor = retryAfter(response.headers.get('Retry-After'))
    return {
      kind: 'again',
      reason: String(status),
      network: false,
      ...(waitFor ? { waitFor } : {}),
    }
  }
  if (status === 401 || status === 403) return { kind: 'denied', reason: String(status) }
  const body = await readObject(response)
  if (response.ok) {
    if (body?.key === key) return { kind: 'accepted', answer: body }
    return { kind: 'again', reason: body ? 'another key' : 'not ours', network: false }
  }
  if (status >= 400 && typeof body?.code === 'string')
    return { kind: 'refused', problem: { ...problemIn(body, body.code), status } }
  return { kind: 'again', reason: `not ours (${status})`, network: false }
}

/** The JSON object of an answer; undefined for anything else, such as a hotel's log-in page. */
async function readObject(response: Response): Promise<Record<string, unknown> | undefined> {
  if (!response.headers.get('Content-Type')?.includes('application/json')) return undefined
  const body: unknown = await response.json().catch(() => undefined)
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined
}

function problemIn(body: Record<string, unknown>, code: string) {
  const { error, fields } = body
  return {
    code,
    error: typeof error === 'string' ? error : 'The server did not accept this.',
    ...(isTexts(fields) ? { fields } : {}),
  }
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  )
}

function retryAfter(header: string | null): number {
  return header && /^\d+$/.test(header) ? Number(header) * 1000 : 0
}

/** One round at a time on this device, whoever asks; leases tell two apart. */
interface ReplayParts extends Locking {
  outbox: Outbox
  fetch: Fetch
  /** Names this round, so that its lease is known from another's. */
  newId: () => string
  /** Told of each entry that left the queue. */
  onSettled?: (entry: OutboxEntry) => void | Promise<void>
}

/** Sends what is due, one at a time and oldest first, until nothing is or the network is gone. */
export function replay(parts: ReplayParts): Promise<void> {
  return oneAtATime('outbox', parts, () => round(parts))
}

async function round({ outbox, fetch, newId, onSettled }: ReplayParts): Promise<void> {
  const holder = newId()
  await outbox.tidy()
  for (;;) {
    const claimed = await outbox.claimNext(holder)
    if (!claimed) return
    if (claimed.state === 'attention') {
      await onSettled?.(claimed)
      continue
    }
    const outcome = await sendEntry(claimed, fetch)
    const settled = await outbox.settle(claimed, outcome)
    if (settled && settled.state !== 'queued') await onSettled?.(settled)
    // Without a network the others would fail too, and out of their order later.
    if (outcome.kind === 'again' && outcome.network) return
  }
}
