import * as v from 'valibot'
import type { Database, Tx } from '#server/db/database.ts'
import { answer, type FormFields, type FormHandler } from '#server/http/http-result.ts'
import type { Clock } from '#server/lib/clock.ts'
import {
  buttonBlock,
  detailsBlock,
  type MailBlock,
  type MailContent,
  textBlock,
} from '#server/mail/content.ts'
import type { MailQueue, RenderedMail } from '#server/mail/queue.ts'
import { toHeaderName, toMultiLine, toSingleLine } from '#server/mail/typed-text.ts'
import {
  ContactPost,
  describeStoredSubject,
  type NewsletterVersion,
  toSubjectFields,
} from '#shared/contact/schema.ts'
import { buildAnswerSheet, type SheetChapter } from '#shared/inquiry/answer-sheet.ts'
import { parseInquiry } from '#shared/inquiry/schema.ts'
import { toSubmittedFields } from '#shared/inquiry/submitted-fields.ts'
import { addDays } from '#shared/lib/date.ts'
import { toMailtoLink } from '#shared/lib/mailto.ts'
import { ok, parse, type Refusal, type Result } from '#shared/lib/result.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
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
  ownerEmail: string
  /** Without a trailing slash. */
  siteUrl: string
  /** Whether mail is really sent; if not, no answer promises a confirmation mail. */
  sendsMail: boolean
  /** The fields of a stored submission; undefined if it was erased. */
  readSubmission(tx: Tx, id: number): Promise<FormFields | undefined>
}

interface Message {
  email: string
  /** Whether the newsletter box was ticked; `version` names the wording beside the box. */
  wantsNewsletter: boolean
  version: NewsletterVersion
  /** The fields as they are stored. */
  fields: FormFields
}

interface MessageForm {
  source: 'contact' | 'inquiry'
  mailKind: string
  location: string
  parse(posted: FormFields): Result<Message, Refusal<'fields'>>
  /** `deskUrl`: the submission on the owner's desk. */
  renderMail(fields: FormFields, deskUrl: string): Pick<RenderedMail, 'replyTo' | 'content'>
}

export function createContactFormHandler(parts: MessageParts): FormHandler {
  return createMessageFormHandler(parts, {
    source: 'contact',
    mailKind: 'contact-message',
    location: CONTACT_RECEIVED,
    parse(posted) {
      const parsed = parse(ContactPost, posted)
      if (!parsed.ok) return parsed
      const { newsletter: ticked, newsletter_text: version, subject, ...typed } = parsed.value
      const newsletter = ticked ? 'on' : 'off'
      const fields = {
        ...typed,
        ...(subject && toSubjectFields(subject)),
        newsletter,
        newsletter_text: version,
      }
      return ok({ email: typed.email, wantsNewsletter: ticked, version, fields })
    },
    renderMail(fields, deskUrl) {
      const post = v.parse(ContactPost, fields)
      const name = formatName(post)
      return {
        replyTo: { name, address: post.email },
        content: contactMail(post, { name, subject: describeStoredSubject(fields), deskUrl }),
      }
    },
  })
}

/** Reads an inquiry by the same rules as the form in the browser. */
export function createInquiryFormHandler(parts: MessageParts): FormHandler {
  return createMessageFormHandler(parts, {
    source: 'inquiry',
    mailKind: 'inquiry',
    location: INQUIRY_RECEIVED,
    parse(posted) {
      const fields = toSubmittedFields(posted)
      // The visitor's zone is unknown: in the zones furthest west it may still be the day before.
      const today = addDays(toWallTime(parts.clock(), 'UTC').date, -1)
      const read = parseInquiry(fields, today)
      if (!read.ok) return read
      const { email, newsletter: ticked, newsletter_text: version } = read.value
      return ok({ email, wantsNewsletter: ticked, version, fields })
    },
    renderMail(fields, deskUrl) {
      const name = formatName(fields)
      const content = inquiryMail(name, buildAnswerSheet(fields, 'owner'), deskUrl)
      return { replyTo: { name, address: fields.email ?? '' }, content }
    },
  })
}

