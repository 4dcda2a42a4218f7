import { type RefObject, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { accountHere, onAccount } from '#client/lib/data/account-here.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import type { Attempt, Content, WireFields } from '#client/outbox/entry.ts'
import { prepareOutbox } from '#client/outbox/outbox.ts'
import { useQueuedForm } from '#client/outbox/queued-form.tsx'
import { ContactPost } from '#shared/contact/schema.ts'
import { parse } from '#shared/lib/result.ts'
import { business } from '#shared/site/business.ts'
import { SPAM_TRAP } from '#shared/submissions/form-post.ts'

/** State of the contact form. Uncontrolled fields keep what is typed before hydration. */
export function useContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const [begun, setBegun] = useState(false)
  const typing = useKeptTyping(form)
  const checks = useChecks(form)
  const { write, ...queued } = useQueuedForm({
    content: () => contactContent(typing.fields()),
    attempt: () => typing.attempt.current,
    note: typing.note,
    clear: typing.forget,
    resume({ key, fields, problem }) {
      typing.resume(key, fields ?? {})
      if (problem?.fields) checks.tell(problem.fields)
    },
    check: () => checks.pass(typing.fields()),
    refused: checks.tell,
  })
  const { kind } = queued.state
  useTypingLock(begun && kind !== 'sent' && kind !== 'saved')
  return {
    ...queued,
    form,
    problems: checks.problems,
    leave: checks.leave,
    typed() {
      prepareOutbox()
      setBegun(true)
      typing.keep()
      checks.recheck()
    },
    /** Shows an empty form after one was sent. */
    again() {
      setBegun(false)
      write()
    },
  }
}

type Problems = Record<string, string>

/** Messages at the fields: on leaving a wrongly filled field, and for all on an attempt to send. */
function useChecks(form: RefObject<HTMLFormElement | null>) {
  const [problems, setProblems] = useState<Problems>({})
  const tell = (found: Problems) => {
    setProblems(found)
    const controls = form.current ? [...form.current.elements] : []
    const first = controls.find((control) => found[control.getAttribute('name') ?? ''])
    if (first instanceof HTMLElement) first.focus()
  }
  return {
    problems,
    /** Shows all messages and focuses the first field that has one. */
    tell,
    /** Validates all fields and shows the messages; returns whether there are none. */
    pass(fields: WireFields): boolean {
      const found = problemsOf(fields)
      tell(found)
      return Object.keys(found).length === 0
    },
    /** While typing: removes messages that no longer apply, adds none. */
    recheck() {
      if (!form.current) return
      const found = problemsOf(readForm(form.current))
      setProblems((told) => stillWrong(told, found))
    },
    /** Validates a field that loses the focus, unless it is empty: it may be filled in later. */
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

/** Field values from the account that is signed in on this device; undefined without one. */
function profile(): Record<string, string> | undefined {
  const account = accountHere()
  if (!account) return undefined
  const [first_name = '', ...rest] = account.name.split(/\s+/)
  return { first_name, last_name: rest.join(' '), email: account.email }
}

/** Keeps the typed text and the last unaccepted attempt in `sessionStorage`. */
function useKeptTyping(form: RefObject<HTMLFormElement | null>) {
  const attempt = useRef<Attempt>(undefined)
  useFilled(form, attempt)
  /** Current values; the stored ones if the form was unmounted while it was being sent. */
  const fields = () => (form.current ? readForm(form.current) : (loadDraft()?.typed ?? {}))
  const keep = () => saveDraft({ typed: fields(), attempt: attempt.current })
  return {
    fields,
    keep,
    attempt,
    resume(key: string, sent: WireFields) {
      attempt.current = { key, fields: sent }
      if (form.current) putIntoForm(form.current, sent)
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

/** Fills in the stored draft, else the account; also after a later sign-in. */
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
  /** The last attempt to send that was not accepted yet. */
  attempt: v.optional(v.object({ key: v.string(), fields: Texts })),
})

interface ContactDraft {
  typed: Record<string, string>
  attempt?: Attempt | undefined
}

/** The draft of this tab; undefined if there is none or storage is unavailable. */
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

/** Private windows may refuse storage; the text then lives in the page only. */
function saveDraft(draft: ContactDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(NAME, JSON.stringify(draft))
    else sessionStorage.removeItem(NAME)
  } catch {
    // No message needed: the text is still on the screen.
  }
}

/** The form's current values, with spam trap and form name. */
function readForm(form: HTMLFormElement): WireFields {
  const fields: WireFields = {}
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') fields[name] = value
  return { ...fields, newsletter: fields.newsletter ?? 'off' }
}

/** Fills in only the fields that are empty, such as after a reload. */
function fillForm(form: HTMLFormElement, kept: WireFields): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked ||= kept[control.name] === 'on'
    else if (isTextControl(control)) control.value ||= kept[control.name] ?? ''
  }
}

/** Overwrites all fields. */
function putIntoForm(form: HTMLFormElement, fields: WireFields): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = fields[control.name] === 'on'
    else if (isTextControl(control)) control.value = fields[control.name] ?? ''
  }
}

function isTextControl(control: Element): control is HTMLInputElement | HTMLTextAreaElement {
  if (control instanceof HTMLTextAreaElement) return true
  return (
    control instanceof HTMLInputElement && control.type !== 'hidden' && control.name !== SPAM_TRAP
  )
}

/** Message for each invalid field. */
function problemsOf(fields: WireFields): Record<string, string> {
  const parsed = parse(ContactPost, fields)
  return parsed.ok ? {} : (parsed.refusal.fields ?? {})
}

/** Length of the excerpt by which a message is recognised in the outbox, characters. */
const EXCERPT = 60

/** The form as outbox content. */
function contactContent(fields: WireFields): Content {
  return {
    form: 'contact',
    fields,
    typed: null,
    summary: {
      title: `Message to ${business.name}`,
      detail: excerpt(fields.message ?? ''),
    },
    slotStart: null,
    scheduleVersion: null,
    amountShown: null,
  }
}

function excerpt(message: string): string {
  const text = message.trim().replace(/\s+/g, ' ')
  if (text === '') return ''
  if (text.length <= EXCERPT) return `“${text}”`
  const cut = text.slice(0, EXCERPT)
  const wordEnd = cut.lastIndexOf(' ')
  return `“${wordEnd > EXCERPT / 2 ? cut.slice(0, wordEnd) : cut}…”`
}
