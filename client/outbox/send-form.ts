import { safeParse } from 'valibot'
import { MessageReceived } from '#shared/submissions/received.ts'
import { submit } from './outbox.ts'
import type { Attempt, Content, Submitted } from './submission-outcome.ts'

type SendOutcome =
  /** `confirm`: a mail goes out by which the newsletter must be confirmed. */
  | { kind: 'sent'; confirm: boolean }
  /** No answer came; kept on this device since then (UTC milliseconds) and sent by itself. */
  | { kind: 'saved'; savedAt: number }
  /** The answer was not a yes; `waits` where it is kept and tried again. */
  | { kind: 'failed'; waits: boolean }
  /** No answer, and no way to keep it; `full` where the device has no room. */
  | { kind: 'unsaved'; full: boolean }
  | { kind: 'fields'; fields: Record<string, string> }

/** How the sending of a form stands; `key` is that of its entry in the outbox. */
export type SendState =
  | { kind: 'writing' | 'submitting' }
  | Extract<SendOutcome, { kind: 'unsaved' | 'sent' }>
  | (Extract<SendOutcome, { kind: 'failed' | 'saved' }> & { key: string })

export function stateAfter(outcome: SendOutcome, key: string): SendState {
  if (outcome.kind === 'fields') return { kind: 'writing' }
  return outcome.kind === 'saved' || outcome.kind === 'failed' ? { ...outcome, key } : outcome
}

/** The spec's sentence for an answer that was not a yes. */
export const SEND_FAILED = 'Failed to submit form. Please try again.'

/** The one place where messages and inquiries leave the page. */
export async function sendForm(
  content: Content,
  before: Attempt | undefined,
): Promise<{ outcome: SendOutcome; attempt: Attempt }> {
  const { outcome, attempt } = await submit(content, before)
  return { outcome: outcomeOf(outcome), attempt }
}

export function outcomeOf(submitted: Submitted): SendOutcome {
  switch (submitted.kind) {
    case 'sent':
      return { kind: 'sent', confirm: asksToConfirm(submitted.answer) }
    case 'refused': {
      const { fields = {} } = submitted.problem
      return Object.keys(fields).length > 0
        ? { kind: 'fields', fields }
        : { kind: 'failed', waits: false }
    }
    case 'waiting':
      return submitted.answered === undefined
        ? { kind: 'saved', savedAt: submitted.savedAt }
        : { kind: 'failed', waits: true }
    case 'unsaved':
      return submitted.answered === undefined
        ? { kind: 'unsaved', full: submitted.full }
        : { kind: 'failed', waits: false }
  }
}

function asksToConfirm(answer: Record<string, unknown>): boolean {
  const received = safeParse(MessageReceived, answer)
  return received.success && received.output.newsletter === 'confirm'
}