const MessageMailData = v.object({ submission: v.number() })

/**
 * Handler for a form that is a message to the owner. In the transaction that stores the
 * submission, it queues the owner's mail (with the visitor as reply-to) and, if the newsletter box
 * was ticked, records that consent.
 */
function createMessageFormHandler(parts: MessageParts, form: MessageForm): FormHandler {
  const { db, mails, newsletter, ownerEmail, siteUrl } = parts
  const { source, mailKind: kind, location } = form
  mails.on({
    kind,
    data: MessageMailData,
    render: async ({ submission }) => {
      const fields = await parts.readSubmission(db.read, submission)
      if (!fields) return undefined
      const deskUrl = `${siteUrl}/admin/forms/${source}/${submission}`
      return { to: { name: '', address: ownerEmail }, ...form.renderMail(fields, deskUrl) }
    },
  })
  return (posted) => {
    const read = form.parse(posted)
    if (!read.ok) return { ok: false, status: 422, refusal: read.refusal }
    const { email, wantsNewsletter, version, fields } = read.value
    const promise = wantsNewsletter && parts.sendsMail ? { newsletter: 'confirm' } : {}
    return answer(async () => ({
      status: 201,
      body: { status: 'received', ...promise },
      isAccepted: true,
      isFinal: true,
      location,
      fields,
      onStored: async (tx, submission) => {
        const once = String(submission)
        await mails.add(tx, { kind, dedupeKey: once, bookingId: null, data: { submission } })
        if (wantsNewsletter) await newsletter.requestConsent(tx, { email, version, source })
      },
    }))
  }
}

function formatName({ first_name, last_name }: FormFields | ContactPost): string {
  return toSingleLine(`${first_name} ${last_name}`)
}

interface ContactMailParts {
  name: string
  subject: string | undefined
  deskUrl: string
}

function contactMail(post: ContactPost, { name, subject, deskUrl }: ContactMailParts): MailContent {
  const message = toMultiLine(post.message)
  return {
    subject: `Message from ${toHeaderName(name) ?? 'a visitor'}`,
    preview: message.slice(0, 100) || 'Without a text',
    title: 'A message',
    blocks: [
      textBlock('Reply to write back.'),
      detailsBlock([
        { label: 'Name', lines: [name] },
        { label: 'Email', lines: [post.email], url: toMailtoLink(post.email) },
        ...(subject ? [{ label: 'About', lines: [subject] }] : []),
        { label: 'Seasonal letter', lines: [post.newsletter ? 'Ticked' : 'Not ticked'] },
      ]),
      message ? { kind: 'quote', label: 'Message', text: message } : textBlock('No message.'),
      buttonBlock('Open the message', deskUrl),
    ],
    reason: 'You received this email because messages of this site are sent to this address.',
  }
}

function inquiryMail(name: string, sheet: SheetChapter[], deskUrl: string): MailContent {
  return {
    subject: `Travel enquiry from ${toHeaderName(name) ?? 'a visitor'}`,
    preview: `The long form, filled in by ${name}`,
    title: 'A travel enquiry',
    blocks: [
      textBlock('Reply to write back.'),
      buttonBlock('Open the enquiry', deskUrl),
      ...sheet.flatMap(chapterBlocks),
    ],
    reason: 'You received this email because enquiries of this site are sent to this address.',
  }
}

/** A chapter's title and its answered questions; nothing if none was answered. */
function chapterBlocks({ title, rows }: SheetChapter): MailBlock[] {
  const answered = rows
    .map(({ label, value }) => ({ label, lines: toMultiLine(value).split('\n') }))
    .filter(({ lines }) => lines[0] !== '')
  return answered.length > 0 ? [{ kind: 'heading', text: title }, detailsBlock(answered)] : []
}
