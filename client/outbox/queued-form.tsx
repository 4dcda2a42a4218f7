import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { safeParse } from 'valibot'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { SPAM_TRAP } from '#shared/submissions/form-post.ts'
import { MessageReceived } from '#shared/submissions/received.ts'
import {
  type Attempt,
  type Content,
  type OutboxEntry,
  type Submitted,
  sameContent,
  told,
} from './entry.ts'
import { submit, takeBack } from './outbox.ts'
import { useEditing, useEntry } from './use-entry.ts'

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

/**
 * What a form does for itself: its fields, their checks, and their place on this device. Each answers
 * as it is when it is called, which may be after the form was drawn anew.
 */
interface FormParts {
  /** What it holds now, as the outbox takes it. */
  content: () => Content
  /** The last sending that has not been accepted yet; the next must be told apart from it. */
  attempt: () => Attempt | undefined
  note: (attempt: Attempt | undefined) => void
  /** Goes on with what was sent earlier, and tells what the server found wrong with it. */
  resume: (entry: OutboxEntry) => void
  /** Empties it, and the device of it. */
  clear: () => void
  /** Whether it may go; tells what is wrong where it may not. */
  check: () => boolean
  /** Tells what only the server found wrong. */
  refused: (fields: Record<string, string>) => void
  /** The outbox or the server has this content now. */
  handedOver?: (content: Content) => void
}

interface QueuedForm {
  state: SendState
  /** What was sent, as it stands in the outbox; null where it was removed. */
  entry: OutboxEntry | null | undefined
  submit: (event: FormEvent<HTMLFormElement>) => void
  /** The person takes back what waits to be tried again; what is written stays. */
  cancel: () => void
  /** The form again, in place of what was said about the last sending. */
  write: () => void
}

/**
 * The way of a form from the page to the server, by the outbox where there is no connection: checks,
 * sending, arrival, taking back, and coming back to be changed.
 */
export function useQueuedForm(form: FormParts): QueuedForm {
  const [state, setState] = useState<SendState>({ kind: 'writing' })
  const isKept = state.kind === 'saved' || (state.kind === 'failed' && state.waits)
  const entry = useEntry(isKept ? state.key : undefined)

  // It is sent by itself, and may arrive while the form or the note about it is still shown.
  useEffectOn(entry, () => {
    if (entry?.state !== 'sent') return
    const sent = form.attempt()?.fields
    const isAsSent = sent !== undefined && sameContent(sent, form.content().fields)
    if (state.kind === 'failed' && !isAsSent) return
    form.clear()
    setState(stateAfter(outcomeOf(told(entry)), entry.key))
  })

  useEditing((edited) => {
    // The form may just have been away, for what was saved.
    flushSync(() => setState({ kind: 'writing' }))
    form.resume(edited)
    return {}
  })

  const send = async () => {
    setState({ kind: 'submitting' })
    const content = form.content()
    const { outcome: submitted, attempt } = await submit(content, form.attempt())
    const outcome = outcomeOf(submitted)
    const isGone = outcome.kind === 'sent' || outcome.kind === 'saved'
    if (isGone) form.handedOver?.(content)
    // What was written while it went stays for the next.
    const now = form.content()
    const isUnchanged = now.typed === content.typed && sameContent(now.fields, attempt.fields)
    if (isGone && isUnchanged) form.clear()
    else form.note(isGone ? undefined : attempt)
    setState(stateAfter(outcome, attempt.key))
    if (outcome.kind === 'fields') form.refused(outcome.fields)
  }

  const cancel = async () => {
    if (state.kind !== 'failed' || !(await takeBack(state.key))) return
    form.note(undefined)
    setState({ kind: 'writing' })
  }

  return {
    state,
    entry,
    submit(event) {
      event.preventDefault()
      if (state.kind === 'submitting') return
      // Only a program fills the field that no person sees: it is told of success, and nothing is sent.
      if (new FormData(event.currentTarget).get(SPAM_TRAP))
        setState({ kind: 'sent', confirm: false })
      else if (form.check()) void send()
    },
    cancel: () => void cancel(),
    write: () => setState({ kind: 'writing' }),
  }
}

function stateAfter(outcome: SendOutcome, key: string): SendState {
  if (outcome.kind === 'fields') return { kind: 'writing' }
  return outcome.kind === 'saved' || outcome.kind === 'failed' ? { ...outcome, key } : outcome
}

function outcomeOf(submitted: Submitted): SendOutcome {
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

/** The spec's sentence for an answer that was not a yes. */
const SEND_FAILED = 'Failed to submit form. Please try again.'

interface SendTroubleProps {
  state: SendState
  /** Takes back what waits to be tried again. */
  onCancel(): void
}

/** Why a form did not go, and what becomes of what was written. */
export function SendTrouble({ state, onCancel }: SendTroubleProps) {
  if (state.kind === 'failed' && state.waits)
    return (
      <Banner
        tone="error"
        title={SEND_FAILED}
        action={<BannerButton onClick={onCancel}>Cancel</BannerButton>}
      >
        Nothing you wrote is lost: it is saved on this device and will be sent automatically.
      </Banner>
    )
  if (state.kind === 'failed')
    return (
      <Banner tone="error" title={SEND_FAILED}>
        Nothing you wrote is lost.
      </Banner>
    )
  if (state.kind === 'unsaved')
    return (
      <Banner tone="error" title="No connection: this has not been sent.">
        {state.full
          ? 'This device has no room left to save it.'
          : 'This browser could not save it either.'}{' '}
        What you wrote stays in this page; please leave it open, and retry when you are back online.
      </Banner>
    )
  return null
}
