import { type PagePath, pageTitles, toDocumentTitle } from '#shared/content/pages/page-titles.ts'
import type { SiteTexts } from '#shared/content/registry.ts'
import type { Service } from '#shared/content/service.ts'
import { listServices } from '#shared/content/services.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { formatListedTaxNote } from '#shared/payment/seller.ts'

/** The illustration that a page's picture for shared links is made from. */
export type PagePicture =
  | 'study'
  | 'harbour'
  | 'fjord'
  | 'arch'
  | 'arch-night'
  | 'sheet'
  | 'taiga'
  | 'lodge'

/** Where a service is booked. */
type ServicePath = `/service/${string}`

export interface PageInfo {
  /** The canonical address, without the site's origin. */
  path: PagePath | ServicePath
  /** The title in the browser's tab. */
  title: string
  /** One or two sentences for search results and shared links; at most 160 characters. */
  description: string
  picture: PagePicture
  /** Whether search engines may list the page. */
  isIndexed: boolean
}

/** `NOK 1,500/hour, VAT included` */
function formatServicePrice(service: Service): string {
  const price = formatPrice(service.amount, service.currency)
  return [price + (service.isPerHour ? '/hour' : ''), formatListedTaxNote(service)]
    .filter(Boolean)
    .join(', ')
}

const pictures: Partial<Record<string, PagePicture>> = {
  'initial-consultation': 'fjord',
  'bespoke-planning': 'arch-night',
}

function toServicePage(service: Service): PageInfo {
  const { type, side, pageTitle, pageDescription, intro, description } = service
  const summary = pageDescription || intro || description
  return {
    path: `/service/${type}`,
    title: toDocumentTitle(pageTitle),
    description: summary.replaceAll('{price}', formatServicePrice(service)),
    picture: pictures[type] ?? (side === 'mastery' ? 'sheet' : 'arch-night'),
    isIndexed: true,
  }
}

type PageText = Omit<PageInfo, 'path' | 'title'>

/** A page about a person's own booking or account, which search engines must not list. */
function personalPage(description: string, picture: PagePicture): PageText {
  return { description, picture, isIndexed: false }
}

function publicPage(description: string, picture: PagePicture): PageText {
  return { description, picture, isIndexed: true }
}

const pageTexts: Record<PagePath, PageText> = {
  '/': publicPage(
    'Private journeys through the Nordic countries, and counsel for the boutique houses that welcome them. Each one made for the people in it.',
    'fjord',
  ),
  '/about': publicPage(
    'The work of one person: walking a valley before recommending it, sleeping in the room before sending a guest there.',
    'study',
  ),
  '/services': publicPage(
    'One hand, two disciplines: private travel planning in the Nordic countries, and strategy for brands, lodges and retreats.',
    'arch',
  ),
  '/services/nordic-luxury-travel': publicPage(
    'A journey drawn around you, in Norway, Denmark, Sweden, Iceland and their neighbours. Begin with a complimentary half hour by video.',
    'arch-night',
  ),
  '/services/hospitality-consultancy': publicPage(
    'Strategy for houses that would rather be remembered than be everywhere. By the hour, or as a longer engagement scoped with you.',
    'sheet',
  ),
  '/contact': publicPage(
    'Tell me a little: a season, a feeling, a building you cannot stop thinking about. One person reads every message.',
    'harbour',
  ),
  '/inquiry-form': publicPage(
    'The long form, for those who like to think on paper. Saved on your device as you write, and sent when you choose.',
    'arch',
  ),
  '/terms': publicPage(
    'The terms of my consultations and services: booking, payment, cancelling up to 24 hours before, and the law of Norway.',
    'lodge',
  ),
  '/privacy-policy': publicPage(
    'What I keep about you, why, for how long, and how to see or delete it.',
    'lodge',
  ),
  '/meeting': personalPage('Choose a date and a time for a consultation.', 'fjord'),
  '/booking/success': personalPage('The result of a payment.', 'taiga'),
  '/booking/cancel': personalPage('A payment was cancelled; nothing was charged.', 'lodge'),
  '/booking/manage': personalPage('See, move or cancel a booking.', 'fjord'),
  '/on-this-device': personalPage(
    'What is waiting to be sent from this device, and what was sent.',
    'lodge',
  ),
  '/auth/callback': personalPage('Confirms an email address.', 'lodge'),
  '/account': personalPage('Your sign-in details and devices.', 'lodge'),
  '/journey': personalPage('A journey, for its guests alone.', 'lodge'),
  '/admin': personalPage('For the owner.', 'lodge'),
}

/** Every page of the site, for the page heads, the sitemap and the pictures for shared links. */
export function listPages(): PageInfo[] {
  const fixed = (Object.keys(pageTitles) as PagePath[]).map((path) => ({
    path,
    title: toDocumentTitle(pageTitles[path]),
    ...pageTexts[path],
  }))
  return [...fixed, ...listServices().map(toServicePage)]
}

/** A prerendered page, passed from the renderer to the program that writes the HTML files. */
export interface RenderedPage {
  html: string
  /** The pages whose texts it shows. */
  texts: (keyof SiteTexts)[]
  /** Pattern of the route, by which the browser checks that the HTML is of the page to hydrate. */
  route: string
  /** The modules that the page is made of, by their file names in the renderer's build. */
  modules: string[]
  /** Modules whose styles the page links, and whose code loads later. */
  deferredModules: string[]
}
