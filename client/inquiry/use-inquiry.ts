import { type FormEvent, startTransition, useEffect, useRef, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { saveChoice } from '#client/lib/device/saved-choice.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import type { Content } from '#client/outbox/entry.ts'
import { prepareOutbox } from '#client/outbox/outbox.ts'
import { useQueuedForm } from '#client/outbox/queued-form.tsx'
import { type InquiryFields, sentFields, splitChoices } from '#shared/inquiry/fields.ts'
import { readInquiry } from '#shared/inquiry/schema.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { SPAM_TRAP } from '#shared/submissions/form-post.ts'
import { useDraft } from './draft.ts'

/** State of the enquiry form: answers, validation and sending. */
export function useInquiry() {
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLHeadingElement>(null)
  const draft = useDraft(form)
  const checks = useChecks(draft.fields)
  useTypingLock(draft.isBegun)
  const empty = () => {
    draft.clear()
    checks.reset()
  }
  const refuse = (byServer?: Problems) => {
    checks.tell(byServer)
    // By the next frame the summary is rendered and can take the focus.
    requestAnimationFrame(() => summary.current?.focus())
  }
  const { write, submit, ...queued } = useQueuedForm({
    content: () => inquiryContent(draft.current()),
    attempt: draft.attempt,
    note: draft.note,
    clear: empty,
    resume({ key, fields, typed, problem }) {
      draft.resume(typed ?? {}, { key, fields: fields ?? {} })
      if (problem?.fields) checks.tell(problem.fields)
    },
    check() {
      const isWhole = Object.keys(checks.problems).length === 0
      if (!isWhole) refuse()
      return isWhole
    },
    refused: refuse,
    handedOver: ({ typed }) => keepForBooking(typed ?? {}),
  })
  return {
    ...queued,
    form,
    summary,
    draft,
    checks,
    change(change: InquiryFields) {
      prepareOutbox()
      draft.change(change)
      checks.changed(Object.keys(change))
    },
    submit(event: FormEvent<HTMLFormElement>) {
      prepareOutbox()
      submit(event)
    },
    clear() {
      empty()
      write()
    },
  }
}

type Problems = Record<string, string>

/** Validates; shows messages for wrong fields once left, and for all after an attempt to send. */
function useChecks(fields: InquiryFields) {
  const today = useToday()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  /** Messages from the server, each until its field is changed. */
  const [refused, setRefused] = useState<Problems>({})

  const read = readInquiry(sentFields(fields), today)
  const found = read.ok ? refused : { ...refused, ...read.refusal.fields }
  const told = Object.fromEntries(
    Object.entries(found).filter(([name]) => tried || (left.has(name) && fields[name])),
  )
  return {
    today,
    problems: found,
    told,
    /** After an attempt to send, all messages and a summary are shown. */
    tried,
    leave: (name: string) => setLeft((before) => new Set(before).add(name)),
    changed: (names: string[]) =>
      setRefused((before) => {
        const kept = Object.entries(before).filter(([name]) => !names.includes(name))
        return Object.fromEntries(kept)
      }),
    tell(byServer: Problems = {}) {
      setTried(true)
      setRefused(byServer)
    },
    reset() {
      setTried(false)
      setLeft(new Set())
      setRefused({})
    },
  }
}

/** Today's date in the visitor's zone; undefined in prerendered HTML and until hydrated. */
function useToday(): PlainDate | undefined {
  const [today, setToday] = useState<PlainDate>()
  useEffect(() => startTransition(() => setToday(wallOf(systemClock(), deviceZone()).date)), [])
  return today
}

/** The form as outbox content. */
function inquiryContent(typed: InquiryFields): Content {
  return {
    form: 'inquiry',
    fields: { [SPAM_TRAP]: '', ...sentFields(typed) },
    typed,
    summary: {
      title: 'Travel enquiry',
      detail: splitChoices(typed.travel_destination ?? '').join(', '),
    },
    slotStart: null,
    scheduleVersion: null,
    amountShown: null,
  }
}

/** Booking page that is filled in from this form's answers. */
export const BOOK_WITH_ANSWERS = '/service/initial-consultation?prefill=true'

/** Stores destinations and contact details for a booking; nothing else outlives the sending. */
export function keepForBooking(fields: InquiryFields): void {
  const sent = sentFields(fields)
  const text = (name: string) => sent[name] ?? ''
  const choice = {
    destinations: splitChoices(text('travel_destination')),
    otherDestination: text('travel_destination_other'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
    phone: text('phone'),
  }
  saveChoice(choice, systemClock())
}
