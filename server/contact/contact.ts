import * as v from 'valibot'
import type { Database } from '#server/db/database.ts'
import type { FormHandler, ReadSubmission } from '#server/http/answer.ts'
import { headerName, manyLines, oneLine } from '#server/mail/clean.ts'
import { details, type MailContent, text } from '#server/mail/content.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import { ContactPost } from '#shared/contact/schema.ts'
import { parse } from '#shared/lib/result.ts'
import type { Newsletter } from './newsletter.ts'

/** Where a form without script goes once its message is stored. */
export const CONTACT_RECEIVED = '/contact/received'

interface ContactParts {
  db: Database
  mails: MailQueue
  newsletter: Newsletter
  /** Where the owner reads. */
  owner: string
  /** Whether mail leaves for its readers; where not, no answer promises any. */
  mailGoes: boolean
  readSubmission: ReadSubmission
}

/** Reads a contact form; once it is stored the owner's mail is queued, and a tick taken. */
export function contactForm(parts: ContactParts): FormHandler {
  registerContactMails(parts)
  return (fields) => {
    const parsed = parse(ContactPost, fields)
    if (!parsed.ok) return { ok: false, status: 422, refusal: parsed.refusal }
    const { newsletter: ticked, newsletter_text, ...typed } = parsed.value
    const promise = ticked && parts.mailGoes ? { newsletter: 'confirm' } : {}
    return {
      ok: true,
      value: () => ({
        status: 201,
        body: { status: 'received', ...promise },
        accepted: true,
        final: true,
        location: CONTACT_RECEIVED,
        fields: { ...typed, newsletter: ticked ? 'on' : 'off', newsletter_text },
        onStored: (tx, submission) => {
          const once = String(submission)
          const data = { submission }
          parts.mails.add(tx, { kind: 'contact-message', once, bookingId: null, data })
          if (ticked)
            parts.newsletter.ask(tx, {
              email: typed.email,
              version: newsletter_text,
              source: 'contact',
            })
        },
      }),
    }
  }
}

const About = v.object({ submission: v.number() })

/** Teaches the mail queue to tell the owner of a message, ready to be replied to. */
function registerContactMails({ db, mails, owner, readSubmission }: ContactParts): void {
  mails.on({
    kind: 'contact-message',
    data: About,
    render: async ({ submission }) => {
      const stored = readSubmission(db.read, submission)
      if (!stored) return undefined
      const post = v.parse(ContactPost, stored.fields)
      return {
        to: { name: '', address: owner },
        replyTo: { name: nameOf(post), address: post.email },
        content: messageMail(post),
      }
    },
  })
}

function nameOf({ first_name, last_name }: ContactPost): string {
  return oneLine(`${first_name} ${last_name}`)
}

function messageMail(post: ContactPost): MailContent {
  const name = nameOf(post)
  const message = manyLines(post.message)
  return {
    subject: `Message from ${headerName(name) || 'a visitor'}`,
    preview: message.slice(0, 100) || 'Without a text',
    title: 'A message',
    blocks: [
      text('Reply to this mail to write back.'),
      details([
        { label: 'Name', lines: [name] },
        { label: 'E-mail', lines: [post.email], url: `mailto:${encodeURI(post.email)}` },
        { label: 'Seasonal letter', lines: [post.newsletter ? 'Ticked' : 'Not ticked'] },
      ]),
      message
        ? { kind: 'quote', label: 'Message', text: message }
        : text('They left the message empty.'),
    ],
    reason: 'You get this mail because messages of this site are sent to this address.',
  }
}
