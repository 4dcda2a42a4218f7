import { type RefObject, useRef, useState } from 'react'
import * as v from 'valibot'
import { readStoredAccount, subscribeToAccount } from '#client/lib/data/stored-account.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { readStored, writeStored } from '#client/lib/stored-value.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type { SubmissionAttempt, SubmissionContent, WireFields } from '#client/outbox/entry.ts'
import { preloadOutbox } from '#client/outbox/outbox-client.ts'
import { useQueuedForm } from '#client/outbox/queued-form.tsx'
import { ContactPost, type ContactSubject, isContactSubject } from '#shared/contact/schema.ts'
import { parse } from '#shared/lib/result.ts'
import { business } from '#shared/site/owner/business.ts'
import { HONEYPOT_FIELD } from '#shared/submissions/form-post.ts'

/** State of the contact form. Uncontrolled fields keep what is typed before hydration. */
export function useContactForm(linkedSubject: ContactSubject | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const [resumedSubject, setResumedSubject] = useState<ContactSubject>()
  const [hasStarted, setHasStarted] = useState(false)
  const typing = useContactDraft(form)
  const checks = useFieldErrors(form)
  const { showForm, ...queued } = useQueuedForm({
    getContent: () => toContactSubmission(typing.fields()),
    getAttempt: () => typing.attempt.current,
    setAttempt: typing.note,
    hasText: () => (typing.fields().message ?? '').trim() !== '',
    clear: typing.forget,
    resume({ key, fields }) {
      setResumedSubject(isContactSubject(fields?.subject) ? fields?.subject : undefined)
      typing.resume(key, fields ?? {})
    },
    validate: () => checks.pass(typing.fields()),
    showFieldErrors: checks.showErrors,
  })
  const { kind } = queued.state
  const isFormShown = kind !== 'sent' && kind !== 'saved'
  const typed = () => {
    preloadOutbox()
    setHasStarted(true)
    typing.keep()
    checks.recheck()
  }
  usePrefill(form, { attempt: typing.attempt, isFormShown, onTyped: typed })
  useTypingLock(hasStarted && isFormShown)
  return {
    ...queued,
    form,
    /** Posted with the message; from the link that led here, or from a message that is edited. */
    subject: linkedSubject ?? resumedSubject,
    problems: checks.problems,
    leave: checks.leave,
    typed,
    /** Shows the form again after one was sent, empty except for what was typed meanwhile. */
    again() {
      setHasStarted(false)
      showForm()
    },
  }
}

type FieldErrors = Record<string, string>

/** Messages at the fields: on leaving a wrongly filled field, and for all on an attempt to send. */
function useFieldErrors(form: RefObject<HTMLFormElement | null>) {
  const [problems, setProblems] = useState<FieldErrors>({})
  const showErrors = (found: FieldErrors) => {
    setProblems(found)
    const controls = form.current ? [...form.current.elements] : []
    const first = controls.find((control) => found[control.getAttribute('name') ?? ''])
    if (first instanceof HTMLElement) first.focus()
  }
  return {
    problems,
    /** Shows all messages and focuses the first field that has one. */
    showErrors: showErrors,
    /** Validates all fields and shows the messages; returns whether there are none. */
    pass(fields: WireFields): boolean {
      const found = validateContact(fields)
      showErrors(found)
      return Object.keys(found).length === 0
    },
    /** While typing: removes messages that no longer apply, adds none. */
    recheck() {
      if (!form.current) return
      const found = validateContact(readForm(form.current))
      setProblems((before) => filterShownErrors(before, found))
    },
    /** Validates a field that loses the focus, unless it is empty: it may be filled in later. */
    leave(field: EventTarget) {
      if (!form.current || !(field instanceof HTMLInputElement) || field.value === '') return
      const problem = validateContact(readForm(form.current))[field.name]
      if (problem) setProblems((before) => ({ ...before, [field.name]: problem }))
    },
  }
}

function filterShownErrors(shownErrors: FieldErrors, found: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(found).filter(([name]) => shownErrors[name]))
}

/** Field values from the account that is signed in on this device; undefined without one. */
function getAccountFields(): Record<string, string> | undefined {
  const account = readStoredAccount()
  if (!account) return undefined
  const [first_name = '', ...rest] = account.name.split(/\s+/)
  return { first_name, last_name: rest.join(' '), email: account.email }
}

