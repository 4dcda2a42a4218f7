import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { accountHere, onAccount } from '#client/lib/data/account-here.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import { prepareOutbox, takeBack } from '#client/outbox/outbox.ts'
import { outcomeOf, type SendState, sendForm, stateAfter } from '#client/outbox/send-form.ts'
import {
  type Attempt,
  sameContent,
  told,
  type WireFields,
} from '#client/outbox/submission-outcome.ts'
import { useArrival } from '#client/outbox/use-arrival.ts'
import { useEditing } from '#client/outbox/use-editing.ts'
import { SPAM_TRAP } from '#shared/submissions/form-post.ts'
import { contactContent } from './content.ts'
import { fillForm, problemsOf, putIntoForm, readForm } from './fields.ts'

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

/** The way of a message from the form to the outbox, and what came of it. */
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

type Problems = Record<string, string>

/** Which fields are told to be wrong: those left wrongly filled in, and all of them after a try to send. */
export function useChecks(form: RefObject<HTMLFormElement | null>) {
  const [problems, setProblems] = useState<Problems>({})
  const tell = (found: Problems) => {
    setProblems(found)
    const controls = form.current ? [...form.current.elements] : []
    const first = controls.find((control) => found[control.getAttribute('name') ?? ''])
    if (first instanceof HTMLElement) first.focus()
  }
  return {
    problems,
    /** Tells them all, and brings the person to the first. */
    tell,
    /** Whether all is well; tells what is not. */
    pass(fields: WireFields): boolean {
      const found = problemsOf(fields)
      tell(found)
      return Object.keys(found).length === 0
    },
    /** While someone types, a message goes as soon as it is no longer true; none comes. */
    recheck() {
      if (!form.current) return
      const found = problemsOf(readForm(form.current))
      setProblems((told) => stillWrong(told, found))
    },
    /** A field left empty is not wrong yet: it may be filled in later. */
    leave(field: EventTarget) {
      if (!form.current || !(field instanceof HTMLInputElement) || field.value === '') return
      const problem = problemsOf(readForm(form.current))[field.name]
      if (problem) setProblems((told) => ({ ...told, [field.name]: problem }))
    },
  }
}

function stillWrong(told: Problems, found: Problems): Problems {
  return Object.fromEntries(Object.entries(found).filter(([name]) => told[name]))
}

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

const NAME = 'contact-draft'

const Texts = v.record(v.string(), v.string())

const Draft = v.object({
  typed: Texts,
  /** The last sending that was not accepted yet. */
  attempt: v.optional(v.object({ key: v.string(), fields: Texts })),
})

interface ContactDraft {
  typed: Record<string, string>
  attempt?: Attempt | undefined
}

/** What was typed in this tab; undefined where nothing was, or storage is closed to us. */
function loadDraft(): ContactDraft | undefined {
  try {
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), Draft),
      sessionStorage.getItem(NAME),
    )
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Private windows may refuse storage; the form then works until its page is closed. */
function saveDraft(draft: ContactDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(NAME, JSON.stringify(draft))
    else sessionStorage.removeItem(NAME)
  } catch {
    // Nothing to tell: what is typed stays on the screen.
  }
}
