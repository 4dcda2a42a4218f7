import { type Contact, createContact } from '#server/contact/contact.ts'
import { createInquiries, type Inquiries } from '#server/inquiry/inquiry.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { findSubmission } from '#server/submissions/store.ts'
import type { FeatureParts } from './features.ts'

interface MessageParts {
  jobs: JobQueue
  mails: MailQueue
  siteUrl: string
  /** Where the owner reads. */
  owner: string
}

export interface Messages {
  contact: Contact
  inquiries: Inquiries
}

/** What visitors write to the owner, apart from bookings. */
export function createMessages(parts: FeatureParts, messageParts: MessageParts): Messages {
  const { settings, db, clock, newId, keys } = parts
  const mailGoes = settings.mail.smtpUrl !== undefined || settings.publicUrl === undefined
  const common = { ...messageParts, db, clock, mailGoes, readSubmission: findSubmission }
  const contact = createContact({ ...common, newId, keys })
  const inquiries = createInquiries({
    ...common,
    askNewsletter: (tx, tick) => contact.newsletter.ask(tx, tick),
  })
  return { contact, inquiries }
}
