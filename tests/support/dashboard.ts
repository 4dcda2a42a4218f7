import type { Call, Dashboard } from '#shared/desk/api.ts'

/** A Tuesday, 08:50 in Oslo. */
export const MORNING = Date.parse('2026-11-24T07:50:00Z')

export function buildCall(start: string, over: Partial<Call> = {}): Call {
  return {
    id: `call-${start}`,
    start,
    end: new Date(Date.parse(start) + 1_800_000).toISOString(),
    status: 'confirmed',
    payment: 'none',
    serviceType: 'initial-consultation',
    clientName: 'Claire Marchetti',
    timezone: 'Europe/Paris',
    seenOffset: null,
    locationKind: 'video_room',
    meetingUrl: 'https://lysning.daily.co/a-room',
    address: '',
    phone: '+47 41209877',
    ...over,
  }
}

/** A Tuesday with open hours and nothing else. */
export function buildDashboard(over: Partial<Dashboard> = {}): Dashboard {
  return {
    checkedAt: '2026-11-24T07:45:00.000Z',
    timeZone: 'Europe/Oslo',
    days: [
      {
        date: '2026-11-24',
        openHours: [{ start: '2026-11-24T08:00:00.000Z', end: '2026-11-24T16:00:00.000Z' }],
      },
      { date: '2026-11-28', openHours: [] },
    ],
    calls: [],
    busy: [],
    needsAttention: {
      mails: [],
      refunds: [],
      reversals: [],
      bookings: [],
      calendar: { notes: [], isSuddenlyEmpty: false },
    },
    floods: [],
    guestChanges: [],
    senders: [],
    month: {
      month: '2026-11',
      currency: 'nok',
      lastPaidAt: null,
      total: 0,
      vat: 0,
      refunded: 0,
      pendingRefundTotal: 0,
      payments: [],
      services: [],
    },
    connections: {
      mail: { delivers: true, lacks: null, sentToday: 0, failedToday: 0 },
      payment: { kind: 'card' },
      video: { configured: true, failedRooms: 0 },
      calendar: { state: 'none', syncedAt: null, failure: null },
    },
    oldZones: [],
    samples: [],
    ...over,
  }
}
