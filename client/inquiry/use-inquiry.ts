import { type FormEvent, startTransition, useEffect, useRef, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { getDeviceZone } from '#client/lib/data/device-zone.ts'
import { saveInquiryPrefill } from '#client/lib/device/inquiry-prefill.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import type { SubmissionContent } from '#client/outbox/entry.ts'
import { preloadOutbox } from '#client/outbox/outbox-client.ts'
import { useQueuedForm } from '#client/outbox/queued-form.tsx'
import { type InquiryFields, splitChoices } from '#shared/inquiry/fields.ts'
import { parseInquiry } from '#shared/inquiry/schema.ts'
import { toSubmittedFields } from '#shared/inquiry/submitted-fields.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { HONEYPOT_FIELD } from '#shared/submissions/form-post.ts'
import { useInquiryDraft } from './inquiry-draft.ts'

/** State of the enquiry form: answers, validation and sending. */
export function useInquiry() {
  const form = useRef<HTMLFormElement>(null)
  const summaryHeading = useRef<HTMLHeadingElement>(null)
  const draft = useInquiryDraft(form)
  const checks = useFieldErrors(draft.fields)
  useTypingLock(draft.isStarted)
  const empty = () => {
    draft.clear()
    checks.reset()
  }
  const refuse = (byServer?: FieldErrors) => {
    checks.showErrors(byServer)
    // By the next frame the summary is rendered and can take the focus.
    requestAnimationFrame(() => summaryHeading.current?.focus())
  }
  const { showForm, submit, ...queued } = useQueuedForm({
    getContent: () => toInquirySubmission(draft.current()),
    getAttempt: draft.attempt,
    setAttempt: draft.note,
    hasText: () => draft.isStarted,
    clear: empty,
    resume({ key, fields, formValues }) {
      draft.resume(formValues ?? {}, { key, fields: fields ?? {} })
    },
    validate() {
      const isWhole = Object.keys(checks.problems).length === 0
      if (!isWhole) refuse()
      return isWhole
    },
    showFieldErrors: refuse,
    onSubmitted: ({ formValues }) => saveForBooking(formValues ?? {}),
  })
  return {
    ...queued,
    form,
    summaryHeading,
    draft,
    checks,
    change(change: InquiryFields) {
      preloadOutbox()
      draft.change(change)
      checks.changed(Object.keys(change))
    },
    submit(event: FormEvent<HTMLFormElement>) {
      preloadOutbox()
      submit(event)
    },
    clear() {
      empty()
      showForm()
    },
  }
}

type FieldErrors = Record<string, string>

/** Validates; shows messages for wrong fields once left, and for all after an attempt to send. */
function useFieldErrors(fields: InquiryFields) {
  const today = useToday()
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  /** Messages from the server, each until its field is changed. */
  const [refused, setRefused] = useState<FieldErrors>({})

  const read = parseInquiry(toSubmittedFields(fields), today)
  const found = read.ok ? refused : { ...refused, ...read.refusal.fields }
  const shownErrors = Object.fromEntries(
    Object.entries(found).filter(([name]) => tried || (visited.has(name) && fields[name])),
  )
  return {
    today,
    problems: found,
    shownErrors: shownErrors,
    /** After an attempt to send, all messages and a summary are shown. */
    tried,
    leave: (name: string) => setVisited((before) => new Set(before).add(name)),
    changed: (names: string[]) =>
      setRefused((before) => {
        const remaining = Object.entries(before).filter(([name]) => !names.includes(name))
        return Object.fromEntries(remaining)
      }),
    showErrors(byServer: FieldErrors = {}) {
      setTried(true)
      setRefused(byServer)
    },
    reset() {
      setTried(false)
      setVisited(new Set())
      setRefused({})
    },
  }
}

/** Today's date in the visitor's zone; undefined in prerendered HTML and until hydrated. */
function useToday(): PlainDate | undefined {
  const [today, setToday] = useState<PlainDate>()
  useEffect(
    () => startTransition(() => setToday(toWallTime(systemClock(), getDeviceZone()).date)),
    [],
  )
  return today
}

/** The form as outbox content. */
function toInquirySubmission(typed: InquiryFields): SubmissionContent {
  return {
    form: 'inquiry',
    fields: { [HONEYPOT_FIELD]: '', ...toSubmittedFields(typed) },
    formValues: typed,
    summary: {
      title: 'Travel enquiry',
      detail: splitChoices(typed.travel_destination ?? '').join(', '),
    },
    slotStart: null,
    scheduleVersion: null,
    shownAmount: null,
  }
}

/** Booking page that is filled in from this form's answers. */
export const PREFILLED_BOOKING_PATH = '/service/initial-consultation?prefill=true'

/** Stores destinations and contact details for a booking; nothing else outlives the sending. */
export function saveForBooking(fields: InquiryFields): void {
  const sent = toSubmittedFields(fields)
  const text = (name: string) => sent[name] ?? ''
  const choice = {
    destinations: splitChoices(text('travel_destination')),
    otherDestination: text('travel_destination_other'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
    phone: text('phone'),
  }
  saveInquiryPrefill(choice, systemClock())
}
