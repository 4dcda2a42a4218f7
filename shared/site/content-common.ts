import { photographs } from './owner/photographs.ts'
import { isSample } from './owner/samples.ts'

// Texts that several pages share. Text between asterisks is shown in italics.

export interface NavItem {
  label: string
  to: string
  /** Id of the section of Home about the same subject. */
  section?: 'services' | 'contact'
}

export const navigation: readonly NavItem[] = [
  { label: 'Home', to: '/' },
  { label: 'Services', to: '/services', section: 'services' },
  { label: 'About', to: '/about' },
  { label: 'Contact', to: '/contact', section: 'contact' },
]

export const bookingLink = { label: 'Book a consultation', to: '/service/initial-consultation' }

export const hostBookingLink = { label: 'Book an hour', to: '/service/business-consultancy' }

export const footerLine = [
  'Nordic journeys and hospitality counsel,',
  'made one at a time.',
] as const

/** Where a quotation comes from; a sample does not claim a permission that nobody gave. */
export const quotationNote = isSample('testimonials')
  ? 'A sample: only words that a client permits me to print will stand here.'
  : 'A client’s own words, printed with their permission.'

export const founderRole = 'Founder and principal consultant'

export interface InquiryPrompt {
  question: string
  link: string
}

export const inquiryPrompt: InquiryPrompt = {
  question: 'Prefer to write it all down?',
  link: 'Fill in the travel enquiry',
}

/** What stands for the owner on pages and in mails: the photograph, or the desk until there is one. */
export const portrait = {
  photograph: photographs.portrait,
  ...(photographs.portrait ?? {
    alt: 'A desk at night: a lamp, a sea chart with one route, a ruler, a pencil and a cup; a fjord in the window',
    caption: 'Pl. VI — The consultant’s desk',
  }),
}
