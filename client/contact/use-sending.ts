import { useCallback, useState } from 'react'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { takeBack, type WireFields } from '#client/outbox/outbox.ts'
import { outcomeOf, type SendState, sendForm, stateAfter } from '#client/outbox/send-form.ts'
import { told } from '#client/outbox/told.ts'
import { useArrival } from '#client/outbox/use-arrival.ts'
import { contactContent } from './content.ts'
import { saveDraft } from './draft.ts'
import type { useChecks } from './use-checks.ts'
import type { useKeptTyping } from './use-kept-typing.ts'

/** The way of a message from the form to the outbox, and what came of it. */
export function useSending(
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
    typing.note(attempt)
    const isGone = outcome.kind === 'sent' || outcome.kind === 'saved'
    // What was written while it went stays for the next.
    if (isGone && typing.isAsSent()) typing.forget()
    else if (isGone) typing.note(undefined)
    setState(stateAfter(outcome, attempt.key))
    if (outcome.kind === 'fields') checks.tell(outcome.fields)
  }
  /** The person takes it back; what is typed stays. */
  const cancel = async () => {
    if (state.kind !== 'failed' || !(await takeBack(state.key))) return
    typing.note(undefined)
    setState({ kind: 'writing' })
  }
  return { state, setState, send, arrived, cancel }
}
