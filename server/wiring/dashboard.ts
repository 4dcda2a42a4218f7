import {
  listAcceptedClashes,
  readBookingsWithoutLink,
  readGuestChanges,
} from '#server/booking/desk-queries.ts'
import { toMeetingLocation } from '#server/booking/location/store.ts'
import type { BookingParts } from '#server/booking/ports.ts'
import { readFloods } from '#server/booking/senders/floods.ts'
import { findRequestsToAnswer } from '#server/booking/senders/store.ts'
import {
  type Booking,
  findBooking,
  findBookingsByStatus,
  findBookingsFrom,
  findClashingBookings,
  readEvents,
} from '#server/booking/store.ts'
import type { Tx } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer, refuse } from '#server/http/http-result.ts'
import { findFailingJobs } from '#server/jobs/store.ts'
import { filterInOrder, mapInOrder } from '#server/lib/in-order.ts'
import { guestName } from '#server/mail/meeting-text.ts'
import { countMailsSince, type FailingMail, findFailingMails } from '#server/mail/store.ts'
import { readSalesLedger } from '#server/sales/queries.ts'
import { readLastPaidAt } from '#server/sales/store.ts'
import { readFeedView } from '#server/schedule/feed/commands.ts'
import { readBusyTimes, readSchedule } from '#server/schedule/store.ts'
import { listUnfinished } from '#server/site/samples.ts'
import { readSenders } from '#server/submissions/queries.ts'
import { findClash } from '#shared/booking/booking-record.ts'
import { FLOOD_THRESHOLD } from '#shared/booking/flood-api.ts'
import type { Interval } from '#shared/booking/slots.ts'
import {
  type BookingTask,
  type Call,
  type Dashboard,
  type FailedMail,
  getDashboard,
  retryMail,
} from '#shared/desk/api.ts'
import { listWeekDates } from '#shared/desk/day-ruler.ts'
import { addDays, eachDate, toIsoInterval, toIsoTime } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { getDateInterval, getFirstInstant } from '#shared/lib/wall-time.ts'
import { listOldZones } from '#shared/lib/zones/zone-law.ts'
import { salesCurrency } from '#shared/sales/api.ts'
import { summarizeSales } from '#shared/sales/sales-summary.ts'
import type { FeedView } from '#shared/schedule/feed-api.ts'
import { getOpenHours } from '#shared/schedule/opening-hours.ts'
import type { FeatureParts, Features } from './features.ts'
import { readOpenRefunds, readReversals } from './money-tasks.ts'

/** Days that the dashboard shows, from Monday of this week. */
const DASHBOARD_DAYS = 14

/** How long senders are shown, ms; older ones were added to the client book or left out of it. */
const SENDERS_PERIOD = 14 * 86_400_000

/** How long a guest's change of a booking is shown if the owner does not open the booking, ms. */
export const GUEST_CHANGES_PERIOD = 30 * 86_400_000

/** How long a failed refund is shown, ms; older ones were settled in another way. */
const FAILED_REFUNDS_PERIOD = 90 * 86_400_000

/** Endpoints of the dashboard, which reads from every feature. */
export function registerDashboardRoutes(
  routes: FunctionRoutes,
  parts: FeatureParts,
  features: Features,
): void {
  routes.on(getDashboard, async () => answer(await readDashboard(parts, features)))
  routes.on(retryMail, async ({ id }) => {
    const tried = await features.mails.retry(id)
    if (!tried) return refuse(404, 'not_found', retryMail.failure)
    return answer({ sent: tried.error === undefined, error: tried.error ?? null })
  })
}

async function readDashboard(parts: FeatureParts, features: Features): Promise<Dashboard> {
  const tx = parts.db.read
  const now = parts.clock()
  const schedule = await readSchedule(tx)
  const { timeZone } = schedule
  const today = toWallTime(now, timeZone).date
  const [monday = today] = listWeekDates(today)
  const last = addDays(monday, DASHBOARD_DAYS - 1)
  const within = getDateInterval(monday, last, timeZone)
  const mails = await readFailingMails(tx)
  const feed = await readFeedView(features.calendarFeed)
  return {
    checkedAt: toIsoTime(now),
    timeZone,
    days: eachDate(monday, last).map((date) => ({
      date,
      openHours: getOpenHours(schedule, date).map(toIsoInterval),
    })),
    calls: await readCalls(tx, within),
    busy: (await readBusyTimes(tx, within)).map(toIsoInterval),
    needsAttention: {
      mails,
      refunds: await readOpenRefunds(tx, now - FAILED_REFUNDS_PERIOD),
      reversals: await readReversals(tx, now),
      bookings: await readBookingTasks(tx, features.booking),
      calendar: {
        notes: feed.notes.filter(({ isSeen }) => !isSeen),
        isSuddenlyEmpty: feed.isEmptyQuestionOpen,
      },
    },
    floods: await readFloods(tx, features.booking),
    guestChanges: await readGuestChanges(tx, now - GUEST_CHANGES_PERIOD),
    senders: await readSenders(tx, now - SENDERS_PERIOD),
    month: await readMonth(parts),
    connections: {
      ...(await readConnections(tx, { parts, features, feed })),
      mail: {
        delivers: features.mails.isDelivering,
        lacks: features.mailLacks,
        ...(await countMailsToday(tx, mails, getFirstInstant(today, 0, timeZone))),
      },
    },
    samples: listUnfinished(features.mailLacks !== 'sender'),
    oldZones: listOldZones(),
  }
}

