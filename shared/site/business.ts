/**
 * Who the business is. SAMPLES: put your own here before going online; pages, mails and receipts
 * take every name, address and number from this file.
 */
export const business = {
  name: 'Lysning',
  /** Told on the About page; '' where there is nothing to tell. */
  nameMeaning:
    'The word is Norwegian, for a clearing in the forest, and for the first light of the day.',
  legalName: 'Lysning (sample)',
  founder: 'Ingrid Solheim',
  organizationNumber: '000 000 000',
  /** The seller's postal address, as receipts must show it. */
  address: 'Sample street 1, 0001 Oslo, Norway',
  email: 'hello@example.com',
  phone: '+47 00 00 00 00',
  copyrightYear: 2026,
  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/' },
    { name: 'LinkedIn', url: 'https://www.linkedin.com/' },
  ],
  /** Only words a client gave leave to print. */
  testimonials: {
    home: {
      words:
        'We came home with fewer photographs than usual, and more to say about every one of them.',
      client: 'Client name',
      about: 'private journey, western Norway',
    },
    artistry: {
      words: 'The boatman knew our names, and that we did not want to talk before coffee.',
      client: 'Client name',
      about: 'private journey, northern Norway',
    },
  },
  /** The house shown under Mastery. `logo`: a file in client/public, as `/logo.svg`; '' for none yet. */
  clientHouse: { name: 'Client logo', logo: '' },
} as const

export const phoneLink = `tel:${business.phone.replaceAll(/[^+\d]/g, '')}`

/** A letter to the business, its subject already written. */
export function mailLink(subject?: string): string {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return `mailto:${business.email}${query}`
}
