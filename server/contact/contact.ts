import type { Tx } from '#server/db/database.ts'
import type { HttpResult } from '#server/http/answer.ts'
import type { FormAnswer } from '#server/http/form-answer.ts'
import { registerContactMails } from './mails.ts'
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
