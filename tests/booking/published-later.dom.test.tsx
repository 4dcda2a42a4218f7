import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MyBookings } from '#client/account/account-page.tsx'
import { ManagePage } from '#client/booking/manage/manage-page.tsx'
import { MeetingPage } from '#client/booking/meeting-page.tsx'
import type { PaymentStepProps } from '#client/lib/data/payment-step-props.ts'
import { SuccessPage } from '#client/payment/return/success-page.tsx'
import type { BookingView } from '#shared/booking/api.ts'
import { toBookedService } from '#shared/booking/booked-service.ts'
import { setSiteContent } from '#shared/content/site-content.ts'
import { formatPrice } from '#shared/lib/money.ts'
import { buildBookingView } from '#tests/support/booking/booking-view.ts'
import { dinner, laterDinners } from '#tests/support/booking/published-services.ts'
import { buildSiteConfig } from '#tests/support/components/site-config.ts'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { stubServer } from '#tests/support/components/stub-server.ts'
import { user } from '#tests/support/components/user.ts'
import { untouchedSite } from '#tests/support/run/site-content.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

const booking: BookingView = {
  ...buildBookingView({ end: '2026-11-26T14:30:00.000Z', amount: 250_000 }),
  serviceType: 'private-dinner',
  service: toBookedService(dinner),
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
})
afterEach(() => setSiteContent(untouchedSite))

/** A payment step that shows what it is given. */
function BillOnly({ service }: PaymentStepProps) {
  return <p>{`${service.feeLabel}: ${formatPrice(service.amount, service.currency)}`}</p>
}

function open(address: string, view: Partial<BookingView> = {}) {
  const requests = stubServer({
    'get-config': () => [200, buildSiteConfig()],
    'get-booking': () => [200, { ...booking, ...view }],
    'verify-payment': () => [200, { paid: true }],
    'get-availability': () => [
      200,
      {
        ...{ slots: ['2026-11-24T10:00:00.000Z'], timeZone: 'Europe/Oslo', scheduleVersion: 1 },
        ...{ bookableTo: '2027-02-19', generatedAt: '2026-11-21T12:00:00.000Z' },
      },
    ],
  })
  renderRoutes(
    [
      { path: '/booking/manage', element: <ManagePage PaymentStep={BillOnly} /> },
      { path: '/meeting', element: <MeetingPage PaymentStep={BillOnly} /> },
      { path: '/booking/success', Component: SuccessPage },
    ],
    address,
  )
  return requests
}

const readPage = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''
const manage = `/booking/manage?id=${booking.id}&sig=s`
const held: Partial<BookingView> = {
  ...{ status: 'awaiting_payment', payment: 'pending' },
  holdExpiresAt: '2026-11-21T12:10:00.000Z',
}

describe.each(laterDinners)('A booking whose service later %s', (_what, publish) => {
  beforeEach(publish)

  test('has its own name and length on its page, where it can still be moved', async () => {
    const requests = open(manage)
    expect(await screen.findByRole('heading', { name: 'Private Dinner' })).toBeVisible()
    expect(readPage()).toContain('14:00 to 15:30')
    expect(readPage()).not.toContain('Supper')
    await user.click(screen.getByRole('button', { name: 'Move to another time' }))
    await screen.findByRole('table')
    const asked = requests.find(({ name }) => name === 'get-availability')
    expect(asked?.query).toMatchObject({ booking: booking.id })
    expect(screen.getByRole('link', { name: 'Request alternative time' })).toHaveAttribute(
      'href',
      expect.stringContaining('Private'),
    )
  })

  test('is paid for at its own price by its link', async () => {
    open(`${manage}&step=payment`, held)
    await user.click(await screen.findByRole('button', { name: /pay/i }))
    expect(await screen.findByText('Table fee: NOK 2,500')).toBeVisible()
  })

  test('has its own name on the page after the payment', async () => {
    open(`/booking/success?id=${booking.id}`)
    expect(await screen.findByText('Private Dinner')).toBeVisible()
  })

  test('has its own name in the account of its guest', async () => {
    const { id, status, start, timezone, seenOffset } = booking
    const mine = { id, status, start, timezone, seenOffset, manageUrl: manage }
    stubServer({
      'get-my-bookings': () => [200, [{ ...mine, serviceTitle: 'Private Dinner' }]],
    })
    render(
      <MemoryRouter>
        <MyBookings />
      </MemoryRouter>,
    )
    expect(await screen.findByText('Private Dinner')).toBeVisible()
  })
})

test('A booking whose service is gone resumes on its own page', async () => {
  const [, publish] = laterDinners[0] ?? []
  publish?.()
  open(`/meeting?retry=${booking.id}`, held)
  expect(await screen.findByRole('heading', { name: 'Private Dinner' })).toBeVisible()
  expect(location.pathname).toBe('/booking/manage')
})

test('A hold that is resumed after a change of the price is paid at its own price', async () => {
  const [, publish] = laterDinners[2] ?? []
  publish?.()
  open(`/meeting?retry=${booking.id}`, held)
  expect(await screen.findByText(/: NOK 2,500$/)).toBeVisible()
})
