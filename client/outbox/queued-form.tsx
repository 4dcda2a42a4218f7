import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { safeParse } from 'valibot'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type { Form } from '#client/lib/use-form.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { Banner, BannerButton } from '#client/ui/controls/banner.tsx'
import { HONEYPOT_FIELD } from '#shared/submissions/form-post.ts'
import {
  isSameContent,
  type OutboxEntry,
  type SubmissionContent,
  type SubmissionOutcome,
  toSubmissionOutcome,
  type WireFields,
} from './entry.ts'
import type { FormDraft } from './form-draft.ts'
import { putAside, removeEntry, submitForm } from './outbox-client.ts'
import { useEntry, useResumeEntry } from './use-entry.ts'

type FormOutcome =
  /** `confirm`: the newsletter needs confirmation, and the server sends an email for it. */
  | { kind: 'sent'; needsConfirmation: boolean }
  /** No answer; on this device since `savedAt` (UTC milliseconds) and retried automatically. */
  | { kind: 'saved'; savedAt: number }
  /**
   * The answer was not success. `isQueued`: the submission is in the outbox and retried automatically.
   */
  | { kind: 'failed'; isQueued: boolean }
  /** No answer, and the submission could not be stored; `isStorageFull`: the device's storage is full. */
  | { kind: 'unsaved'; isStorageFull: boolean }
  | { kind: 'fields'; fields: Record<string, string> }

/** State of a form's submission; `key` is that of its outbox entry. */
export type SendState =
  | { kind: 'writing' | 'submitting' }
  | Extract<FormOutcome, { kind: 'unsaved' | 'sent' }>
  | (Extract<FormOutcome, { kind: 'failed' | 'saved' }> & { key: string })

interface FormParts {
  draft: FormDraft
  form: Form<WireFields>
  /** What is sent of the form's values. */
  toContent: (values: WireFields) => SubmissionContent
  /** Called when the outbox or the server has this content. */
  onSubmitted?: (content: SubmissionContent) => void
}

interface QueuedForm {
  state: SendState
  /** The outbox entry while it is pending; null if it was removed. */
  entry: OutboxEntry | null | undefined
  submit: (event: FormEvent<HTMLFormElement>) => void
  /** Removes an entry that waits for a retry; the form keeps its content. */
  cancel: () => void
  /** Shows the form again instead of the outcome of the last submission. */
  showForm: () => void
  /** Empties the form, and deletes its draft from this device. */
  clear: () => void
}

/** Submits a form through the outbox: checks, sending, late arrival, removal, and editing again. */
export function useQueuedForm({ draft, form, toContent, onSubmitted }: FormParts): QueuedForm {
  const getContent = () => toContent(draft.current())
  const [state, setState] = useState<SendState>({ kind: 'writing' })
  const showForm = () => setState({ kind: 'writing' })
  const clear = () => {
    draft.clear()
    form.reset()
    showForm()
  }
  const isStored = state.kind === 'saved' || (state.kind === 'failed' && state.isQueued)
  const entry = useEntry(isStored ? state.key : undefined)

  // An outbox entry may be sent while the form or its note is still shown.
  useEffectOn(entry, () => {
    if (entry?.state !== 'sent') return
    // A saved submission has left the form already; what the form has now was written since.
    if (state.kind === 'failed') {
      if (!hasOnlyWhatWasSent(draft, getContent())) return
      clear()
    }
    setState(toSendState(toFormOutcome(toSubmissionOutcome(entry)), entry.key))
  })

  useEditing({ draft, form, toContent }, showForm)
  const { run } = useOneAtATime()
  const send = async () => {
    setState({ kind: 'submitting' })
    const content = getContent()
    const { outcome: submitted, attempt } = await submitForm(content, draft.attempt())
    const outcome = toFormOutcome(submitted)
    const isSubmitted = outcome.kind === 'sent' || outcome.kind === 'saved'
    if (isSubmitted) onSubmitted?.(content)
    // What the person wrote while the submission was on its way stays in the form.
    const isUnchanged = isSameContent(listValues(getContent()), listValues(content))
    if (isSubmitted && isUnchanged) clear()
    else draft.setAttempt(outcome.kind === 'sent' ? undefined : attempt)
    setState(toSendState(outcome, attempt.key))
    if (outcome.kind === 'fields') form.refuse(outcome)
  }

  const cancel = async () => {
    if (state.kind !== 'failed' || !(await removeEntry(state.key))) return
    draft.setAttempt(undefined)
    showForm()
  }
  return {
    state,
    entry,
    submit(event) {
      event.preventDefault()
      // A person does not see this field, so a program filled it: show success and send nothing.
      if (new FormData(event.currentTarget).get(HONEYPOT_FIELD))
        setState({ kind: 'sent', needsConfirmation: false })
      else if (form.check()) void run(send)
    },
    cancel: () => void cancel(),
    showForm,
    clear,
  }
}

