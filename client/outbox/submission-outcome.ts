import { REPLACES } from '#shared/submissions/form-post.ts'
import { type EntryProblem, isAnswer, type OutboxEntry, type Submission } from './entry.ts'

/** What a form hands over; its key comes with it or is made. */
export type Content = Omit<Submission, 'key'>

/** A form by its wire names, as `POST /` carries it. */
export type WireFields = Record<string, string>

/** One sending: its key belongs to exactly this content. */
export interface Attempt {
  key: string
  fields: WireFields
}

/** `answered`: the status of an answer that was neither yes nor no; undefined where none came. */
export type Submitted =
  | { kind: 'sent'; answer: Record<string, unknown> }
  | { kind: 'refused'; problem: EntryProblem }
  /** Kept on the device, and tried again. */
  | { kind: 'waiting'; savedAt: number; answered: number | undefined }
  /** Neither sent nor kept: the form alone has it. */
  | { kind: 'unsaved'; full: boolean; answered: number | undefined }

export interface Handed {
  outcome: Submitted
  /** What the form's next sending must know of this one. */
  attempt: Attempt
}

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

/** What a person would see as the same; what it takes the place of is not theirs to see. */
export function sameContent(a: WireFields, b: WireFields): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  names.delete(REPLACES)
  return [...names].every((name) => a[name] === b[name])
}
