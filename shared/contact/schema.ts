import * as v from 'valibot'
import type { ServiceType } from '#shared/content/service.ts'
import { findService, getServiceTitle } from '#shared/content/services.ts'
import { Email, FirstName, LastName, optionalText } from '#shared/lib/form-fields.ts'

/**
 * The wording beside the newsletter box, by version. A wording that was ever shown must not be
 * edited: it is the proof of what was agreed to. Add a new version instead.
 */
const wordings = {
  '2026-11-21': 'Send me the seasonal letter, four times a year.',
} as const

export type NewsletterVersion = keyof typeof wordings

export const newsletterVersion: NewsletterVersion = '2026-11-21'

export const newsletterText = getNewsletterText(newsletterVersion)

export function getNewsletterText(version: NewsletterVersion): string {
  return wordings[version]
}

const isVersion = (text: string): text is NewsletterVersion => Object.hasOwn(wordings, text)

/** The newsletter box and the version of its wording, as every form posts them. */
export const newsletterFields = {
  /** `on`, or absent, as an HTML checkbox posts it. */
  newsletter: v.pipe(
    v.optional(v.string(), ''),
    v.transform((value) => value === 'on'),
  ),
  newsletter_text: v.pipe(
    v.optional(v.string(), newsletterVersion),
    v.transform((version) => (isVersion(version) ? version : newsletterVersion)),
  ),
}

const contactSubjects = {
  house: 'A house',
  booking: 'A booking',
  invoice: 'An invoice',
  privacy: 'Privacy',
  accessibility: 'A barrier on this site',
} as const

type FixedSubject = keyof typeof contactSubjects

/** A subject that a page can give to the contact form by its query `about`; for a time of a service, its type. */
export type ContactSubject = FixedSubject | ServiceType

function isFixedSubject(text: string): text is FixedSubject {
  return Object.hasOwn(contactSubjects, text)
}

export function isContactSubject(text: string | null | undefined): text is ContactSubject {
  return text != null && (isFixedSubject(text) || findService(text) !== undefined)
}

/** A subject that the site offers now, in words. */
export function describeSubject(subject: ContactSubject): string {
  return describeStoredSubject(toSubjectFields(subject)) ?? ''
}

/** A subject as it is stored: a service with its title of that time, as it may be called otherwise later or be gone. */
export function toSubjectFields(subject: ContactSubject): Record<string, string> {
  return { subject, ...(!isFixedSubject(subject) && { service_title: getServiceTitle(subject) }) }
}

/** The subject of a stored message in words; undefined if it has none. */
export function describeStoredSubject({
  subject,
  service_title,
}: Readonly<Record<string, string | undefined>>): string | undefined {
  if (!subject) return undefined
  return isFixedSubject(subject)
    ? contactSubjects[subject]
    : `A time for: ${service_title ?? subject}`
}

/** The contact form's fields by their wire names. */
export const ContactPost = v.object({
  first_name: FirstName,
  last_name: LastName,
  email: Email,
  message: optionalText(5000),
  subject: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => (isContactSubject(text) ? text : undefined)),
    ),
  ),
  ...newsletterFields,
})

export type ContactPost = v.InferOutput<typeof ContactPost>
