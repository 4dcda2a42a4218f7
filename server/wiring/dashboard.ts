import { clashOf, guestChanges, waitingForLink } from '#server/booking/desk-queries.ts'
import { meetingPlace } from '#server/booking/place/store.ts'
import type { BookingParts } from '#server/booking/ports.ts'
import { readFloods } from '#server/booking/senders/caps.ts'
import { requestsToAnswer } from '#server/booking/senders/store.ts'
import {
  type Booking,
  bookingsAtBusyTimes,
  bookingsFrom,
  bookingsIn,
  findBooking,
  readEvents,
} from '#server/booking/store.ts'
import type { Tx } from '#server/db/database.ts'
import { answer, decline } from '#server/http/answer.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { troubledJobs } from '#server/jobs/store.ts'
import { guestName } from '#server/mail/meeting.ts'
import { mailsSince, type TroubledMail, troubledMails } from '#server/mail/store.ts'
import { openRefunds } from '#server/payment/store.ts'
import { booksWithin, salesCurrency } from '#server/sales/queries.ts'
import { lastPaidAt } from '#server/sales/store.ts'
import { feedView } from '#server/schedule/feed/commands.ts'
import { readBusyTimes, readSchedule } from '#server/schedule/store.ts'
import { readSenders } from '#server/submissions/queries.ts'
import { FLOOD_FROM } from '#shared/booking/flood-api.ts'
import type { Interval } from '#shared/booking/slots.ts'
import {
  type Call,
  type Dashboard,
  getDashboard,
  sendMailAgain,
  type WaitingBooking,
  type WaitingMail,
} from '#shared/desk/api.ts'
import { weekOf } from '#shared/desk/today.ts'
import { addDays, eachDate, isoSpan, isoTime } from '#shared/lib/date.ts'
import { firstInstantFrom, spanOfDates } from '#shared/lib/wall.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { summarise } from '#shared/sales/sums.ts'
import { openHours } from '#shared/schedule/opening.ts'
import type { FeatureParts, Features } from './features.ts'

/** Days that the dashboard shows, from Monday of this week. */
const DAYS = 14

/** How long senders are shown, ms; older ones were added to the client book or left out of it. */
const SENDERS_FOR = 14 * 86_400_000

/** How long a guest's change of a booking is shown if the owner does not open the booking, ms. */
export const GUEST_CHANGES_FOR = 30 * 86_400_000

/** How long a failed refund is shown, ms; older ones were settled in another way. */
const REFUNDS_FOR = 90 * 86_400_000

/** Endpoints of the dashboard, which reads from every feature. */
export function dashboardRoutes(
  routes: FunctionRoutes,
  parts: FeatureParts,
  features: Features,
): void {
  routes.on(getDashboard, () => answer(readDashboard(parts, features)))
  routes.on(sendMailAgain, async ({ id }) => {
    const tried = await features.mails.sendAgain(id)
    if (!tried) return decline(404, 'not_found', sendMailAgain.failure)
    return answer({ sent: tried.error === undefined, error: tried.error ?? null })
  })
}

function readDashboard(parts: FeatureParts, features: Features): Dashboard {
  const tx = parts.db.read
  const now = parts.clock()
  const schedule = readSchedule(tx)
  const { timeZone } = schedule
  const today = wallOf(now, timeZone).date
  const [monday = today] = weekOf(today)
  const last = addDays(monday, DAYS - 1)
  const within = spanOfDates(monday, last, timeZone)
  const mails = waitingMails(tx)
  return {
    checkedAt: isoTime(now),
    timeZone,
    days: eachDate(monday, last).map((date) => ({
      date,
      open: openHours(schedule, date).map(isoSpan),
    })),
    calls: readCalls(tx, within),
    busy: readBusyTimes(tx, within).map(isoSpan),
    waiting: {
      mails,
      refunds: waitingRefunds(tx, now - REFUNDS_FOR),
      bookings: waitingBookings(tx, features.rules),
    },
    floods: readFloods(tx, features.rules),
    guestChanges: guestChanges(tx, now - GUEST_CHANGES_FOR),
    senders: readSenders(tx, now - SENDERS_FOR),
    month: readMonth(parts),
    connections: {
      ...readConnections(tx, parts, features),
      mail: {
        delivers: features.mails.delivers,
        ...mailsToday(tx, mails, firstInstantFrom(today, 0, timeZone)),
      },
    },
  }
}

