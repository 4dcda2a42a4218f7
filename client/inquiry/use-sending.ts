import { useCallback, useRef, useState } from 'react'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { prepareOutbox, sameContent, takeBack } from '#client/outbox/outbox.ts'
import { outcomeOf, type SendState, sendForm, stateAfter } from '#client/outbox/send-form.ts'
import { told } from '#client/outbox/told.ts'
import { useArrival } from '#client/outbox/use-arrival.ts'
import { inquiryContent } from './content.ts'
import { keepForBooking } from './keep-for-booking.ts'
import type { useChecks } from './use-checks.ts'
import type { useDraft } from './use-draft.ts'

interface Sending {
  draft: ReturnType<typeof useDraft>
  checks: ReturnType<typeof useChecks>
  /** Empties the form, and the device of it. */
  empty(): void
}

/** The way of the answers from the form to the outbox, and what came of it. */
export function useSending({ draft, checks, empty }: Sending) {
  const summary = useRef<HTMLHeadingElement>(null)
  const [state, setState] = useState<SendState>({ kind: 'writing' })
  const latest = useRef({ draft, empty })
  latest.current = { draft, empty }

  const isAsSent = useCallback(() => wasSent(latest.current.draft), [])
  const arrived = useCallback((entry: OutboxEntry) => {
    latest.current.empty()
    setState(stateAfter(outcomeOf(told(entry)), entry.key))
  }, [])
  useArrival(state, isAsSent, arrived)

  const refuse = (byServer?: Record<string, string>) => {
    checks.tell(byServer)
    // Drawn by then, and in sight.
    requestAnimationFrame(() => summary.current?.focus())
  }
  const send = async () => {
    prepareOutbox()
    setState({ kind: 'submitting' })
    const { fields } = draft
    const { outcome, attempt } = await sendForm(inquiryContent(fields), draft.attempt)
    setState(stateAfter(outcome, attempt.key))
    if (outcome.kind === 'fields') refuse(outcome.fields)
    if (outcome.kind !== 'sent' && outcome.kind !== 'saved') return draft.note(attempt)
    keepForBooking(fields)
    // What was written while it went stays for the next.
    if (latest.current.draft.fields === fields) latest.current.empty()
    else draft.note(undefined)
  }
  /** The person takes it back; the answers stay. */
  const cancel = async () => {
    if (state.kind !== 'failed' || !(await takeBack(state.key))) return
    draft.note(undefined)
    setState({ kind: 'writing' })
  }
  return { summary, state, setState, refuse, send, arrived, cancel }
}

function wasSent({ attempt, fields }: Sending['draft']): boolean {
  return attempt !== undefined && sameContent(attempt.fields, inquiryContent(fields).fields)
}
