import { isAnswer, type OutboxEntry } from './entry.ts'
import type { Submitted } from './outbox.ts'

/** What an entry has come to, as its form tells it. */
export function told(entry: OutboxEntry): Submitted {
  if (entry.state === 'sent') return { kind: 'sent', answer: entry.receipt?.answer ?? {} }
  if (entry.state === 'attention' && entry.problem)
    return { kind: 'refused', problem: entry.problem }
  return { kind: 'waiting', savedAt: entry.createdAt, answered: answered(entry.lastError) }
}

/** The status of an answer that was not a yes; undefined where none of ours came. */
export function answered(reason: string | null): number | undefined {
  return isAnswer(reason) ? Number(reason) : undefined
}
