import type { Service } from './service.ts'

// Names of fields, apart from what else is known of them, which contains the texts of an untouched site.

let findPageLabel = (_address: string): string | undefined => undefined

/** What a text of a page is called, by its address: `Home, opening, heading`. Undefined while the registry is not loaded. */
export function getPageLabel(address: string): string | undefined {
  return findPageLabel(address)
}

/** Called where the registry is loaded, which the desk's other tabs do without. */
export function setPageLabels(find: typeof findPageLabel): void {
  findPageLabel = find
}

export const businessLabels = {
  name: 'Name',
  nameMeaning: 'What the name means',
  legalName: 'Legal name',
  founder: 'Your name',
  organizationNumber: 'Organisation number',
  vatRegistered: 'In the Norwegian VAT register',
  inForetaksregisteret: 'In Foretaksregisteret',
  travelRole: 'For those who travel, you are',
  guarantor: 'Guarantor',
  guaranteeNumber: 'Number of the guarantee',
  address: 'Address',
  email: 'Email',
  phone: 'Telephone',
  social: 'Elsewhere',
} as const

export const serviceLabels = {
  title: 'Title',
  type: 'Address',
  durationMinutes: 'Length',
  pauseMinutes: 'Pause afterwards',
  amount: 'Price',
  isPerHour: 'Price per hour',
  currency: 'Currency',
  vat: 'VAT',
  buyers: 'Who may book',
  asksDestinations: 'Ask where they want to go',
  isShown: 'Shown on the site',
  side: 'Page',
  kicker: 'Word above it on Home',
  teaser: 'Sentence on Home',
  cardTitle: 'Title on the card',
  audience: 'After the title, in italics',
  description: 'Description',
  points: 'What is included',
  remark: 'Remark below',
  link: 'Words of the button',
  pageTitle: 'Title of its page',
  pageDescription: 'For search results',
  intro: 'First sentence of its page',
  covers: 'What it covers',
  feeLabel: 'Word for the price',
} as const satisfies { [Name in Exclude<keyof Service, 'id'>]: string }
