import type { SampleJourney } from '#shared/content/registry.ts'
import type { Service } from '#shared/content/service.ts'
import { findService, listServices, toFirstBooking } from '#shared/content/services.ts'
import { getBusiness, getTexts } from '#shared/content/site-content.ts'
import { getSeller } from '#shared/payment/seller.ts'
import { decideVat, HOME_COUNTRY } from '#shared/payment/vat.ts'
import { describeGuarantee } from '#shared/site/guarantee.ts'
import type { PageInfo } from '#shared/site/pages.ts'
import { picturePath } from './head.ts'

const CONTEXT = 'https://schema.org'

/** The page's structured data for search engines (schema.org). */
export function structuredData(page: PageInfo, origin = ''): object[] {
  return listEntities(page, origin).map((entity) => ({ '@context': CONTEXT, ...entity }))
}

function listEntities(page: PageInfo, origin: string): object[] {
  const describe = (service: Service) => ({
    ...buildService(service, `${origin}/service/${service.type}`),
    provider: buildProvider(origin),
  })
  switch (page.path) {
    case '/':
      return [
        { '@type': 'WebSite', name: getBusiness().name, url: `${origin}/`, inLanguage: 'en-GB' },
        buildBusiness(page, origin),
      ]
    case '/about':
      return [...buildFounder(origin), buildBreadcrumbs(page, origin)]
    case '/contact':
      return [
        { '@type': 'ContactPage', name: page.title, url: `${origin}/contact` },
        buildBreadcrumbs(page, origin),
      ]
    case '/services/nordic-luxury-travel':
      return [
        ...listServices('artistry').map(describe),
        ...(getTexts('artistry').journeys.list?.map((journey) => buildTrip(journey, origin)) ?? []),
        buildBreadcrumbs(page, origin),
      ]
    case '/services/hospitality-consultancy':
      return [...listServices('mastery').map(describe), buildBreadcrumbs(page, origin)]
    default: {
      const service = findService(page.path.replace('/service/', ''))
      return service ? [describe(service), buildBreadcrumbs(page, origin)] : []
    }
  }
}

function buildProvider(origin: string): object {
  return { '@type': 'ProfessionalService', name: getBusiness().name, url: `${origin}/` }
}

function buildBusiness({ description }: PageInfo, origin: string): object {
  const { legalName, email, phone, address, founder, social } = getBusiness()
  return {
    ...buildProvider(origin),
    ...(legalName && { legalName }),
    description,
    logo: `${origin}/icons/icon-512.png`,
    image: `${origin}${picturePath('fjord')}`,
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...(address && { address }),
    areaServed: ['Norway', 'Denmark', 'Sweden', 'Iceland'],
    ...(founder && {
      founder: { '@type': 'Person', name: founder, jobTitle: getTexts('common').owner.role },
    }),
    ...(social && { sameAs: social.map(({ url }) => url) }),
  }
}

function buildFounder(origin: string): object[] {
  const { founder } = getBusiness()
  if (founder === null) return []
  return [
    {
      '@type': 'Person',
      name: founder,
      jobTitle: getTexts('common').owner.role,
      url: `${origin}/about`,
      worksFor: buildProvider(origin),
    },
  ]
}

/** The pages from Home to this one, as search results show them. */
function buildBreadcrumbs({ path, title }: PageInfo, origin: string): object {
  const steps = [
    { name: getBusiness().name, item: `${origin}/` },
    ...(path.startsWith('/services/') ? [{ name: 'Services', item: `${origin}/services` }] : []),
    { name: title, item: `${origin}${path}` },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      ...step,
    })),
  }
}

function buildTrip(
  { slug, title, moments, amount, length, season }: SampleJourney,
  origin: string,
) {
  return {
    '@type': 'TouristTrip',
    name: title,
    description: `${length}, ${season}. ${moments.join('. ')}.`,
    provider: buildProvider(origin),
    ...(describeGuarantee() && {
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: amount / 100,
        priceCurrency: 'NOK',
        url: `${origin}${toFirstBooking('artistry', `?journey=${slug}`)}`,
      },
    }),
  }
}

/** Unit of a price for an hour, as a UN/CEFACT code. */
const HOUR = 'HUR'

const kinds = { artistry: 'Artistry', mastery: 'Mastery' } as const

function buildService(service: Service, url: string): object {
  const { title, amount, currency, vat, side, description, isPerHour } = service
  const isRegistered = getBusiness().vatRegistered === true
  const home = decideVat(vat, { isRegistered, country: HOME_COUNTRY })
  const price = { price: amount / 100, priceCurrency: currency.toUpperCase() }
  return {
    '@type': 'Service',
    name: title,
    serviceType: kinds[side],
    description,
    url,
    offers: {
      '@type': 'Offer',
      ...price,
      url,
      // A paid service without a seller cannot be booked online.
      ...(amount === 0 || getSeller() ? { availability: `${CONTEXT}/InStock` } : {}),
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        ...price,
        ...(home.rate > 0 ? { valueAddedTaxIncluded: true } : {}),
        ...(isPerHour ? { unitCode: HOUR } : {}),
      },
    },
  }
}
