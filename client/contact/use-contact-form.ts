import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTypingLock } from '#client/lib/data/use-typing-lock.ts'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { prepareOutbox } from '#client/outbox/outbox.ts'
import { useEditing } from '#client/outbox/use-editing.ts'
import { SPAM_TRAP } from '#shared/submissions/form-post.ts'
import { readForm } from './fields.ts'
import { useChecks } from './use-checks.ts'
import { useKeptTyping } from './use-kept-typing.ts'
import { useSending } from './use-sending.ts'

/** The fields belong to the page, so that nothing typed before the script came is lost. */
export function useContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const typing = useKeptTyping(form)
  const checks = useChecks(form)
  const { state, setState, send, arrived, cancel } = useSending(typing, checks)
  const [begun, setBegun] = useState(false)
  useTypingLock(begun && state.kind !== 'sent' && state.kind !== 'saved')
  useTakenUp(typing, checks, () => setState({ kind: 'writing' }))
  return {
    form,
    state,
    problems: checks.problems,
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      if (state.kind === 'submitting') return
      const fields = readForm(event.currentTarget)
      if (!checks.pass(fields)) return
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

/** A message that waits, or was refused, comes back into the form. */
function useTakenUp(
  typing: ReturnType<typeof useKeptTyping>,
  checks: ReturnType<typeof useChecks>,
  show: () => void,
): void {
  useEditing(({ key, fields, problem }: OutboxEntry) => {
    // The form may just have been away, for what was saved.
    flushSync(show)
    typing.resume(key, fields ?? {})
    if (problem?.fields) checks.tell(problem.fields)
    return {}
  })
}
