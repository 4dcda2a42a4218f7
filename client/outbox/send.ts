import { FORM_NAME, IDEMPOTENCY_HEADER } from '#shared/submissions/form-post.ts'
import type { OutboxEntry, Outcome } from './entry.ts'
import { type Locking, oneAtATime } from './other-tabs.ts'
import type { Outbox } from './store.ts'

const TIMEOUT = 30_000
/**
 * Statuses after which the same key is retried: the server may have accepted the submission, or
 * will.
 */
const TEMPORARY = new Set([408, 425, 429])

export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/**
 * Makes one attempt: posts the entry under its idempotency key. An answer that is not ours leads to
 * a retry. Throws if the entry has no fields.
 */
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

/**
 * Returns the JSON object of an answer; undefined for anything else, such as the login page of a
 * network.
 */
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

/**
 * Without Web Locks two rounds may run at once; leases then keep them from sending the same entry.
 */
interface ReplayParts extends Locking {
  outbox: Outbox
  fetch: Fetch
  /** Creates the id of a round, which holds the round's leases. */
  newId: () => string
  /** Called with each entry that left the queue. */
  onSettled?: (entry: OutboxEntry) => void | Promise<void>
}

/** Sends due entries one at a time, oldest first, until none is due or the network fails. */
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
    // Without a network the others would fail too, and their pauses would then change the order.
    if (outcome.kind === 'again' && outcome.network) return
  }
}
