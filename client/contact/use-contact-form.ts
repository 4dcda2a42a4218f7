import { useRef, useState } from 'react'
import { readStoredAccount, subscribeToAccount } from '#client/lib/data/stored-account.ts'
import { useTypingLock } from '#client/lib/device/use-typing-lock.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { useForm } from '#client/lib/use-form.ts'
import type { SubmissionContent, WireFields } from '#client/outbox/entry.ts'
import { useFormDraft } from '#client/outbox/form-draft.ts'
import { useQueuedForm } from '#client/outbox/queued-form.tsx'
import {
  ContactPost,
  type ContactSubject,
  isContactSubject,
  newsletterVersion,
} from '#shared/contact/schema.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { FORM_NAME_FIELD, HONEYPOT_FIELD } from '#shared/submissions/form-post.ts'

/** The draft of this tab: two tabs may write two messages. */
const draftPlace = {
  storage: () => sessionStorage,
  key: 'contact-draft',
  empty: {
    ...{ first_name: '', last_name: '', email: '', message: '' },
    newsletter_text: newsletterVersion,
  },
}

export function useContactForm(linkedSubject: ContactSubject | undefined) {
  const ref = useRef<HTMLFormElement>(null)
  const draft = useFormDraft(draftPlace, ref)
  const form = useForm({ ref, values: draft, rules: ContactPost })
  /** From the link that led here, or from a message that is edited. */
  const getSubject = (fields: WireFields) =>
    linkedSubject ?? (isContactSubject(fields.subject) ? fields.subject : undefined)
  const [submitted, setSubmitted] = useState<WireFields>()
  const queued = useQueuedForm({
    draft,
    onSubmitted: ({ fields }) => setSubmitted(fields),
    form,
    toContent(fields) {
      const subject = getSubject(fields)
      return toContactSubmission({ ...fields, ...(subject && { subject }) })
    },
  })
  const isFormShown = queued.state.kind !== 'sent' && queued.state.kind !== 'saved'
  useEffectOn(isFormShown, () => {
    const fill = () => draft.fill(getAccountFields())
    if (!isFormShown) return
    fill()
    return subscribeToAccount(fill)
  })
  useTypingLock(draft.isStarted && isFormShown)
  return { ...queued, form, subject: getSubject(draft.values), submitted }
}

/** Field values from the account that is signed in on this device. */
function getAccountFields(): WireFields {
  const account = readStoredAccount()
  if (!account) return {}
  const [first_name = '', ...rest] = account.name.split(/\s+/)
  return { first_name, last_name: rest.join(' '), email: account.email }
}

/** Length of the excerpt by which a message is recognised in the outbox, characters. */
const EXCERPT_LENGTH = 60

/** The form as outbox content. */
function toContactSubmission(fields: WireFields): SubmissionContent {
  const newsletter = fields.newsletter || 'off'
  return {
    form: 'contact',
    fields: { [FORM_NAME_FIELD]: 'contact', [HONEYPOT_FIELD]: '', ...fields, newsletter },
    formValues: null,
    summary: {
      title: `Message to ${getBusiness().name}`,
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
