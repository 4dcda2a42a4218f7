import type { Numbered } from '#client/book/store/numbers.ts'
import type { MadeRun, MutationResult, PullAnswer, PushAnswer } from '#shared/sync/protocol.ts'
import type { Batch } from './batch.ts'
import type { Answer } from './transport.ts'

/** Which refusal it is, where it is one of the server's own. */
export function codeOf({ body }: Answer): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
}

/** Each answer by itself. */
type Said = Omit<PushAnswer, 'runs'>

/** An answer to this batch, and nothing else that a network may put in its place. */
export function pushAnswer(body: unknown, { mutations }: Batch): Said | undefined {
  const { runs = [], ...found } = (body ?? {}) as Partial<PushAnswer>
  if (!Array.isArray(runs) || !Array.isArray(found.results)) return undefined
  if (typeof found.ackedThrough !== 'number') return undefined
  const results = [...found.results, ...runs.flatMap(resultsIn)]
  const mids = new Set(mutations.map(({ mid }) => mid))
  return results.every(({ mid }) => mids.has(mid)) ? { ...(found as Said), results } : undefined
}

function resultsIn({ mid, seq, updatedAt, revs }: MadeRun): MutationResult[] {
  return revs.map((rev, i) => ({
    mid: mid + i,
    status: 'applied',
    made: { rev, seq: seq + i, updatedAt },
  }))
}

/** Of this batch, what the server says it cannot read; older servers name none. */
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
