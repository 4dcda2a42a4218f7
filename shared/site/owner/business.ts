import type { ContactSubject } from '#shared/contact/schema.ts'
import { toMailtoLink } from '#shared/lib/mailto.ts'
import { isPublicSite, sample } from './samples.ts'

/**
 * Names, addresses and numbers of the business, for pages, mails and receipts. Put your own values
 * here before going online. A public site leaves out what is still a sample, and closes what needs
 * it: nothing is sold without a seller, no mail leaves without a sender. The log and the dashboard
 * name what is missing.
 */
export const business: Business = {
  name: 'Lysning',
  /** Shown on the About page; '' shows nothing. */
  nameMeaning: 'Norwegian for a clearing in the forest, and for the first light of the day.',
  legalName: sample('legal name', isPublicSite ? null : 'Lysning (sample)'),
  founder: sample('founder’s name', isPublicSite ? null : 'Ingrid Solheim'),
  organizationNumber: sample('organisation number', isPublicSite ? null : '000 000 000'),
  /** Whether the business is in the Norwegian VAT register: only then receipts show VAT and "MVA". */
  vatRegistered: sample('VAT registration', isPublicSite ? null : true),
  /** Whether it is in the Register of Business Enterprises: then receipts say "Foretaksregisteret". */
  inForetaksregisteret: sample('entry in Foretaksregisteret', isPublicSite ? null : false),
  /** The seller's postal address, as receipts must show it. */
  address: sample('postal address', isPublicSite ? null : 'Sample street 1, 0001 Oslo, Norway'),
  email: sample('email address', isPublicSite ? null : 'hello@example.com'),
  phone: sample('phone number', isPublicSite ? null : '+47 00 00 00 00'),
  copyrightYear: 2026,
  social: sample(
    'social profiles',
    isPublicSite
      ? null
      : [
          { name: 'Instagram', url: 'https://www.instagram.com/' },
          { name: 'LinkedIn', url: 'https://www.linkedin.com/' },
        ],
  ),
  /** Only quotations that a client has allowed us to print. */
  testimonials: sample(
    'testimonials',
    isPublicSite
      ? null
      : {
          home: {
            quote:
              'We came home with fewer photographs than usual, and more to say about every one of them.',
            client: 'Helen and Marc D.',
            about: 'private journey, western Norway',
          },
          artistry: {
            quote: 'The boatman knew our names, and that we did not want to talk before coffee.',
            client: 'Thomas W.',
            about: 'private journey, northern Norway',
          },
        },
  ),
  /** The house shown under Mastery; `logo` is a file in client/public, such as `/logo.svg`. */
  clientHouse: sample('client logo', null),
}

/** Null: the owner has not entered it. */
interface Business {
  name: string
  nameMeaning: string
  legalName: string | null
  founder: string | null
  organizationNumber: string | null
  vatRegistered: boolean | null
  inForetaksregisteret: boolean | null
  address: string | null
  email: string | null
  phone: string | null
  copyrightYear: number
  social: { name: string; url: string }[] | null
  testimonials: Record<'home' | 'artistry', Testimonial | null> | null
  clientHouse: { name: string; logo: string } | null
}

interface Testimonial {
  quote: string
  client: string
  about: string
}

interface Letter {
  /** What the contact form is about. */
  about: ContactSubject
  /** Subject and text of an email. */
  subject?: string
  body?: string
}

/** Where visitors write to: a `mailto:` link, or without an address of the business the contact form. */
export function toWriteLink(letter?: Letter): string {
  if (business.email === null) return letter ? `/contact?about=${letter.about}` : '/contact'
  const parts = Object.entries({ subject: letter?.subject, body: letter?.body })
    .filter(([, text]) => text)
    .map(([name, text = '']) => `${name}=${encodeURIComponent(text)}`)
  return `${toMailtoLink(business.email)}${parts.length > 0 ? `?${parts.join('&')}` : ''}`
}

/** A `tel:` link to a number as people write it. */
export function toPhoneLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`
}

/** Where it plans journeys to: the choices of the forms for bookings and enquiries. */
export const destinationChoices = [
  'Norway',
  'Denmark',
  'Sweden',
  'Iceland',
  'Other Nordic Country',
] as const

export type Destination = (typeof destinationChoices)[number]

export const OTHER_DESTINATION: Destination = 'Other Nordic Country'

/** `Norway, Faroe Islands`: the free text replaces the choice `OTHER_DESTINATION`. */
export function formatDestinations(destinations: readonly string[], other: string): string {
  return destinations
    .map((name) => (name === OTHER_DESTINATION && other.trim() ? other.trim() : name))
    .join(', ')
}
