import type { Tx } from '#server/db/database.ts'
import type { HttpResult } from '#server/http/answer.ts'
import type { FormAnswer } from '#server/http/form-answer.ts'
import { ContactPost } from '#shared/contact/schema.ts'
import { parse } from '#shared/lib/parse.ts'
import type { Newsletter } from './newsletter.ts'
import type { ContactParts } from './ports.ts'

/** Where a form without script goes once its message is stored. */
export const CONTACT_RECEIVED = '/contact/received'

/** Reads a contact form; once it is stored the owner's mail is queued, and a tick taken. */
export function prepareContact(
  fields: Record<string, string>,
  parts: ContactParts,
  newsletter: Newsletter,
): HttpResult<(tx: Tx) => FormAnswer> {
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
          newsletter.ask(tx, { email: typed.email, version: newsletter_text, source: 'contact' })
      },
    }),
  }
}
