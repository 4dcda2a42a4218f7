import { getBusiness } from '#shared/content/site-content.ts'

/** Titles of all pages. Descriptions are in `pages.ts`, because the browser does not need them. */
export const pageTitles = {
  '/': 'Nordic experiences, masterfully crafted',
  '/about': 'About',
  '/services': 'Services',
  '/services/nordic-luxury-travel': 'Artistry: private Nordic travel',
  '/services/hospitality-consultancy': 'Mastery: hospitality consultancy',
  '/contact': 'Contact',
  '/inquiry-form': 'Travel enquiry',
  '/terms': 'Terms of Use',
  '/privacy-policy': 'Privacy Policy',
  '/meeting': 'Book a Consultation',
  '/booking/success': 'Payment',
  '/booking/cancel': 'Payment Cancelled',
  '/booking/manage': 'Your booking',
  '/on-this-device': 'On this device',
  '/auth/callback': 'Signing in',
  '/account': 'Your account',
  '/journey': 'Your journey',
  '/admin': 'Admin',
} as const

export type PagePath = keyof typeof pageTitles

/** The full title for the browser's tab and search results. */
export function toDocumentTitle(title: string): string {
  return `${title} · ${getBusiness().name}`
}
