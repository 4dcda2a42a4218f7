/** Invented values of this file that the owner has not replaced yet, in words. */
export const samples: string[] = []

/** Marks an invented value; write your own in place of the whole call. */
function sample<T>(what: string, value: T): T {
  samples.push(what)
  return value
}

/**
 * Who the business is. Put your own values here before going online; pages, mails and receipts take
 * every name, address and number from this file. With a public address (`PUBLIC_URL`), pages leave
 * out what is still a sample, and the start of the server names it.
 */
export const business = {
  name: 'Lysning',
  /** Told on the About page; '' where there is nothing to tell. */
  nameMeaning:
    'The word is Norwegian, for a clearing in the forest, and for the first light of the day.',
  legalName: sample('legal name', 'Lysning (sample)'),
  founder: 'Ingrid Solheim',
  organizationNumber: sample('organisation number', '000 000 000'),
  /** The seller's postal address, as receipts must show it. */
  address: sample('postal address', 'Sample street 1, 0001 Oslo, Norway'),
  email: sample('email address', 'hello@example.com'),
  phone: sample('phone number', '+47 00 00 00 00'),
  copyrightYear: 2026,
  social: sample('social profiles', [
    { name: 'Instagram', url: 'https://www.instagram.com/' },
    { name: 'LinkedIn', url: 'https://www.linkedin.com/' },
  ]),
  /** Only words a client gave leave to print. */
  testimonials: sample('testimonials', {
    home: {
      words:
        'We came home with fewer photographs than usual, and more to say about every one of them.',
      client: 'Helen and Marc D.',
      about: 'private journey, western Norway',
    },
    artistry: {
      words: 'The boatman knew our names, and that we did not want to talk before coffee.',
      client: 'Thomas W.',
      about: 'private journey, northern Norway',
    },
  }),
  /** The house shown under Mastery; `logo` is a file in client/public, such as `/logo.svg`. */
  clientHouse: sample('client logo', { name: '', logo: '' }),
}

export function isSample(what: string): boolean {
  return samples.includes(what)
}

export const phoneLink = `tel:${business.phone.replaceAll(/[^+\d]/g, '')}`

/** A letter to the business, its subject already written. */
export function mailLink(subject?: string): string {
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return `mailto:${business.email}${query}`
}
