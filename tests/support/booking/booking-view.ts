import type { BookingView } from '#shared/booking/api.ts'
import { buildBookedService } from '#tests/support/booking/booked-services.ts'
import { buildPurchase } from '#tests/support/payment/buyer.ts'

/** A paid and confirmed booking, as its guest sees it. */
export function buildBookingView(over: Partial<BookingView> = {}): BookingView {
  const { serviceType = 'bespoke-planning' } = over
  return {
    id: 'AbCdEfGhIjKlMnOpQrStUv',
    serviceType,
    service: buildBookedService(serviceType),
    status: 'confirmed',
    payment: 'paid',
    start: '2026-11-26T13:00:00.000Z',
    end: '2026-11-26T13:30:00.000Z',
    timezone: 'Europe/Oslo',
    seenOffset: null,
    ownerZone: 'Europe/Oslo',
    firstName: 'A',
    lastName: 'Guest',
    email: 'guest@example.com',
    phone: '+47 41209877',
    message: '',
    destinations: [],
    otherDestination: '',
    amount: 400_000,
    currency: 'nok',
    purchase: buildPurchase(),
    paidAt: null,
    withdrawal: null,
    demo: false,
    locationKind: 'video_room',
    meetingUrl: null,
    address: '',
    holdExpiresAt: null,
    blocksSlot: true,
    changePolicy: { open: true, until: '2026-11-25T13:00:00.000Z', refund: 0 },
    offers: [],
    refunded: 0,
    disputed: 0,
    ...over,
  }
}
