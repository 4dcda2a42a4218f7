import { FORM_NAME_FIELD, IDEMPOTENCY_HEADER } from '#shared/submissions/form-post.ts'
import type { OutboxEntry, SendOutcome } from './entry.ts'
import { type ExclusiveLockOptions, withExclusiveLock } from './other-tabs.ts'
import type { Outbox } from './store.ts'

const REQUEST_TIMEOUT = 30_000
/**
 * Statuses after which the same key is retried: the server may have accepted the submission, or
 * will.
 */
const TEMPORARY_STATUSES = new Set([408, 425, 429])

export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/**
 * Makes one attempt: posts the entry under its idempotency key. An answer that is not ours leads to
 * a retry. Throws if the entry has no fields.
 */
export async function sendEntry(entry: OutboxEntry, fetch: Fetch): Promise<SendOutcome> {
  if (!entry.fields)
    throw new Error(`Outbox entry ${entry.key} has no fields, so it cannot be sent`)
  try {
    const response = await fetch('/', {
      method: 'POST',
      headers: { Accept: 'application/json', [IDEMPOTENCY_HEADER]: entry.key },
      body: new URLSearchParams({ [FORM_NAME_FIELD]: entry.form, ...entry.fields }),
      redirect: 'manual',
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    })
    return await parseAnswer(response, entry.key)
  } catch (error) {
    return {
      kind: 'again',
      reason: error instanceof Error ? error.name : 'error',
      isNetworkError: true,
    }
  }
}

async function parseAnswer(response: Response, key: string): Promise<SendOutcome> {
  const { status } = response
  if (TEMPORARY_STATUSES.has(status) || status >= 500) {
    const waitFor = parseRetryAfter(response.headers.get('Retry-After'))
    return {
      kind: 'again',
      reason: String(status),
      isNetworkError: false,
      ...(waitFor ? { retryAfter: waitFor } : {}),
    }
  }
  if (status === 401 || status === 403) return { kind: 'denied', reason: String(status) }
  const body = await parseJsonObject(response)
  if (response.ok) {
    if (body?.key === key) return { kind: 'accepted', answer: body }
    return { kind: 'again', reason: body ? 'another key' : 'not ours', isNetworkError: false }
  }
  if (status >= 400 && typeof body?.code === 'string')
    return { kind: 'refused', problem: { ...parseProblem(body, body.code), status } }
  return { kind: 'again', reason: `not ours (${status})`, isNetworkError: false }
}

/**
 * Returns the JSON object of an answer; undefined for anything else, such as the login page of a
 * network.
 */
async function parseJsonObject(response: Response): Promise<Record<string, unknown> | undefined> {
  if (!response.headers.get('Content-Type')?.includes('application/json')) return undefined
  const body: unknown = await response.json().catch(() => undefined)
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined
}

function parseProblem(body: Record<string, unknown>, code: string) {
  const { error, fields, current } = body
  return {
    code,
    error: typeof error === 'string' ? error : 'The server did not accept this.',
    ...(isStringRecord(fields) ? { fields } : {}),
    ...(current === undefined ? {} : { current }),
  }
}

function isStringRecord(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  )
}

function parseRetryAfter(header: string | null): number {
  return header && /^\d+$/.test(header) ? Number(header) * 1000 : 0
}

/**
 * Without Web Locks two rounds may run at once; leases then keep them from sending the same entry.
 */
interface DrainParts extends ExclusiveLockOptions {
  outbox: Outbox
  fetch: Fetch
  /** Creates the id of a round, which holds the round's leases. */
  newId: () => string
  /** Called with each entry that left the queue. */
  onDequeued?: (entry: OutboxEntry) => void | Promise<void>
}

/** Sends due entries one at a time, oldest first, until none is due or the network fails. */
export function drainOutbox(parts: DrainParts): Promise<void> {
  return withExclusiveLock('outbox', parts, () => sendAllDue(parts))
}

async function sendAllDue({ outbox, fetch, newId, onDequeued }: DrainParts): Promise<void> {
  const holder = newId()
  await outbox.deleteExpiredReceipts()
  for (;;) {
    const claimed = await outbox.claimNext(holder)
    if (!claimed) return
    if (claimed.state === 'attention') {
      await onDequeued?.(claimed)
      continue
    }
    const outcome = await sendEntry(claimed, fetch)
    const settled = await outbox.recordOutcome(claimed, outcome)
    if (settled && settled.state !== 'queued') await onDequeued?.(settled)
    // Without a network the others would fail too, and their pauses would then change the order.
    if (outcome.kind === 'again' && outcome.isNetworkError) return
  }
}
