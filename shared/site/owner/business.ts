import { sample } from './samples.ts'

/**
 * Names, addresses and numbers of the business, for pages, mails and receipts. Put your own values
 * here before going online. If `PUBLIC_URL` is set, pages leave samples out, and the server lists
 * them in the log when it starts.
 */
export const business = {
  name: 'Lysning',
  /** Shown on the About page; '' shows nothing. */
  nameMeaning: 'Norwegian for a clearing in the forest, and for the first light of the day.',
  legalName: sample('legal name', 'Lysning (sample)'),
  founder: 'Ingrid Solheim',
  organizationNumber: sample('organisation number', '000 000 000'),
  /** Whether the business is in the Norwegian VAT register: only then receipts show VAT and "MVA". */
  vatRegistered: sample<boolean | null>('VAT registration', true),
  /** Whether it is in the Register of Business Enterprises: then receipts say "Foretaksregisteret". */
  inForetaksregisteret: sample<boolean | null>('entry in Foretaksregisteret', false),
  /** The seller's postal address, as receipts must show it. */
  address: sample('postal address', 'Sample street 1, 0001 Oslo, Norway'),
  email: sample('email address', 'hello@example.com'),
  phone: sample('phone number', '+47 00 00 00 00'),
  copyrightYear: 2026,
  social: sample('social profiles', [
    { name: 'Instagram', url: 'https://www.instagram.com/' },
    { name: 'LinkedIn', url: 'https://www.linkedin.com/' },
  ]),
  /** Only quotations that a client has allowed us to print. */
  testimonials: sample('testimonials', {
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
  }),
  /** The house shown under Mastery; `logo` is a file in client/public, such as `/logo.svg`. */
  clientHouse: sample('client logo', { name: '', logo: '' }),
}

export const phoneLink = `tel:${business.phone.replaceAll(/[^+\d]/g, '')}`

/** A `mailto:` link to the business, with an optional subject. */
export function toMailLink(subject?: string): string {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return `mailto:${business.email}${query}`
}
