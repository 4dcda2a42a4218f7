import { catalogue, isServiceType, type ServiceType } from '#shared/booking/catalogue.ts'
import { business } from '#shared/site/business.ts'
import { artistryHero, offers } from '#shared/site/content-artistry.ts'
import { founderRole } from '#shared/site/content-common.ts'
import { engagements, masteryHero } from '#shared/site/content-mastery.ts'
import type { PageInfo } from '#shared/site/pages.ts'

const CONTEXT = 'https://schema.org'

/** What a page says to search engines in their own words (schema.org). */
export function structuredData(page: PageInfo, origin = ''): object[] {
  const provider = { '@type': 'ProfessionalService', name: business.name, url: `${origin}/` }
  const service = (type: ServiceType, path: string) => ({
    '@context': CONTEXT,
    ...serviceData(type, `${origin}${path}`),
    provider,
  })
  if (page.path === '/') return [businessData(page, origin)]
  if (page.path === '/services/nordic-luxury-travel') {
    const { consultation, planning } = offers
    return [
      service('initial-consultation', consultation.to),
      service('bespoke-planning', planning.to),
    ]
  }
  if (page.path === '/services/hospitality-consultancy')
    return [service('business-consultancy', engagements.consultation.to)]
  const type = page.path.replace('/service/', '')
  return isServiceType(type) ? [service(type, page.path)] : []
}

function businessData({ description }: PageInfo, origin: string): object {
  return {
    '@context': CONTEXT,
    '@type': 'ProfessionalService',
    name: business.name,
    legalName: business.legalName,
    description,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    image: `${origin}/og/home.png`,
    email: business.email,
    telephone: business.phone,
    address: business.address,
    areaServed: ['Norway', 'Denmark', 'Sweden', 'Iceland'],
    founder: { '@type': 'Person', name: business.founder, jobTitle: founderRole },
    sameAs: business.social.map(({ url }) => url),
  }
}

interface Words {
  serviceType: string
  description: string
  /** What the price buys, as UN/CEFACT names it; a whole piece of work where left out. */
  unitCode?: 'HUR'
}

const words: Record<ServiceType, Words> = {
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

function serviceData(type: ServiceType, url: string): object {
  const { title, amount, currency } = catalogue[type]
  const { unitCode, ...described } = words[type]
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
      availability: `${CONTEXT}/InStock`,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        ...price,
        valueAddedTaxIncluded: true,
        ...(unitCode ? { unitCode } : {}),
      },
    },
  }
}
