import type { Service } from '#shared/content/service.ts'
import { OfferCard } from './artistry-page.tsx'
import { Engagement } from './mastery-page.tsx'

/** The card of a service, as on the page of its side. */
export function ServiceCard({ service }: { service: Service }) {
  return service.side === 'artistry' ? (
    <OfferCard service={service} />
  ) : (
    <Engagement service={service} />
  )
}
