import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import { answer, type FormFields, type FormHandler } from '#server/http/answer.ts'
import type { Clock } from '#server/lib/clock.ts'
import { headerName, manyLines, oneLine } from '#server/mail/clean.ts'
import { type Block, details, type MailContent, text } from '#server/mail/content.ts'
import type { MailQueue, RenderedMail } from '#server/mail/queue.ts'
import { ContactPost, type NewsletterVersion } from '#shared/contact/schema.ts'
import { sentFields } from '#shared/inquiry/fields.ts'
import { readInquiry } from '#shared/inquiry/schema.ts'
import { inquirySheet, type SheetChapter } from '#shared/inquiry/sheet.ts'
import { addDays } from '#shared/lib/date.ts'
import { ok, parse, type Refusal, type Result } from '#shared/lib/result.ts'
import { wallOf } from '#shared/lib/zone.ts'
import type { Newsletter } from './newsletter.ts'

/** Where a form that was posted without script is redirected after its message is stored. */
export const CONTACT_RECEIVED = '/contact/received'
export const INQUIRY_RECEIVED = '/inquiry-form/received'

interface MessageParts {
  db: Database
  mails: MailQueue
  clock: Clock
  newsletter: Newsletter
  /** The owner's mail address. */
  owner: string
  /** Whether mail is really sent; if not, no answer promises a confirmation mail. */
  mailGoes: boolean
  /** The fields of a stored submission; undefined if it was erased. */
  readSubmission(tx: Tx, id: number): FormFields | undefined
}

interface Message {
  email: string
  /** Whether the newsletter box was ticked; `version` names the wording beside the box. */
  ticked: boolean
  version: NewsletterVersion
  /** The fields as they are stored. */
  fields: FormFields
}

interface MessageForm {
  source: 'contact' | 'inquiry'
  /** The kind of the mail to the owner. */
  mail: string
  location: string
  read(posted: FormFields): Result<Message, Refusal<'fields'>>
  write(fields: FormFields): Pick<RenderedMail, 'replyTo' | 'content'>
}

export function contactForm(parts: MessageParts): FormHandler {
  return messageForm(parts, {
    source: 'contact',
    mail: 'contact-message',
    location: CONTACT_RECEIVED,
    read(posted) {
      const parsed = parse(ContactPost, posted)
      if (!parsed.ok) return parsed
      const { newsletter: ticked, newsletter_text: version, ...typed } = parsed.value
      const fields = { ...typed, newsletter: ticked ? 'on' : 'off', newsletter_text: version }
      return ok({ email: typed.email, ticked, version, fields })
    },
    write(fields) {
      const post = v.parse(ContactPost, fields)
      const name = nameOf(post)
      return { replyTo: { name, address: post.email }, content: messageMail(name, post) }
    },
  })
}

/** Reads an inquiry by the same rules as the form in the browser. */
export function inquiryForm(parts: MessageParts): FormHandler {
  return messageForm(parts, {
    source: 'inquiry',
    mail: 'inquiry',
    location: INQUIRY_RECEIVED,
    read(posted) {
      const fields = sentFields(posted)
      // The visitor's zone is unknown: in the zones furthest west it may still be the day before.
      const today = addDays(wallOf(parts.clock(), 'UTC').date, -1)
      const read = readInquiry(fields, today)
      if (!read.ok) return read
      const { email, newsletter: ticked, newsletter_text: version } = read.value
      return ok({ email, ticked, version, fields })
    },
    write(fields) {
      const name = nameOf(fields)
      const content = inquiryMail(name, inquirySheet(fields))
      return { replyTo: { name, address: fields.email ?? '' }, content }
    },
  })
}

const About = v.object({ submission: v.number() })

/**
 * Handler for a form that is a message to the owner. In the transaction that stores the
 * submission, it queues the owner's mail (with the visitor as reply-to) and, if the newsletter box
 * was ticked, records that consent.
 */
function messageForm(parts: MessageParts, form: MessageForm): FormHandler {
  const { db, mails, newsletter, owner } = parts
  const { source, mail: kind, location } = form
  mails.on({
    kind,
    data: About,
    render: async ({ submission }) => {
      const fields = parts.readSubmission(db.read, submission)
      return fields && { to: { name: '', address: owner }, ...form.write(fields) }
    },
  })
  return (posted) => {
    const read = form.read(posted)
    if (!read.ok) return { ok: false, status: 422, refusal: read.refusal }
    const { email, ticked, version, fields } = read.value
    const promise = ticked && parts.mailGoes ? { newsletter: 'confirm' } : {}
    return answer(() => ({
      status: 201,
      body: { status: 'received', ...promise },
      accepted: true,
      final: true,
      location,
      fields,
      onStored: (tx, submission) => {
        const once = String(submission)
        mails.add(tx, { kind, once, bookingId: null, data: { submission } })
        if (ticked) newsletter.ask(tx, { email, version, source })
      },
    }))
  }
}

function nameOf({ first_name, last_name }: FormFields | ContactPost): string {
  return oneLine(`${first_name} ${last_name}`)
}

function messageMail(name: string, post: ContactPost): MailContent {
  const message = manyLines(post.message)
  return {
    subject: `Message from ${headerName(name) || 'a visitor'}`,
    preview: message.slice(0, 100) || 'Without a text',
    title: 'A message',
    blocks: [
      text('Reply to write back.'),
      details([
        { label: 'Name', lines: [name] },
        { label: 'Email', lines: [post.email], url: `mailto:${encodeURI(post.email)}` },
        { label: 'Seasonal letter', lines: [post.newsletter ? 'Ticked' : 'Not ticked'] },
      ]),
      message ? { kind: 'quote', label: 'Message', text: message } : text('No message.'),
    ],
    reason: 'You received this email because messages of this site are sent to this address.',
  }
}

function inquiryMail(name: string, sheet: SheetChapter[]): MailContent {
  return {
    subject: `Travel enquiry from ${headerName(name) || 'a visitor'}`,
    preview: `The long form, filled in by ${name}`,
    title: 'A travel enquiry',
    blocks: [text('Reply to write back.'), ...sheet.flatMap(chapterBlocks)],
    reason: 'You received this email because enquiries of this site are sent to this address.',
  }
}

/** A chapter's title and its answered questions; nothing if none was answered. */
function chapterBlocks({ title, rows }: SheetChapter): Block[] {
  const answered = rows
    .map(({ label, value }) => ({ label, lines: manyLines(value).split('\n') }))
    .filter(({ lines }) => lines[0] !== '')
  return answered.length > 0 ? [text(title), details(answered)] : []
}