const ENDED_STATUSES: readonly Booking['status'][] = ['cancelled', 'expired']

async function readCalls(tx: Tx, { start, end }: Interval): Promise<Call[]> {
  return (await findBookingsFrom(tx, start, end))
    .filter(({ status }) => !ENDED_STATUSES.includes(status))
    .map((booking) => ({
      id: booking.id,
      start: toIsoTime(booking.starts_at),
      end: toIsoTime(booking.ends_at),
      status: booking.status,
      payment: booking.payment,
      serviceType: booking.service_type,
      clientName: guestName(booking),
      timezone: booking.time_zone,
      seenOffset: booking.seen_offset,
      ...toMeetingLocation(booking),
    }))
}

async function readBookingTasks(tx: Tx, rules: BookingParts): Promise<BookingTask[]> {
  const clashing = await filterInOrder(
    await findClashingBookings(tx, rules.clock()),
    async ({ id, clashes, ...booking }) => {
      const acceptedClashes = listAcceptedClashes(await readEvents(tx, [id]))
      const meeting = { start: booking.starts_at, end: booking.ends_at, status: booking.status }
      const context = { busy: clashes, now: rules.clock() }
      return findClash({ ...meeting, acceptedClashes }, context) !== undefined
    },
  )
  const of = (why: BookingTask['reason']) => (booking: Booking) => ({
    id: booking.id,
    clientName: guestName(booking),
    start: toIsoTime(booking.starts_at),
    reason: why,
  })
  const tasks = [
    ...(await findRequestsToAnswer(tx, FLOOD_THRESHOLD)).map(of('requested')),
    ...(await findBookingsByStatus(tx, 'needs_new_time')).map(of('needs_new_time')),
    ...clashing.map(of('clash')),
    ...(await readBookingsWithoutLink(tx, rules)),
  ]
  return tasks.sort((a, b) => a.start.localeCompare(b.start))
}

async function readMonth({ db, clock }: FeatureParts): Promise<Dashboard['month']> {
  const tx = db.read
  const { timeZone } = await readSchedule(tx)
  const today = toWallTime(clock(), timeZone).date
  const month = today.slice(0, 7)
  const period = { from: `${month}-01`, to: today }
  const books = await readSalesLedger(tx, period, timeZone)
  const sums = summarizeSales(books, period)
  const lastAt = await readLastPaidAt(tx)
  return {
    month,
    lastPaidAt: lastAt === undefined ? null : toIsoTime(lastAt),
    currency: salesCurrency,
    total: sums.totalRevenue,
    vat: sums.vat,
    refunded: sums.refunded,
    pendingRefundTotal: sums.pendingRefundTotal,
    payments: books.sales
      .filter(({ kind }) => kind === 'receipt')
      .map(({ date, amount }) => ({ date, amount })),
    services: sums.services.map(({ serviceType, bookings, received }) => ({
      serviceType,
      bookings,
      received,
    })),
  }
}

async function readConnections(
  tx: Tx,
  { parts, features, feed }: { parts: FeatureParts; features: Features; feed: FeedView },
): Promise<Omit<Dashboard['connections'], 'mail'>> {
  const { settings } = parts
  const { state, syncedAt, failure } = feed
  return {
    payment: { kind: features.paymentKind },
    video: {
      configured: settings.video !== undefined,
      failedRooms: (await findFailingJobs(tx, 'room')).length,
    },
    calendar: { state, syncedAt, failure },
  }
}

function getGuestName(booking: Booking | undefined): string | undefined {
  return booking && guestName(booking)
}

async function readFailingMails(tx: Tx): Promise<FailedMail[]> {
  return mapInOrder(
    await findFailingMails(tx),
    async ({ id, kind, bookingId, requestedAt, error, isGivenUp }: FailingMail) => ({
      id,
      kind,
      bookingId,
      clientName: (bookingId && getGuestName(await findBooking(tx, bookingId))) ?? null,
      requestedAt: toIsoTime(requestedAt),
      error,
      isGivenUp,
    }),
  )
}

async function countMailsToday(tx: Tx, failedMails: readonly FailedMail[], since: number) {
  return {
    sentToday: await countMailsSince(tx, since),
    failedToday: failedMails.filter(({ requestedAt }) => Date.parse(requestedAt) >= since).length,
  }
}
