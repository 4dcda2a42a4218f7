import { catalogue, type ServiceType } from '#shared/booking/catalogue.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { documentTitle, type PagePath, titles } from './titles.ts'

/** The illustration that a page's picture for shared links is made from. */
type PagePicture = 'fjord' | 'arch' | 'arch-night' | 'sheet' | 'birch' | 'taiga' | 'lodge'

export interface PageInfo {
  /** The canonical address, without the site's origin. */
  path: PagePath
  /** The title in the browser's tab. */
  title: string
  /** One or two sentences for search results and shared links; at most 160 characters. */
  description: string
  picture: PagePicture
  /** Whether search engines may list the page. */
  index: boolean
}

function priceOf(type: ServiceType): string {
  return formatPrice(catalogue[type].amount, catalogue[type].currency)
}

type Words = Omit<PageInfo, 'path' | 'title'>

/** A page about a person's own booking or account, which search engines must not list. */
function personal(description: string, picture: PagePicture): Words {
  return { description, picture, index: false }
}

function listed(description: string, picture: PagePicture): Words {
  return { description, picture, index: true }
}

const words: Record<PagePath, Words> = {
  '/': listed(
    'Private journeys through the Nordic countries, and counsel for the boutique houses that welcome them. Each one made for the people in it.',
    'fjord',
  ),
  '/about': listed(
    'The work of one person: walking a valley before recommending it, sleeping in the room before sending a guest there.',
    'birch',
  ),
  '/services': listed(
    'One hand, two disciplines: private travel planning in the Nordic countries, and strategy for brands, lodges and retreats.',
    'arch',
  ),
  '/services/nordic-luxury-travel': listed(
    'A journey drawn around you, in Norway, Denmark, Sweden, Iceland and their neighbours. Begin with a complimentary half hour by video.',
    'arch-night',
  ),
  '/services/hospitality-consultancy': listed(
    'Strategy for houses that would rather be remembered than be everywhere. By the hour, or as a longer engagement scoped with you.',
    'sheet',
  ),
  '/contact': listed(
    'Tell us a little: a season, a feeling, a building you cannot stop thinking about. One person reads every message.',
    'fjord',
  ),
  '/inquiry-form': listed(
    'The long form, for those who like to think on paper. Saved on your device as you write, and sent when you choose.',
    'arch',
  ),
  '/terms': listed(
    'The terms of our consultations and services: booking, payment, cancelling up to 24 hours before, and the law of Norway.',
    'lodge',
  ),
  '/privacy-policy': listed(
    'What we keep about you, why, for how long, and how to see or delete it.',
    'lodge',
  ),
  '/service/initial-consultation': listed(
    'Choose a time for a complimentary 30-minute video call about your journey in the North.',
    'fjord',
  ),
  '/service/bespoke-planning': listed(
    `Choose a time to begin the planning of your journey. Planning fee ${priceOf('bespoke-planning')}, VAT included.`,
    'arch-night',
  ),
  '/service/business-consultancy': listed(
    `Choose a time for one hour on the question that keeps returning to your house. From ${priceOf('business-consultancy')}/hour, VAT included.`,
    'sheet',
  ),
  '/meeting': personal('Choose a date and a time for a consultation.', 'fjord'),
  '/booking/success': personal('The result of a payment.', 'taiga'),
  '/booking/cancel': personal('A payment was cancelled; nothing was charged.', 'lodge'),
  '/booking/manage': personal('See, move or cancel a booking.', 'fjord'),
  '/on-this-device': personal(
    'What is waiting to be sent from this device, and what was sent.',
    'lodge',
  ),
  '/auth/callback': personal('Confirms an email address.', 'lodge'),
  '/account': personal('Your sign-in details and devices.', 'lodge'),
  '/admin': personal('For the owner.', 'lodge'),
}

/** Every page of the site, for the page heads, the sitemap and the pictures for shared links. */
export const pages: readonly PageInfo[] = (Object.keys(titles) as PagePath[]).map((path) => ({
  path,
  title: documentTitle(titles[path]),
  ...words[path],
}))

/** A prerendered page, passed from the renderer to the program that writes the HTML files. */
export interface RenderedPage {
  html: string
  /** Pattern of the route, by which the browser checks that the HTML is of the page to hydrate. */
  route: string
  /** The modules that the page is made of, by their file names in the renderer's build. */
  modules: string[]
  /** Modules whose styles the page links, and whose code loads later. */
  later: string[]
}
