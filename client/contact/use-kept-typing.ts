import { type RefObject, useEffect, useRef } from 'react'
import { randomKey } from '../lib/ids.ts'
import { type Attempt, attemptFor, type WireFields } from '../lib/send-form.ts'
import { loadDraft, saveDraft } from './draft.ts'
import { fillForm, readForm } from './fields.ts'

/** Keeps what is typed, and the sending that is still unanswered, in this tab. */
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
  return {
    keep,
    /** The key under which this content goes. */
    keyFor(fields: WireFields): string {
      attempt.current = attemptFor(fields, attempt.current, randomKey)
      keep()
      return attempt.current.key
    },
    forget() {
      attempt.current = undefined
      saveDraft(undefined)
    },
  }
}
