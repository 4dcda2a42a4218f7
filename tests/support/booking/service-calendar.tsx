import { BookingFlow } from '#client/booking/booking-flow.tsx'
import type { ServiceType } from '#shared/content/service.ts'
import { getService } from '#shared/content/services.ts'
import { buildSiteConfig } from '#tests/support/components/site-config.ts'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { stubServer } from '#tests/support/components/stub-server.ts'

/** Opens the calendar of a service, in UTC, with what the server says about a range of dates; returns the log of requests. */
export function openCalendar(type: ServiceType, answer: (range: Record<string, string>) => object) {
  const common = { timeZone: 'UTC', scheduleVersion: 1, generatedAt: new Date().toISOString() }
  const requests = stubServer({
    'get-config': () => [200, buildSiteConfig()],
    'get-availability': ({ query }) => [200, { ...common, ...answer(query) }],
  })
  const element = (
    <BookingFlow
      service={getService(type)}
      PaymentStep={() => null}
      prepare={(draft) => ({ ...draft, zone: 'UTC' })}
    />
  )
  renderRoutes([{ path: '/service', element }], '/service')
  return requests
}
