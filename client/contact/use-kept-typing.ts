import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { type Attempt, sameContent, type WireFields } from '../lib/outbox.ts'
import { loadDraft, saveDraft } from './draft.ts'
import { fillForm, putIntoForm, readForm } from './fields.ts'

/** Keeps what is typed, and the sending that has not been accepted yet, in this tab. */
export function useKeptTyping(form: RefObject<HTMLFormElement | null>) {
  const attempt = useRef<Attempt>(undefined)

  useEffect(() => {
    const kept = loadDraft()
    attempt.current = kept?.attempt
    if (form.current && kept) fillForm(form.current, kept.typed)
  }, [form])

  const keep = () => {
    if (form.current) saveDraft({ typed: readForm(form.current), attempt: attempt.current })
  }
  const isAsSent = useCallback(() => {
    const { current: sent } = attempt
    return !!form.current && !!sent && sameContent(sent.fields, readForm(form.current))
  }, [form])
  return {
    keep,
    /** Nothing was changed since the last sending. */
    isAsSent,
    /** The last sending, from which the next must be told apart. */
    attempt,
    /** The form goes on with what was sent earlier. */
    resume(key: string, fields: WireFields) {
      attempt.current = { key, fields }
      if (form.current) putIntoForm(form.current, fields)
      keep()
    },
    note(made: Attempt | undefined) {
      attempt.current = made
      keep()
    },
    forget() {
      attempt.current = undefined
      saveDraft(undefined)
    },
  }
}
