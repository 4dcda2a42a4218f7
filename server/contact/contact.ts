import type { Router } from 'express'
import type { Tx } from '../db/database.ts'
import type { HttpResult } from '../http/answer.ts'
import { registerContactMails } from './mails.ts'
import { Newsletter, type NewsletterTick } from './newsletter.ts'
import { registerNewsletterMails } from './newsletter-mails.ts'
import type { ContactParts } from './ports.ts'
import { type MessageAnswer, prepareContact } from './request.ts'
import { contactRoutes } from './routes.ts'

export interface Contact {
  /** For `Submissions.on('contact', …)`. */
  prepare(fields: Record<string, string>): HttpResult<(tx: Tx) => MessageAnswer>
  /** Takes a tick of the newsletter box on another form. */
  askNewsletter(tx: Tx, tick: NewsletterTick): void
  /** Where a form without script ends, and the newsletter's links. */
  routes: Router
}

/** Contact messages and the newsletter: their mails, their links and their form. */
export function createContact(parts: ContactParts): Contact {
  const newsletter = new Newsletter(parts)
  registerContactMails(parts)
  registerNewsletterMails(parts)
  return {
    prepare: (fields) => prepareContact(fields, parts, newsletter),
    askNewsletter: (tx, tick) => newsletter.ask(tx, tick),
    routes: contactRoutes({ db: parts.db, secret: parts.secret, newsletter }),
  }
}
