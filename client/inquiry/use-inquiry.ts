import { type FormEvent, useRef, useState } from 'react'
import { type InquiryFields, sentFields } from '../../shared/inquiry/fields.ts'
import { FORM_NAME, SPAM_TRAP } from '../../shared/submissions/form-post.ts'
import { type SendOutcome, sendForm } from '../lib/send-form.ts'
import { keepForBooking } from './keep-for-booking.ts'
import { trapOf } from './read-form.ts'
import { useChecks } from './use-checks.ts'
import { useDraft } from './use-draft.ts'

export type InquiryState =
  | { kind: 'writing' | 'submitting' | 'failed' | 'kept' }
  /** `confirm`: a mail goes out by which the newsletter must be confirmed. */
  | { kind: 'sent'; confirm: boolean }

/** The long form as a whole: its answers, what is wrong with them, and how their sending went. */
export function useInquiry() {
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft(form)
  const checks = useChecks(draft.fields)
  const empty = () => {
    draft.clear()
    checks.reset()
  }
  const sending = useSending(draft, checks, empty)
  return {
    ...sending,
    form,
    draft,
    checks,
    change(change: InquiryFields) {
      draft.change(change)
      checks.changed(Object.keys(change))
    },
    clear() {
      empty()
      sending.begin()
    },
  }
}

type Draft = ReturnType<typeof useDraft>
type Checks = ReturnType<typeof useChecks>

function useSending(draft: Draft, checks: Checks, empty: () => void) {
  const summary = useRef<HTMLHeadingElement>(null)
  const [state, setState] = useState<InquiryState>({ kind: 'writing' })

  const refuse = (byServer?: Record<string, string>) => {
    checks.tell(byServer)
    // Drawn by then, and in sight.
    requestAnimationFrame(() => summary.current?.focus())
  }
  const settle = (outcome: SendOutcome) => {
    setState(stateAfter(outcome))
    if (outcome.kind === 'fields') refuse(outcome.fields)
    if (outcome.kind !== 'sent') return
    keepForBooking(draft.fields)
    empty()
  }
  const send = () => {
    const fields = { [FORM_NAME]: 'inquiry', [SPAM_TRAP]: '', ...sentFields(draft.fields) }
    setState({ kind: 'submitting' })
    void sendForm(fields, draft.keyFor(fields)).then(settle)
  }
  return {
    summary,
    state,
    begin: () => setState({ kind: 'writing' }),
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      if (state.kind === 'submitting') return
      if (trapOf(event.currentTarget)) setState({ kind: 'sent', confirm: false })
      else if (Object.keys(checks.problems).length > 0) refuse()
      else send()
    },
  }
}

function stateAfter(outcome: SendOutcome): InquiryState {
  if (outcome.kind === 'fields') return { kind: 'writing' }
  if (outcome.kind !== 'sent') return { kind: outcome.kind }
  return { kind: 'sent', confirm: outcome.received.newsletter === 'confirm' }
}