const GIVEN_UP: readonly Booking['status'][] = ['cancelled', 'expired']

function readCalls(tx: Tx, { start, end }: Interval): Call[] {
  return bookingsFrom(tx, start, end)
    .filter(({ status }) => !GIVEN_UP.includes(status))
    .map((booking) => ({
      id: booking.id,
      start: isoTime(booking.starts_at),
      end: isoTime(booking.ends_at),
      status: booking.status,
      payment: booking.payment,
      serviceType: booking.service_type,
      clientName: guestName(booking),
      timezone: booking.time_zone,
      ...meetingPlace(booking),
    }))
}

function waitingBookings(tx: Tx, rules: BookingParts): WaitingBooking[] {
  const clashing = bookingsAtBusyTimes(tx, rules.clock()).filter(
    (booking) => clashOf(booking, booking.clashes, readEvents(tx, [booking.id])) !== undefined,
  )
  const of = (why: WaitingBooking['why']) => (booking: Booking) => ({
    id: booking.id,
    clientName: guestName(booking),
    start: isoTime(booking.starts_at),
    why,
  })
  const waiting = [
    ...requestsToAnswer(tx, FLOOD_FROM).map(of('requested')),
    ...bookingsIn(tx, 'needs_new_time').map(of('needs_new_time')),
    ...clashing.map(of('clash')),
    ...waitingForLink(tx, rules),
  ]
  return waiting.sort((a, b) => a.start.localeCompare(b.start))
}

function waitingRefunds(tx: Tx, failedSince: number): Dashboard['waiting']['refunds'] {
  return openRefunds(tx, failedSince).map(({ id, booking_id, amount, created_at, state }) => {
    const booking = findBooking(tx, booking_id)
    return {
      id,
      bookingId: booking_id,
      clientName: nameOf(booking) ?? '',
      amount,
      currency: booking?.currency ?? '',
      askedAt: isoTime(created_at),
      state: state === 'failed' ? ('failed' as const) : ('waiting' as const),
    }
  })
}

function readMonth({ db, clock }: FeatureParts): Dashboard['month'] {
  const tx = db.read
  const { timeZone } = readSchedule(tx)
  const today = wallOf(clock(), timeZone).date
  const month = today.slice(0, 7)
  const asked = { from: `${month}-01`, to: today }
  const books = booksWithin(tx, asked, timeZone)
  const sums = summarise(books, asked)
  const lastAt = lastPaidAt(tx)
  return {
    month,
    lastAt: lastAt === undefined ? null : isoTime(lastAt),
    currency: salesCurrency,
    total: sums.totalRevenue,
    vat: sums.vat,
    refunded: sums.refunded,
    waiting: sums.waiting,
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
  { calendar }: Features,
): Omit<Dashboard['connections'], 'mail'> {
  const { state, syncedAt, failure } = feedView(calendar)
  return {
    payment: { kind: settings.payments.kind },
    video: {
      configured: settings.video !== undefined,
      troubledRooms: troubledJobs(tx, 'room').length,
    },
    calendar: { state, syncedAt, failure },
  }
}

function nameOf(booking: Booking | undefined): string | undefined {
  return booking && guestName(booking)
}

function waitingMails(tx: Tx): WaitingMail[] {
  return troubledMails(tx).map(({ id, kind, bookingId, askedAt, error, final }: TroubledMail) => ({
    id,
    kind,
    bookingId,
    clientName: (bookingId && nameOf(findBooking(tx, bookingId))) ?? null,
    askedAt: isoTime(askedAt),
    error,
    final,
  }))
}

function mailsToday(tx: Tx, waiting: readonly WaitingMail[], since: number) {
  return {
    sentToday: mailsSince(tx, since),
    troubledToday: waiting.filter(({ askedAt }) => Date.parse(askedAt) >= since).length,
  }
}
