import * as v from 'valibot'
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

/** Subjects that a page can give to the contact form by its query `about`, as the owner reads them. */
export const contactSubjects = {
  house: 'A house',
  'initial-consultation': 'A time for an Initial Consultation',
  'bespoke-planning': 'A time for Bespoke Planning',
  'business-consultancy': 'A time for a Business Consultancy',
  booking: 'A booking',
  invoice: 'An invoice',
  privacy: 'Privacy',
  accessibility: 'A barrier on this site',
} as const

export type ContactSubject = keyof typeof contactSubjects

export function isContactSubject(text: string | null | undefined): text is ContactSubject {
  return text != null && Object.hasOwn(contactSubjects, text)
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
