import { clashOf } from '#server/booking/desk-queries.ts'
import { guestChanges } from '#server/booking/looks/commands.ts'
import { meetingPlace } from '#server/booking/place/queries.ts'
import { waitingForLink } from '#server/booking/place/waiting.ts'
import type { BookingParts } from '#server/booking/ports.ts'
import { readFloods } from '#server/booking/senders/floods.ts'
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
import { dashboardRoutes } from '#server/desk/routes.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { troubledJobs } from '#server/jobs/store.ts'
import { guestName } from '#server/mail/meeting.ts'
import { openRefunds } from '#server/payment/store.ts'
import { booksWithin, salesCurrency } from '#server/sales/queries.ts'
import { lastPaidAt } from '#server/sales/store.ts'
import { feedView } from '#server/schedule/feed/commands.ts'
import { readBusyTimes, readSchedule } from '#server/schedule/store.ts'
import { readSenders } from '#server/submissions/senders.ts'
import { FLOOD_FROM } from '#shared/booking/flood-api.ts'
import type { Interval } from '#shared/booking/slots.ts'
import type { Call, Dashboard, WaitingBooking } from '#shared/desk/api.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { summarise } from '#shared/sales/sums.ts'
import type { FeatureParts, Features } from './features.ts'

/** What failed longer ago was dealt with in another way, milliseconds. */
const REFUNDS_FOR = 90 * 86_400_000

/** The dashboard, which looks into every feature. */
export function dashboardFunctions(
  routes: FunctionRoutes,
  parts: FeatureParts,
  features: Features,
): void {
  const { db, clock } = parts
  dashboardRoutes(routes, {
    db,
    clock,
    mails: features.mails,
    readSchedule,
    readBusy: readBusyTimes,
    readCalls,
    readFloods: (tx) => readFloods(tx, features.rules),
    waitingBookings: (tx) => waitingBookings(tx, features.rules),
    waitingRefunds: (tx) => waitingRefunds(tx, clock() - REFUNDS_FOR),
    clientName: (tx, id) => nameOf(findBooking(tx, id)),
    readSenders,
    guestChanges,
    readMonth: () => readMonth(parts),
    readConnections: (tx) => readConnections(tx, parts, features),
  })
}

const GIVEN_UP: readonly Booking['status'][] = ['cancelled', 'expired']

function readCalls(tx: Tx, { start, end }: Interval): Call[] {
  return bookingsFrom(tx, start, end)
    .filter(({ status }) => !GIVEN_UP.includes(status))
    .map((booking) => ({
      id: booking.id,
      start: iso(booking.starts_at),
      end: iso(booking.ends_at),
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
    start: iso(booking.starts_at),
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
      askedAt: iso(created_at),
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
    lastAt: lastAt === undefined ? null : iso(lastAt),
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

const iso = (instant: number) => new Date(instant).toISOString()
