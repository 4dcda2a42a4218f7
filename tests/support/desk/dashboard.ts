import { readMoneyEvents } from '#server/payment/store.ts'
import { readSchedule } from '#server/schedule/store.ts'
import { createReadOnlyReaders } from '#server/wiring/owner-routes.ts'
import { toDeskBooking } from '#shared/booking/booking-record.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { toBookingMarkId } from '#shared/desk/booking-marks.ts'
import { buildDashboard, type Dashboard } from '#shared/desk/dashboard.ts'
import type { SiteState } from '#shared/desk/site-state.ts'
import { emptyFeedRecord, toFeedView } from '#shared/schedule/feed-api.ts'
import { toMarkId } from '#shared/submissions/mark-id.ts'
import { completeMarks } from '#shared/submissions/marks.ts'
import type { ReadOnlyCollection, ReadOnlyRecords } from '#shared/sync/read-only-collections.ts'
import { buildDeskBooking } from '#tests/support/booking/desk-booking.ts'
import { testKeys } from '#tests/support/server/keys.ts'
import type { Site } from '#tests/support/server/site.ts'

/** A Tuesday, 08:50 in Oslo. */
export const MORNING = Date.parse('2026-11-24T07:50:00Z')

export function buildCall(start: string, over: Partial<DeskBooking> = {}): DeskBooking {
  return buildDeskBooking({ id: `call-${start}`, start, clientName: 'Claire Marchetti', ...over })
}

/** A Tuesday with open hours and nothing else. */
export function buildQuietDashboard(over: Partial<Dashboard> = {}): Dashboard {
  return {
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
    tasks: [],
    mails: [],
    failedRooms: 0,
    refunds: [],
    reversals: [],
    guestChanges: [],
    senders: [],
    messages: { counts: { contact: 0, inquiry: 0 }, unreadCount: 0, latest: undefined },
    ...over,
  }
}

/** What the list of tasks gets beside the dashboard, with nothing open. */
export const quietAttention = {
  feed: toFeedView(emptyFeedRecord, MORNING),
  floods: { ...idle(), data: { floods: [] } },
  site: { data: undefined, state: 'none' as const },
  now: MORNING,
  desk: idle(),
}

function idle() {
  return {
    data: undefined,
    asOf: undefined,
    state: 'fresh' as const,
    refusal: undefined,
    reload: () => undefined,
  }
}

export function buildSiteState(over: Partial<SiteState> = {}): SiteState {
  return {
    checkedAt: '2026-11-24T07:45:00.000Z',
    mail: { delivers: true, lacks: null, sentToday: 0 },
    payment: 'card',
    createsRooms: true,
    samples: [],
    oldZones: [],
    ...over,
  }
}

/** The dashboard as a device derives it from the records that it pulls from this site. */
export async function readDashboard(site: Site): Promise<Dashboard> {
  const { now } = site.time
  const readers = createReadOnlyReaders({ readMoneyEvents, keys: testKeys })
  const readAll = async <Coll extends ReadOnlyCollection>(coll: Coll) => {
    const changes = site.db.read.selectFrom('desk_change').select('id').where('kind', '=', coll)
    const ids = (await changes.execute()).map(({ id }) => id)
    return (await readers[coll](site.db.read, ids)) as Map<string, ReadOnlyRecords[Coll]>
  }
  const schedule = await readSchedule(site.db.read)
  const busy = [...(await readAll('busy-times')).values()].flat()
  const money = await readAll('booking-money')
  const marks = await site.db.read
    .selectFrom('record')
    .select(['id', 'data'])
    .where('coll', 'in', ['booking-mark', 'submission-mark'])
    .execute()
  const readMark = (id: string): Record<string, unknown> => {
    const mark = marks.find((one) => one.id === id)
    return mark ? JSON.parse(mark.data) : {}
  }
  const bookings = [...(await readAll('booking'))].map(([id, record]) => {
    const seenUntil = Number(readMark(toBookingMarkId(id)).seenUntil ?? 0)
    const stored = { id, record, money: money.get(id), seenUntil }
    return toDeskBooking(stored, { schedule, busy, taken: [], now })
  })
  const owner = await site.signInOwner()
  const ask = async (name: string) => (await site.get(`/functions/${name}`, owner)).json()
  const { floods } = await ask('get-floods')
  const { createsRooms }: SiteState = await ask('get-site-state')
  return buildDashboard({
    ...{ bookings, schedule, busy, floods, now },
    failingJobs: [...(await readAll('failing-job'))].map(([id, job]) => ({
      id: Number(id),
      ...job,
    })),
    submissions: [...(await readAll('submission'))].map(([id, record]) => ({
      ...completeMarks(readMark(toMarkId(Number(id), Date.parse(record.created_at)))),
      id: Number(id),
      ...record,
    })),
    canCreateRooms: createsRooms,
  })
}
