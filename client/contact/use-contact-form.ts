import { type FormEvent, useRef, useState } from 'react'
import { SPAM_TRAP } from '../../shared/submissions/form-post.ts'
import { type SendOutcome, sendForm, type WireFields } from '../lib/send-form.ts'
import { problemsOf, readForm } from './fields.ts'
import { useChecks } from './use-checks.ts'
import { useKeptTyping } from './use-kept-typing.ts'

export type ContactState =
  | { kind: 'idle' | 'submitting' | 'failed' | 'kept' }
  /** `confirm`: a mail goes out by which the newsletter must be confirmed. */
  | { kind: 'sent'; confirm: boolean }

/** The fields belong to the page, so that nothing typed before the script came is lost. */
export function useContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<ContactState>({ kind: 'idle' })
  const typing = useKeptTyping(form)
  const checks = useChecks(form)

  const settle = (outcome: SendOutcome) => {
    setState(stateAfter(outcome))
    if (outcome.kind === 'sent') typing.forget()
    if (outcome.kind === 'fields') checks.tell(outcome.fields)
  }
  const send = (fields: WireFields) => {
    setState({ kind: 'submitting' })
    void sendForm(fields, typing.keyFor(fields)).then(settle)
  }
  return {
    form,
    state,
    problems: checks.problems,
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      if (state.kind === 'submitting') return
      const fields = readForm(event.currentTarget)
      const found = problemsOf(fields)
      checks.tell(found)
      if (Object.keys(found).length > 0) return
      if (fields[SPAM_TRAP]) setState({ kind: 'sent', confirm: false })
      else send(fields)
    },
    typed() {
      typing.keep()
      checks.recheck()
    },
    leave: checks.leave,
    /** An empty form in place of the one that was sent. */
    again: () => setState({ kind: 'idle' }),
  }
}

function stateAfter(outcome: SendOutcome): ContactState {
  if (outcome.kind === 'fields') return { kind: 'idle' }
  if (outcome.kind !== 'sent') return { kind: outcome.kind }
  return { kind: 'sent', confirm: outcome.received.newsletter === 'confirm' }
}
