import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { accountHere, onAccount } from '#client/lib/data/account-here.ts'
import { type Attempt, sameContent, type WireFields } from '#client/outbox/outbox.ts'
import { loadDraft, saveDraft } from './draft.ts'
import { fillForm, putIntoForm, readForm } from './fields.ts'

/** What the form asks and the account of whoever is signed in here tells. */
function profile(): Record<string, string> | undefined {
  const account = accountHere()
  if (!account) return undefined
  const [first_name = '', ...rest] = account.name.split(/\s+/)
  return { first_name, last_name: rest.join(' '), email: account.email }
}

/** Keeps what is typed, and the sending that has not been accepted yet, in this tab. */
export function useKeptTyping(form: RefObject<HTMLFormElement | null>) {
  const attempt = useRef<Attempt>(undefined)

  useFilled(form, attempt)
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

/** At first with what was typed before, else with what is known of whoever is signed in, also later. */
function useFilled(
  form: RefObject<HTMLFormElement | null>,
  attempt: RefObject<Attempt | undefined>,
): void {
  useEffect(() => {
    const kept = loadDraft()
    attempt.current = kept?.attempt
    const fill = (fields: WireFields | undefined) => {
      if (form.current && fields) fillForm(form.current, fields)
    }
    fill(kept?.typed ?? profile())
    return onAccount(() => fill(profile()))
  }, [form, attempt])
}
