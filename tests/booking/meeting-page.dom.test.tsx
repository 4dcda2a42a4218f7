import { cleanup, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MeetingPage } from '#client/booking/meeting-page.tsx'
import type { BookingView } from '#shared/booking/api.ts'
import { buildBookingView } from '#tests/support/booking/booking-view.ts'
import { buildSiteConfig } from '#tests/support/components/site-config.ts'
import { renderRoutes } from '#tests/support/components/site-router.tsx'
import { type StubAnswers, stubServer } from '#tests/support/components/stub-server.ts'
import { user } from '#tests/support/components/user.ts'

vi.mock('#client/booking/booking-flow.tsx', () => ({
  BookingFlow: ({ service }: { service: { title: string } }) => <p>Booking {service.title}</p>,
}))

const NOW = Date.parse('2026-11-21T12:00:00Z')
const id = 'AbCdEfGhIjKlMnOpQrStUv'

const booking = buildBookingView({
  status: 'awaiting_payment',
  payment: 'pending',
  holdExpiresAt: '2026-11-21T12:10:00.000Z',
})

function open(address: string, answers: StubAnswers) {
  stubServer({ 'get-config': () => [200, buildSiteConfig()], ...answers })
  renderRoutes(
    [
      { path: '/meeting', element: <MeetingPage PaymentStep={() => <p>The payment step</p>} /> },
      { path: '/booking/manage', element: <h1>The booking itself</h1> },
    ],
    address,
  )
}

const unknownBooking: StubAnswers = {
  'get-booking': () => [404, { error: 'Failed to load this booking' }],
}
const knownBooking = (view: Partial<BookingView>): StubAnswers => ({
  'get-booking': () => [200, { ...booking, ...view }],
})

const NOT_FOUND = 'There is no booking at this address.'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
})

describe('The link to resume a booking', () => {
  test.each([
    ['that nobody knows', `/meeting?retry=${id}`],
    ['of no readable form', '/meeting?retry=12'],
    ['without an id', '/meeting?retry='],
  ])(
    '%s shows that no booking was found, and starts a new one only on request',
    async (_, address) => {
      open(address, unknownBooking)
      expect(await screen.findByRole('heading', { name: NOT_FOUND })).toBeVisible()
      expect(screen.queryByText(/^Booking /)).not.toBeInTheDocument()
      await user.click(screen.getByRole('link', { name: 'Start a new booking' }))
      expect(await screen.findByText('Booking Initial Consultation')).toBeVisible()
      expect(location.search).toBe('')
    },
  )

  test.each([
    'expired',
    'cancelled',
    'completed',
    'no_show',
    'requested',
    'needs_new_time',
  ] as const)('leads to the booking’s own page if the booking is %s', async (status) => {
    open(`/meeting?retry=${id}`, knownBooking({ status, holdExpiresAt: null }))
    expect(await screen.findByText('The booking itself')).toBeVisible()
    expect(location.search).toBe(`?id=${id}`)
  })

  test('continues with the payment if the booking is on hold', async () => {
    open(`/meeting?retry=${id}`, knownBooking({}))
    expect(await screen.findByText('Booking Bespoke Planning')).toBeVisible()
    expect(location.search).toBe(`?retry=${id}&step=payment`)
  })

  test('starts a new booking if it also names a service', async () => {
    open(`/meeting?retry=${id}&service=bespoke-planning`, knownBooking({ status: 'expired' }))
    expect(await screen.findByText('Booking Bespoke Planning')).toBeVisible()
    cleanup()
    open(`/meeting?retry=${id}&service=bespoke-planning`, unknownBooking)
    expect(await screen.findByText('Booking Bespoke Planning')).toBeVisible()
  })

  test('can be retried if the booking could not be loaded', async () => {
    let isThere = false
    open(`/meeting?retry=${id}`, {
      'get-booking': () => (isThere ? [200, booking] : [503, { error: 'Later' }]),
    })
    expect(await screen.findByRole('heading', { name: 'Your booking did not load' })).toBeVisible()
    isThere = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Booking Bespoke Planning')).toBeVisible()
  })
})
