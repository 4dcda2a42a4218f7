/** Links that several pages share. */
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

/** Leads to `toFirstBooking`. */
export const BOOKING_LABEL = 'Book a consultation'

export interface InquiryPrompt {
  question: string
  link: string
}

export const inquiryPrompt: InquiryPrompt = {
  question: 'Prefer to write it all down?',
  link: 'Fill in the travel enquiry',
}

export const travelInquiryPrompt: InquiryPrompt = {
  question: 'Planning a journey instead?',
  link: 'Use the travel enquiry',
}