/** Keeps the typed text and the last unaccepted attempt in `sessionStorage`. */
function useContactDraft(form: RefObject<HTMLFormElement | null>) {
  const attempt = useRef<SubmissionAttempt>(undefined)
  /** Current values; the stored ones if the form was unmounted while it was being sent. */
  const fields = () => (form.current ? readForm(form.current) : (loadDraft()?.fields ?? {}))
  const keep = () => saveDraft({ fields: fields(), attempt: attempt.current })
  return {
    fields,
    keep,
    attempt,
    resume(key: string, sent: WireFields) {
      attempt.current = { key, fields: sent }
      if (form.current) replaceFields(form.current, sent)
      keep()
    },
    note(newAttempt: SubmissionAttempt | undefined) {
      attempt.current = newAttempt
      keep()
    },
    forget() {
      attempt.current = undefined
      saveDraft(undefined)
    },
  }
}

/** Fills in the stored draft, else the account, whenever the form appears; also after a later sign-in. */
function usePrefill(form: RefObject<HTMLFormElement | null>, parts: PrefillParts): void {
  useEffectOn(parts.isFormShown, (isFormShown) => {
    if (!isFormShown) return
    const draft = loadDraft()
    parts.attempt.current = draft?.attempt
    // React reports no input from before it hydrated the form.
    const isTyped = form.current !== null && hasInput(form.current)
    const fill = (fields: WireFields | undefined) => {
      if (form.current && fields) fillEmptyFields(form.current, fields)
    }
    fill(draft?.fields ?? getAccountFields())
    if (isTyped) parts.onTyped()
    return subscribeToAccount(() => fill(getAccountFields()))
  })
}

interface PrefillParts {
  attempt: RefObject<SubmissionAttempt | undefined>
  isFormShown: boolean
  onTyped: () => void
}

function hasInput(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) =>
    control instanceof HTMLInputElement && control.type === 'checkbox'
      ? control.checked
      : isTextControl(control) && control.value !== '',
  )
}

const STORAGE_KEY = 'contact-draft'

const TextFields = v.record(v.string(), v.string())

const StoredDraft = v.object({
  fields: TextFields,
  /** The last attempt to send that was not accepted yet. */
  attempt: v.optional(v.object({ key: v.string(), fields: TextFields })),
})

interface ContactDraft {
  fields: Record<string, string>
  attempt?: SubmissionAttempt | undefined
}

const getStorage = () => sessionStorage

/** The draft of this tab. */
const loadDraft = (): ContactDraft | undefined => readStored(getStorage, STORAGE_KEY, StoredDraft)

/** If the browser refuses, the text lives in the page only. */
const saveDraft = (draft: ContactDraft | undefined) => writeStored(getStorage, STORAGE_KEY, draft)

/** The form's current values, with spam trap and form name. */
function readForm(form: HTMLFormElement): WireFields {
  const fields: WireFields = {}
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') fields[name] = value
  return { ...fields, newsletter: fields.newsletter ?? 'off' }
}

/** Fills in only the fields that are empty, such as after a reload. */
function fillEmptyFields(form: HTMLFormElement, fields: WireFields): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked ||= fields[control.name] === 'on'
    else if (isTextControl(control)) control.value ||= fields[control.name] ?? ''
  }
}

/** Overwrites all fields. */
function replaceFields(form: HTMLFormElement, fields: WireFields): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = fields[control.name] === 'on'
    else if (isTextControl(control)) control.value = fields[control.name] ?? ''
  }
}

function isTextControl(control: Element): control is HTMLInputElement | HTMLTextAreaElement {
  if (control instanceof HTMLTextAreaElement) return true
  return (
    control instanceof HTMLInputElement &&
    control.type !== 'hidden' &&
    control.name !== HONEYPOT_FIELD
  )
}

/** Message for each invalid field. */
function validateContact(fields: WireFields): Record<string, string> {
  const parsed = parse(ContactPost, fields)
  return parsed.ok ? {} : (parsed.refusal.fields ?? {})
}

/** Length of the excerpt by which a message is recognised in the outbox, characters. */
const EXCERPT_LENGTH = 60

/** The form as outbox content. */
function toContactSubmission(fields: WireFields): SubmissionContent {
  return {
    form: 'contact',
    fields,
    formValues: null,
    summary: {
      title: `Message to ${business.name}`,
      detail: formatExcerpt(fields.message ?? ''),
    },
    slotStart: null,
    scheduleVersion: null,
    shownAmount: null,
  }
}

function formatExcerpt(message: string): string {
  const text = message.trim().replace(/\s+/g, ' ')
  if (text === '') return ''
  if (text.length <= EXCERPT_LENGTH) return `“${text}”`
  const cut = text.slice(0, EXCERPT_LENGTH)
  const wordEnd = cut.lastIndexOf(' ')
  return `“${wordEnd > EXCERPT_LENGTH / 2 ? cut.slice(0, wordEnd) : cut}…”`
}
