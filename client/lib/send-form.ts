import { MessageReceived } from '../../shared/submissions/received.ts'
import { isNoAnswer, postForm } from './api.ts'

/** A form by its wire names, as `POST /` carries it. */
export type WireFields = Record<string, string>

export type SendOutcome =
  | { kind: 'sent'; received: MessageReceived }
  /** No answer came: it may have arrived or not, and the same key may be sent again. */
  | { kind: 'kept' }
  | { kind: 'failed' }
  | { kind: 'fields'; fields: Record<string, string> }

/** The spec's sentence for an answer that was not a yes. */
export const SEND_FAILED = 'Failed to submit form. Please try again.'

/** The one place where messages and inquiries leave the page. */
export async function sendForm(fields: WireFields, key: string): Promise<SendOutcome> {
  const answer = await postForm(fields, key, MessageReceived)
  if (answer.ok) return { kind: 'sent', received: answer.value }
  const { refusal } = answer
  if (isNoAnswer(refusal)) return { kind: 'kept' }
  return refusal.fields && Object.keys(refusal.fields).length > 0
    ? { kind: 'fields', fields: refusal.fields }
    : { kind: 'failed' }
}

/** One sending: its key belongs to exactly this content. */
export interface Attempt {
  key: string
  fields: WireFields
}

/** Content that was tried before goes under its old key, so that it arrives once; other content is new. */
export function attemptFor(
  fields: WireFields,
  before: Attempt | undefined,
  newKey: () => string,
): Attempt {
  return before && sameContent(before.fields, fields) ? before : { key: newKey(), fields }
}

function sameContent(a: WireFields, b: WireFields): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => a[name] === b[name])
}
