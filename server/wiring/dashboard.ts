import {
  findClash,
  readBookingsWithoutLink,
  readGuestChanges,
} from '#server/booking/desk-queries.ts'
import { toMeetingLocation } from '#server/booking/location/store.ts'
import type { BookingParts } from '#server/booking/ports.ts'
import { readFloods } from '#server/booking/senders/caps.ts'
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
import { guestName } from '#server/mail/meeting-text.ts'
import { countMailsSince, type FailingMail, findFailingMails } from '#server/mail/store.ts'
import { findOpenRefunds } from '#server/payment/store.ts'
import { readSalesLedger, salesCurrency } from '#server/sales/queries.ts'
import { readLastPaidAt } from '#server/sales/store.ts'
import { readFeedView } from '#server/schedule/feed/commands.ts'
import { readBusyTimes, readSchedule } from '#server/schedule/store.ts'
import { listSamples } from '#server/site/samples.ts'
import { readSenders } from '#server/submissions/queries.ts'
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
import { summarizeSales } from '#shared/sales/sales-summary.ts'
import { getOpenHours } from '#shared/schedule/opening-hours.ts'
import type { FeatureParts, Features } from './features.ts'

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
  routes.on(getDashboard, () => answer(readDashboard(parts, features)))
  routes.on(retryMail, async ({ id }) => {
    const tried = await features.mails.retry(id)
    if (!tried) return refuse(404, 'not_found', retryMail.failure)
    return answer({ sent: tried.error === undefined, error: tried.error ?? null })
  })
}

function readDashboard(parts: FeatureParts, features: Features): Dashboard {
  const tx = parts.db.read
  const now = parts.clock()
  const schedule = readSchedule(tx)
  const { timeZone } = schedule
  const today = toWallTime(now, timeZone).date
  const [monday = today] = listWeekDates(today)
  const last = addDays(monday, DASHBOARD_DAYS - 1)
  const within = getDateInterval(monday, last, timeZone)
  const mails = readFailingMails(tx)
  return {
    checkedAt: toIsoTime(now),
    timeZone,
    days: eachDate(monday, last).map((date) => ({
      date,
      openHours: getOpenHours(schedule, date).map(toIsoInterval),
    })),
    calls: readCalls(tx, within),
    busy: readBusyTimes(tx, within).map(toIsoInterval),
    needsAttention: {
      mails,
      refunds: readOpenRefunds(tx, now - FAILED_REFUNDS_PERIOD),
      bookings: readBookingTasks(tx, features.booking),
    },
    floods: readFloods(tx, features.booking),
    guestChanges: readGuestChanges(tx, now - GUEST_CHANGES_PERIOD),
    senders: readSenders(tx, now - SENDERS_PERIOD),
    month: readMonth(parts),
    connections: {
      ...readConnections(tx, parts, features),
      mail: {
        delivers: features.mails.isDelivering,
        ...countMailsToday(tx, mails, getFirstInstant(today, 0, timeZone)),
      },
    },
    samples: listSamples(),
  }
}

const ENDED_STATUSES: readonly Booking['status'][] = ['cancelled', 'expired']

function readCalls(tx: Tx, { start, end }: Interval): Call[] {
  return findBookingsFrom(tx, start, end)
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
      ...toMeetingLocation(booking),
    }))
}

function readBookingTasks(tx: Tx, rules: BookingParts): BookingTask[] {
  const clashing = findClashingBookings(tx, rules.clock()).filter(
    (booking) => findClash(booking, booking.clashes, readEvents(tx, [booking.id])) !== undefined,
  )
  const of = (why: BookingTask['reason']) => (booking: Booking) => ({
    id: booking.id,
    clientName: guestName(booking),
    start: toIsoTime(booking.starts_at),
    reason: why,
  })
  const tasks = [
    ...findRequestsToAnswer(tx, FLOOD_THRESHOLD).map(of('requested')),
    ...findBookingsByStatus(tx, 'needs_new_time').map(of('needs_new_time')),
    ...clashing.map(of('clash')),
    ...readBookingsWithoutLink(tx, rules),
  ]
  return tasks.sort((a, b) => a.start.localeCompare(b.start))
}

function readOpenRefunds(tx: Tx, failedSince: number): Dashboard['needsAttention']['refunds'] {
  return findOpenRefunds(tx, failedSince).map(({ id, booking_id, amount, created_at, state }) => {
    const booking = findBooking(tx, booking_id)
    return {
      id,
      bookingId: booking_id,
      clientName: getGuestName(booking) ?? '',
      amount,
      currency: booking?.currency ?? '',
      requestedAt: toIsoTime(created_at),
      state: state === 'failed' ? ('failed' as const) : ('waiting' as const),
    }
  })
}

function readMonth({ db, clock }: FeatureParts): Dashboard['month'] {
  const tx = db.read
  const { timeZone } = readSchedule(tx)
  const today = toWallTime(clock(), timeZone).date
  const month = today.slice(0, 7)
  const period = { from: `${month}-01`, to: today }
  const books = readSalesLedger(tx, period, timeZone)
  const sums = summarizeSales(books, period)
  const lastAt = readLastPaidAt(tx)
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

function readConnections(
  tx: Tx,
  { settings }: FeatureParts,
  { calendarFeed }: Features,
): Omit<Dashboard['connections'], 'mail'> {
  const { state, syncedAt, failure } = readFeedView(calendarFeed)
  return {
    payment: { kind: settings.payments.kind },
    video: {
      configured: settings.video !== undefined,
      failedRooms: findFailingJobs(tx, 'room').length,
    },
    calendar: { state, syncedAt, failure },
  }
}

function getGuestName(booking: Booking | undefined): string | undefined {
  return booking && guestName(booking)
}

function readFailingMails(tx: Tx): FailedMail[] {
  return findFailingMails(tx).map(
    ({ id, kind, bookingId, requestedAt, error, isGivenUp }: FailingMail) => ({
      id,
      kind,
      bookingId,
      clientName: (bookingId && getGuestName(findBooking(tx, bookingId))) ?? null,
      requestedAt: toIsoTime(requestedAt),
      error,
      isGivenUp,
    }),
  )
}

function countMailsToday(tx: Tx, failedMails: readonly FailedMail[], since: number) {
  return {
    sentToday: countMailsSince(tx, since),
    failedToday: failedMails.filter(({ requestedAt }) => Date.parse(requestedAt) >= since).length,
  }
}
