import * as v from 'valibot'
import type { Tx } from '#server/db/database.ts'
import type { HttpResult } from '#server/http/answer.ts'
import type { FormAnswer } from '#server/http/form-answer.ts'
import { headerName, manyLines, oneLine } from '#server/mail/clean.ts'
import { details, type MailContent, text } from '#server/mail/content.ts'
import { ContactPost } from '#shared/contact/schema.ts'
import { Newsletter } from './newsletter.ts'
import { registerNewsletterMails } from './newsletter-mails.ts'
import type { ContactParts } from './ports.ts'
import { prepareContact } from './request.ts'

export interface Contact {
  /** For `Submissions.on('contact', …)`. */
  prepare(fields: Record<string, string>): HttpResult<(tx: Tx) => FormAnswer>
  newsletter: Newsletter
}

/** Contact messages and the newsletter: what is done with their posts, and their mails. */
export function createContact(parts: ContactParts): Contact {
  const newsletter = new Newsletter(parts)
  registerContactMails(parts)
  registerNewsletterMails(parts)
  return {
    prepare: (fields) => prepareContact(fields, parts, newsletter),
    newsletter,
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
    demo: false,
  }
}
