import { startTransition, useEffect, useRef, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { getDeviceZone } from '#client/lib/data/device-zone.ts'
import { saveInquiryPrefill } from '#client/lib/device/inquiry-prefill.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { listFieldErrors, useForm } from '#client/lib/use-form.ts'
import type { SubmissionContent } from '#client/outbox/entry.ts'
import { useFormDraft } from '#client/outbox/form-draft.ts'
import { preloadOutbox } from '#client/outbox/outbox-client.ts'
import { useQueuedForm } from '#client/outbox/queued-form.tsx'
import { newsletterVersion } from '#shared/contact/schema.ts'
import { toFirstBooking } from '#shared/content/services.ts'
import { type InquiryFields, splitChoices } from '#shared/inquiry/fields.ts'
import { parseInquiry } from '#shared/inquiry/schema.ts'
import { toSubmittedFields } from '#shared/inquiry/submitted-fields.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { DEFAULT_COUNTRY } from '#shared/lib/phone/dial-codes.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { HONEYPOT_FIELD } from '#shared/submissions/form-post.ts'

/** The draft of this device: a long form may be continued in another tab. */
const draftPlace = {
  storage: () => localStorage,
  key: 'inquiry-draft',
  empty: {
    ...{ country: DEFAULT_COUNTRY, adults: '1', children: '0' },
    newsletter_text: newsletterVersion,
  },
}

/** State of the enquiry form. */
export function useInquiry() {
  const ref = useRef<HTMLFormElement>(null)
  const summaryHeading = useRef<HTMLHeadingElement>(null)
  const today = useToday()
  const draft = useFormDraft(draftPlace, ref)
  const form = useForm({
    ref,
    values: draft,
    rules: (values) => listFieldErrors(parseInquiry(toSubmittedFields(values), today)),
    focus: () => summaryHeading.current?.focus(),
  })
  useTypingLock(draft.isStarted)
  const { submit, ...queued } = useQueuedForm({
    draft,
    form,
    toContent: toInquirySubmission,
    onSubmitted: ({ formValues }) => saveForBooking(formValues ?? {}),
  })
  return {
    ...queued,
    ...{ form, draft, today, summaryHeading },
    submit(event: Parameters<typeof submit>[0]) {
      preloadOutbox()
      submit(event)
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
export const toPrefilledBooking = () => toFirstBooking('artistry', '?prefill=true')

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