/**
 * Fills the form from the entry that the address names, unless its draft is a later version of it. Other text in
 * the form is put aside first; where that is not possible, the form stays as it is.
 */
function useEditing({ draft, form, toContent }: FormParts, showForm: () => void): void {
  useResumeEntry(async ({ key, fields, formValues, problem }) => {
    // The form may not be mounted, because the note about the saved entry replaced it.
    flushSync(showForm)
    const isOther = draft.attempt()?.key !== key
    if (isOther && draft.isStarted && !(await putAside(toContent(draft.current())))) return {}
    if (isOther) draft.resume(formValues ?? fields ?? {}, { key, fields: fields ?? {} })
    if (problem?.fields) form.refuse({ fields: problem.fields })
    return {}
  })
}

function hasOnlyWhatWasSent(draft: FormDraft, content: SubmissionContent): boolean {
  const sent = draft.attempt()?.fields
  return sent !== undefined && isSameContent(sent, content.fields)
}

/** All that the form holds, also where it sends less. */
function listValues({ formValues, fields }: SubmissionContent): Record<string, string> {
  return formValues ?? fields
}

function toSendState(outcome: FormOutcome, key: string): SendState {
  if (outcome.kind === 'fields') return { kind: 'writing' }
  return outcome.kind === 'saved' || outcome.kind === 'failed' ? { ...outcome, key } : outcome
}

function toFormOutcome(submitted: SubmissionOutcome): FormOutcome {
  switch (submitted.kind) {
    case 'sent':
      return { kind: 'sent', needsConfirmation: needsNewsletterConfirmation(submitted.answer) }
    case 'refused': {
      const { fields = {} } = submitted.problem
      return Object.keys(fields).length > 0
        ? { kind: 'fields', fields }
        : { kind: 'failed', isQueued: false }
    }
    case 'queued':
      return submitted.answered === undefined
        ? { kind: 'saved', savedAt: submitted.savedAt }
        : { kind: 'failed', isQueued: true }
    case 'unsaved':
      return submitted.answered === undefined
        ? { kind: 'unsaved', isStorageFull: submitted.isStorageFull }
        : { kind: 'failed', isQueued: false }
  }
}

function needsNewsletterConfirmation(answer: Record<string, unknown>): boolean {
  const received = safeParse(MessageReceived, answer)
  return received.success && received.output.newsletter === 'confirm'
}

/** Wording that the specification prescribes for an answer other than success. */
const SEND_FAILED = 'Failed to submit form. Please try again.'

interface SendErrorBannerProps {
  state: SendState
  /** Removes the entry that waits for a retry. */
  onCancel(): void
}

/** Says why a submission failed, and where its content is now. */
export function SendErrorBanner({ state, onCancel }: SendErrorBannerProps) {
  if (state.kind === 'failed' && state.isQueued)
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
        {state.isStorageFull
          ? 'This device has no room left to save it.'
          : 'This browser could not save it either.'}{' '}
        What you wrote stays in this page; please leave it open, and retry when you are back online.
      </Banner>
    )
  return null
}

/** The answer to an accepted message: it is stored. */
const MessageReceived = v.object({
  key: v.string(),
  status: v.literal('received'),
  /** Set if a mail is sent whose link the visitor must open to confirm the newsletter. */
  newsletter: v.optional(v.literal('confirm')),
})

export type MessageReceived = v.InferOutput<typeof MessageReceived>
