import { catalogue, isServiceType, type ServiceType } from '#shared/booking/catalogue.ts'
import { getSeller } from '#shared/payment/seller.ts'
import { decideVat, HOME_COUNTRY } from '#shared/payment/vat.ts'
import { artistryHero, offers } from '#shared/site/content-artistry.ts'
import { founderRole } from '#shared/site/content-common.ts'
import { engagements, masteryHero } from '#shared/site/content-mastery.ts'
import { business } from '#shared/site/owner/business.ts'
import { journeys, type SampleJourney } from '#shared/site/owner/journeys.ts'
import type { PageInfo } from '#shared/site/pages.ts'

const CONTEXT = 'https://schema.org'

/** The page's structured data for search engines (schema.org). */
export function structuredData(page: PageInfo, origin = ''): object[] {
  return listEntities(page, origin).map((entity) => ({ '@context': CONTEXT, ...entity }))
}

function listEntities(page: PageInfo, origin: string): object[] {
  const service = (type: ServiceType, path: string) => ({
    ...buildService(type, `${origin}${path}`),
    provider: buildProvider(origin),
  })
  switch (page.path) {
    case '/':
      return [
        { '@type': 'WebSite', name: business.name, url: `${origin}/`, inLanguage: 'en-GB' },
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
        service('initial-consultation', offers.consultation.to),
        service('bespoke-planning', offers.planning.to),
        ...(journeys?.map((journey) => buildTrip(journey, origin)) ?? []),
        buildBreadcrumbs(page, origin),
      ]
    case '/services/hospitality-consultancy':
      return [
        service('business-consultancy', engagements.consultation.to),
        buildBreadcrumbs(page, origin),
      ]
    default: {
      const type = page.path.replace('/service/', '')
      return isServiceType(type) ? [service(type, page.path), buildBreadcrumbs(page, origin)] : []
    }
  }
}

function buildProvider(origin: string): object {
  return { '@type': 'ProfessionalService', name: business.name, url: `${origin}/` }
}

function buildBusiness({ description }: PageInfo, origin: string): object {
  const { legalName, email, phone, address, founder, social } = business
  return {
    ...buildProvider(origin),
    ...(legalName && { legalName }),
    description,
    logo: `${origin}/icons/icon-512.png`,
    image: `${origin}/og/home.png`,
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...(address && { address }),
    areaServed: ['Norway', 'Denmark', 'Sweden', 'Iceland'],
    ...(founder && { founder: { '@type': 'Person', name: founder, jobTitle: founderRole } }),
    ...(social && { sameAs: social.map(({ url }) => url) }),
  }
}

function buildFounder(origin: string): object[] {
  if (business.founder === null) return []
  return [
    {
      '@type': 'Person',
      name: business.founder,
      jobTitle: founderRole,
      url: `${origin}/about`,
      worksFor: buildProvider(origin),
    },
  ]
}

/** The pages from Home to this one, as search results show them. */
function buildBreadcrumbs({ path, title }: PageInfo, origin: string): object {
  const steps = [
    { name: business.name, item: `${origin}/` },
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

function buildTrip({ slug, title, moments, from, length, season }: SampleJourney, origin: string) {
  return {
    '@type': 'TouristTrip',
    name: title,
    description: `${length}, ${season}. ${moments.join('. ')}.`,
    provider: buildProvider(origin),
    offers: {
      '@type': 'AggregateOffer',
      lowPrice: from.amount / 100,
      priceCurrency: from.currency.toUpperCase(),
      url: `${origin}/service/initial-consultation?journey=${slug}`,
    },
  }
}

interface ServiceText {
  serviceType: string
  description: string
  /** Unit of the price, as a UN/CEFACT code; absent if the price is for the whole service. */
  unitCode?: 'HUR'
}

const serviceTexts: Record<ServiceType, ServiceText> = {
  'initial-consultation': {
    serviceType: artistryHero.kicker,
    description: offers.consultation.description,
  },
  'bespoke-planning': {
    serviceType: artistryHero.kicker,
    description: offers.planning.description,
  },
  'business-consultancy': {
    serviceType: masteryHero.kicker,
    description: engagements.consultation.description,
    unitCode: 'HUR',
  },
}

function buildService(type: ServiceType, url: string): object {
  const { title, amount, currency, vat } = catalogue[type]
  const isRegistered = business.vatRegistered === true
  const home = decideVat(vat, { isRegistered, country: HOME_COUNTRY })
  const { unitCode, ...described } = serviceTexts[type]
  const price = { price: amount / 100, priceCurrency: currency.toUpperCase() }
  return {
    '@type': 'Service',
    name: title,
    ...described,
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
        ...(unitCode ? { unitCode } : {}),
      },
    },
  }
}
