import type { BookingRecord } from '#shared/booking/booking-record.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { getServiceTitle } from '#shared/content/services.ts'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'

/** A confirmed free booking as the owner sees it, Wednesday 25 November 2026, 16:00 in Oslo. */
export function buildDeskBooking(over: Partial<DeskBooking> = {}): DeskBooking {
  const start = over.start ?? '2026-11-25T15:00:00.000Z'
  const { serviceType = 'initial-consultation' } = over
  return {
    id: 'Qm9va2luZy1vZi10ZXN0cw',
    serviceType,
    serviceTitle: getServiceTitle(serviceType),
    durationMinutes: 30,
    status: 'confirmed',
    date: '2026-11-25',
    timeSlot: '10:00',
    timezone: 'America/New_York',
    seenOffset: null,
    destinations: ['Norway', 'Iceland'],
    otherDestination: '',
    clientName: 'Elisabeth Vance',
    clientEmail: 'elisabeth@example.com',
    clientPhone: '+1 555 010 0134',
    message: 'We are two, travelling in the first half of March.',
    start,
    end: new Date(Date.parse(start) + 1_800_000).toISOString(),
    ownerZone: 'Europe/Oslo',
    payment: 'none',
    amount: 0,
    currency: 'nok',
    purchase: null,
    paidAt: null,
    demo: false,
    refunded: 0,
    refundable: 0,
    waitingRefunds: [],
    failedRefunds: [],
    refusedRefunds: [],
    refundsElsewhere: [],
    disputes: [],
    locationKind: 'video_room',
    meetingUrl: 'https://video.example/room',
    address: '',
    holdExpiresAt: null,
    blocksSlot: true,
    overCapSender: null,
    guestChanges: [],
    reference: 'Qm9va2luZy1vZi10ZXN0cw',
    createdAt: '2026-11-19T20:04:00.000Z',
    offers: [],
    clash: null,
    history: [
      {
        at: '2026-11-19T20:04:00.000Z',
        kind: 'booking',
        text: 'Booked on the website, from New York',
      },
    ],
    version: 'confirmed.none.0.0',
    ...over,
  }
}

/** The same booking as a device pulls it. */
export function buildBookingChange(over: Partial<DeskBooking> = {}): ReadOnlyChange {
  const {
    id,
    ownerZone: _zone,
    reference: _reference,
    clash: _clash,
    history,
    guestChanges,
    ...rest
  } = buildDeskBooking(over)
  const data: BookingRecord = {
    ...rest,
    occupiedUntil: Date.parse(rest.end),
    acceptedClashes: [],
    isFree: rest.amount === 0,
    guestChanges: guestChanges.map(({ isSeen: _isSeen, ...change }) => change),
    history: history.map(({ at, kind, text }, index) => ({
      key: index === 0 ? 'made' : `event ${index}`,
      at: Date.parse(at),
      kind,
      text: [text],
    })),
  }
  return { coll: 'booking', id, seq: 1, data }
}
