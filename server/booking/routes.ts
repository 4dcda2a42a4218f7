import type { RequestHandler } from 'express'
import { placeLine } from '#server/booking/place/store.ts'
import type { Database } from '#server/db/database.ts'
import { answer, decline, type HttpResult } from '#server/http/answer.ts'
import type { Caller } from '#server/http/caller.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { plainPage } from '#server/http/plain-page.ts'
import { sendRefusal } from '#server/http/responses.ts'
import { fingerprint } from '#server/lib/ids.ts'
import { spanIn } from '#server/mail/meeting.ts'
import { confirmMailbox, isConfirmedMailbox } from '#server/mail/store.ts'
import {
  bookingCalendar,
  cancelBooking,
  getBooking,
  getMyBookings,
  moveBooking,
  sendConfirmation,
} from '#shared/booking/api.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { getAvailability } from '#shared/schedule/api.ts'
import { authorise, cancelByGuest, moveByGuest } from './commands.ts'
import { isMailSignature, manageLink } from './links.ts'
import type { BookingParts } from './ports.ts'
import { AvailabilityQuery, bookingView, ownBookings } from './queries.ts'
import { type Booking, latestBookingOf } from './store.ts'

interface RouteParts {
  db: Database
  booking: BookingParts
  calendarFile(booking: Booking): string
  /** Ends an unpaid hold, after asking the payment provider whether it was paid. */
  releaseHold(bookingId: string): Promise<void>
}

interface Asked {
  id: string
  sig?: string | undefined
}

const unknown = () => decline(404, 'not_found', 'This booking was not found.')

export function bookingRoutes(routes: FunctionRoutes, parts: RouteParts): void {
  const { db, booking: rules } = parts
  const availability = new AvailabilityQuery(db, rules)
  routes.custom(getAvailability, (question, _caller, res) => {
    res.set('Content-Type', 'application/json; charset=utf-8').send(availability.json(question))
  })
  routes.on(getMyBookings, (_input, { account }) =>
    answer(account ? ownBookings(db.read, rules, account.email) : []),
  )
  readingRoutes(routes, parts)
  changingRoutes(routes, parts)
}

/** Finds a booking for a caller who may see it. */
function finder({ db, booking: rules }: RouteParts) {
  return ({ id, sig }: Asked, { browser }: Caller, tx = db.read) =>
    authorise(tx, rules, { id, proof: { browser, sig } })
}

function viewer({ db, booking: rules }: RouteParts) {
  return (result: HttpResult<Booking>) =>
    result.ok ? answer(bookingView(db.read, rules, result.value)) : result
}

function readingRoutes(routes: FunctionRoutes, parts: RouteParts): void {
  const find = finder(parts)
  const view = viewer(parts)

  routes.on(getBooking, async (asked, caller) => {
    const booking = find(asked, caller)
    if (!booking) return unknown()
    await noteMailOpened(parts, booking, asked.mail)
    return view(answer(booking))
  })

  routes.custom(bookingCalendar, (asked, caller, res) => {
    const booking = find(asked, caller)
    if (!booking) return sendRefusal(res, 404, unknown().refusal)
    res.type('text/calendar; charset=utf-8').attachment('consultation.ics')
    res.send(parts.calendarFile(booking))
  })

  // The confirmation was queued with the booking; this only reports whether there is one.
  routes.on(sendConfirmation, ({ bookingId }, caller) => {
    const booking = bookingId
      ? find({ id: bookingId }, caller)
      : caller.browser && latestBookingOf(parts.db.read, fingerprint(caller.browser))
    if (!booking) return decline(404, 'not_found', sendConfirmation.failure)
    return answer({ queued: booking.status === 'confirmed' })
  })
}

/** Marks the guest's address as confirmed; opening the link again writes nothing. */
export async function noteMailOpened(
  { db, booking: { keys, clock } }: Pick<RouteParts, 'db' | 'booking'>,
  { id, email, mailbox }: Booking,
  signature: string | undefined,
): Promise<void> {
  if (!signature || !isMailSignature(keys, id, signature)) return
  if (isConfirmedMailbox(db.read, mailbox, email)) return
  await db.write((tx) => confirmMailbox(tx, email, clock()))
}

function changingRoutes(routes: FunctionRoutes, parts: RouteParts): void {
  const { db, booking: rules } = parts
  const find = finder(parts)
  const view = viewer(parts)

  routes.on(cancelBooking, async (asked, caller) => {
    const held = find(asked, caller)
    if (held?.status === 'awaiting_payment') await parts.releaseHold(held.id)
    return db.write((tx) => {
      const booking = find(asked, caller, tx)
      if (!booking) return unknown()
      return view(
        booking.status === 'expired' ? answer(booking) : cancelByGuest(tx, rules, booking),
      )
    })
  })

  routes.on(moveBooking, (asked, caller) =>
    db.write((tx) => {
      const booking = find(asked, caller, tx)
      if (!booking) return unknown()
      return view(moveByGuest(tx, rules, { booking, start: Date.parse(asked.start) }))
    }),
  )
}

const receivedTitles: Partial<Record<BookingStatus, string>> = {
  confirmed: 'Booking Confirmed',
  requested: 'Request received',
}

const receivedLines: Partial<Record<BookingStatus, string>> = {
  confirmed: 'Keep the link below: with it you can move or cancel until 24 hours before.',
  requested: 'It is not confirmed yet. The time is held for you until we answer.',
}

const NOT_KEPT =
  'It is not confirmed yet. You already have several bookings, so the time is not held: others may still book it until we answer.'

function isNotKept({ status, keeps_time }: Booking): boolean {
  return status === 'requested' && keeps_time === 0
}

/** The page that a browser without scripts is redirected to after it has posted a booking. */
export function receivedPage(db: Database, rules: BookingParts): RequestHandler {
  return (req, res, next) => {
    const { id, sig } = req.query
    if (typeof id !== 'string' || typeof sig !== 'string') return next()
    const booking = authorise(db.read, rules, { id, proof: { browser: undefined, sig } })
    if (!booking) return next()
    res.set('Cache-Control', 'no-store').send(
      plainPage({
        title: receivedTitles[booking.status] ?? 'Your time is held',
        lines: [
          catalogue[booking.service_type].title,
          ...timeLines(booking),
          placeLine(booking),
          isNotKept(booking)
            ? NOT_KEPT
            : (receivedLines[booking.status] ??
              'Payment needs a browser with JavaScript: please open the link below in one.'),
        ],
        link: { href: manageLink(rules.keys, booking.id), text: 'See your booking' },
      }),
    )
  }
}

function timeLines(booking: Booking): string[] {
  return [...new Set([booking.time_zone, booking.owner_zone])].map((zone) =>
    spanIn(booking.starts_at, booking.ends_at, zone).join(', '),
  )
}
