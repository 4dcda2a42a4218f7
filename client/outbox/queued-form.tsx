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
  /** `confirm`: the newsletter needs confirmation, and the server sends an email for it. */
  | { kind: 'sent'; confirm: boolean }
  /** No answer; on this device since `savedAt` (UTC milliseconds) and retried automatically. */
  | { kind: 'saved'; savedAt: number }
  /**
   * The answer was not success. `waits`: the submission is in the outbox and retried automatically.
   */
  | { kind: 'failed'; waits: boolean }
  /** No answer, and the submission could not be stored; `full`: the device's storage is full. */
  | { kind: 'unsaved'; full: boolean }
  | { kind: 'fields'; fields: Record<string, string> }

/** State of a form's submission; `key` is that of its outbox entry. */
export type SendState =
  | { kind: 'writing' | 'submitting' }
  | Extract<SendOutcome, { kind: 'unsaved' | 'sent' }>
  | (Extract<SendOutcome, { kind: 'failed' | 'saved' }> & { key: string })

/**
 * What the form itself provides: fields, checks and its draft on this device. Each function must
 * use current values when called, possibly after another render.
 */
interface FormParts {
  /** The form's present content. */
  content: () => Content
  /**
   * The last attempt that was not accepted yet. The next submission compares its content with this
   * attempt.
   */
  attempt: () => Attempt | undefined
  note: (attempt: Attempt | undefined) => void
  /** Fills the form from an entry, and shows the errors that the server found. */
  resume: (entry: OutboxEntry) => void
  /** Empties the form and deletes its draft from this device. */
  clear: () => void
  /** Whether the form is valid; shows the errors if it is not. */
  check: () => boolean
  /** Shows the errors that only the server found. */
  refused: (fields: Record<string, string>) => void
  /** Called when the outbox or the server has this content. */
  handedOver?: (content: Content) => void
}

interface QueuedForm {
  state: SendState
  /** The outbox entry while it is pending; null if it was removed. */
  entry: OutboxEntry | null | undefined
  submit: (event: FormEvent<HTMLFormElement>) => void
  /** Removes an entry that waits for a retry; the form keeps its content. */
  cancel: () => void
  /** Shows the form again instead of the outcome of the last submission. */
  write: () => void
}

/** Submits a form through the outbox: checks, sending, late arrival, removal, and editing again. */
export function useQueuedForm(form: FormParts): QueuedForm {
  const [state, setState] = useState<SendState>({ kind: 'writing' })
  const isKept = state.kind === 'saved' || (state.kind === 'failed' && state.waits)
  const entry = useEntry(isKept ? state.key : undefined)

  // An outbox entry may be sent while the form or its note is still shown.
  useEffectOn(entry, () => {
    if (entry?.state !== 'sent') return
    const sent = form.attempt()?.fields
    const isAsSent = sent !== undefined && sameContent(sent, form.content().fields)
    if (state.kind === 'failed' && !isAsSent) return
    form.clear()
    setState(stateAfter(outcomeOf(told(entry)), entry.key))
  })

  useEditing((edited) => {
    // The form may not be mounted, because the note about the saved entry replaced it.
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
    // What the person wrote while the submission was on its way stays in the form.
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
      // A person does not see this field, so a program filled it: show success and send nothing.
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

/** Wording that the specification prescribes for an answer other than success. */
const SEND_FAILED = 'Failed to submit form. Please try again.'

interface SendTroubleProps {
  state: SendState
  /** Removes the entry that waits for a retry. */
  onCancel(): void
}

/** Says why a submission failed, and where its content is now. */
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
