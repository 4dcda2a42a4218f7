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

/** The fields belong to the page, so that nothing typed before the script came is lost. */
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
    /** An empty form in place of the one that was sent. */
    again() {
      setBegun(false)
      write()
    },
  }
}

type Problems = Record<string, string>

/** Which fields are told to be wrong: those left wrongly filled in, and all of them after a try to send. */
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
function useKeptTyping(form: RefObject<HTMLFormElement | null>) {
  const attempt = useRef<Attempt>(undefined)
  useFilled(form, attempt)
  /** Where the page was left while it was sent, as it was then. */
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

/** The form as it stands, spam trap and form name included. */
function readForm(form: HTMLFormElement): WireFields {
  const fields: WireFields = {}
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') fields[name] = value
  return { ...fields, newsletter: fields.newsletter ?? 'off' }
}

/** Puts what was kept into fields that are still empty, such as after a reload. */
function fillForm(form: HTMLFormElement, kept: WireFields): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked ||= kept[control.name] === 'on'
    else if (isTextControl(control)) control.value ||= kept[control.name] ?? ''
  }
}

/** Puts what is to be changed in place of whatever the form holds. */
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

/** The message of each field that will not do. */
function problemsOf(fields: WireFields): Record<string, string> {
  const parsed = parse(ContactPost, fields)
  return parsed.ok ? {} : (parsed.refusal.fields ?? {})
}

/** Enough of a message to know it again by. */
const EXCERPT = 60

/** The form as the outbox takes it. */
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
