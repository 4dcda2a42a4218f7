import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { BookingFlow } from '#client/booking/booking-flow.tsx'
import type { ServiceType } from '#shared/content/service.ts'
import { getService } from '#shared/content/services.ts'
import { buildSiteConfig } from '#tests/support/components/site-config.ts'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { fillField, user } from '#tests/support/components/user.ts'

export const NOW = Date.parse('2026-12-01T08:00:00Z')
export const START = '2026-12-03T09:00:00.000Z'

export type Answer = (key: string) => Response | Promise<Response>

/** A server that offers one time; `answer` decides about bookings. */
export function stubSite(answer: Answer, start = START): Record<string, string>[] {
  const posted: Record<string, string>[] = []
  const calendar = { asOf: new Date(NOW).toISOString(), fresh: true, requestSlots: [] }
  const times = { slots: [start], timeZone: 'UTC', bookableTo: '2026-12-31', scheduleVersion: 1 }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (init.body instanceof URLSearchParams) {
      posted.push(Object.fromEntries(init.body))
      return answer(new Headers(init.headers).get('Idempotency-Key') ?? '')
    }
    if (address.includes('get-config')) return Response.json(buildSiteConfig())
    if (address.includes('get-availability'))
      return Response.json({ ...times, generatedAt: calendar.asOf, calendar })
    return Response.json({ code: 'not_found', error: 'Not found' }, { status: 404 })
  })
  return posted
}

export const received = {
  status: 'confirmed',
  bookingId: 'AbCdEfGhIjKlMnOpQrStUv',
  start: START,
  end: '2026-12-03T09:30:00.000Z',
  holdExpiresAt: null,
  blocksSlot: true,
  serviceTitle: 'Initial Consultation',
  price: { amount: 0, currency: 'nok', vat: null },
  manageUrl: '/booking/manage?id=AbCdEfGhIjKlMnOpQrStUv',
}

export const accept: Answer = (key) => Response.json({ ...received, key }, { status: 201 })
export const loseConnection: Answer = () => {
  throw new TypeError('Failed to fetch')
}

export const PATH = '/service/initial-consultation'

export function openPage(
  address = `${PATH}?step=details`,
  type: ServiceType = 'initial-consultation',
) {
  const element = (
    <BookingFlow
      service={getService(type)}
      PaymentStep={({ onPaid }) => (
        <button type="button" onClick={onPaid}>
          Pay
        </button>
      )}
      prepare={(draft) => ({
        ...draft,
        zone: 'UTC',
        ownerZone: 'UTC',
        start: draft.start ?? Date.parse(START),
      })}
    />
  )
  return renderRoutes([{ path: `/service/${type}`, element }], address)
}

export const field = (label: string) =>
  screen.findByLabelText<HTMLInputElement>(label, { exact: false })
export const type = async (label: string, value: string) => fillField(await field(label), value)
export const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))

export async function fillForm() {
  await type('First name', 'Elisabeth')
  await type('Last name', 'Sørbø')
  await type('Email', 'elisabeth@example.com')
  await type('Phone', '412 09 877')
  await type('Message', 'February?')
  await user.click(screen.getByRole('checkbox', { name: /I accept/ }))
}
