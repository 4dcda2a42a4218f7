import type { Numbered } from '#client/book/store/numbers.ts'
import type { PullAnswer, PushAnswer } from '#shared/sync/protocol.ts'
import type { Batch } from './batch.ts'
import type { Answer } from './transport.ts'

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
