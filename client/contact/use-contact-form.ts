import { type FormEvent, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { SPAM_TRAP } from '../../shared/submissions/form-post.ts'
import { prepareOutbox, takeBack, type WireFields } from '../lib/outbox.ts'
import { outcomeOf, type SendState, sendForm, stateAfter } from '../lib/send-form.ts'
import { useTypingLock } from '../lib/use-typing-lock.ts'
import type { OutboxEntry } from '../offline/entry.ts'
import { told } from '../offline/told.ts'
import { useArrival } from '../offline/use-arrival.ts'
import { useEditing } from '../offline/use-editing.ts'
import { contactContent } from './content.ts'
import { saveDraft } from './draft.ts'
import { problemsOf, readForm } from './fields.ts'
import { useChecks } from './use-checks.ts'
import { useKeptTyping } from './use-kept-typing.ts'

/** The fields belong to the page, so that nothing typed before the script came is lost. */
export function useContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const typing = useKeptTyping(form)
  const checks = useChecks(form)
  const { state, setState, send, arrived, cancel } = useSending(typing, checks)
  const [begun, setBegun] = useState(false)
  useTypingLock(begun && state.kind !== 'sent' && state.kind !== 'saved')
  useEditing(({ key, fields, problem }: OutboxEntry) => {
    // The form may just have been away, for what was saved.
    flushSync(() => setState({ kind: 'writing' }))
    typing.resume(key, fields ?? {})
    if (problem?.fields) checks.tell(problem.fields)
    return {}
  })
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
      else void send(fields)
    },
    typed() {
      prepareOutbox()
      setBegun(true)
      typing.keep()
      checks.recheck()
    },
    leave: checks.leave,
    arrived,
    cancel,
    /** An empty form in place of the one that was sent. */
    again() {
      setBegun(false)
      setState({ kind: 'writing' })
    },
  }
}

function useSending(
  typing: ReturnType<typeof useKeptTyping>,
  checks: ReturnType<typeof useChecks>,
) {
  const [state, setState] = useState<SendState>({ kind: 'writing' })
  const arrived = useCallback((entry: OutboxEntry) => {
    saveDraft(undefined)
    setState(stateAfter(outcomeOf(told(entry)), entry.key))
  }, [])
  useArrival(state, typing.isAsSent, arrived)

  const send = async (fields: WireFields) => {
    setState({ kind: 'submitting' })
    const { outcome, attempt } = await sendForm(contactContent(fields), typing.attempt.current)
    if (outcome.kind === 'sent' || outcome.kind === 'saved') typing.forget()
    else typing.note(attempt)
    setState(stateAfter(outcome, attempt.key))
    if (outcome.kind === 'fields') checks.tell(outcome.fields)
  }
  /** The person takes it back; what is typed stays. */
  const cancel = () => {
    if (state.kind !== 'failed') return
    const { key } = state
    typing.note(undefined)
    setState({ kind: 'writing' })
    void takeBack(key)
  }
  return { state, setState, send, arrived, cancel }
}
