import type { RequestHandler } from 'express'
import { formatLocationLine } from '#server/booking/location/store.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer, type HttpResult, refuse } from '#server/http/http-result.ts'
import { renderPlainPage } from '#server/http/plain-page.ts'
import type { RequestContext } from '#server/http/request-context.ts'
import { sendRefusal } from '#server/http/responses.ts'
import { fingerprint } from '#server/lib/ids.ts'
import { formatSpan, getGuestZone } from '#server/mail/meeting-text.ts'
import { confirmMailbox, isConfirmedMailbox } from '#server/mail/store.ts'
import {
  cancelBooking,
  getBooking,
  getBookingCalendar,
  getMyBookings,
  moveBooking,
  sendConfirmation,
  withdrawFromPurchase,
} from '#shared/booking/api.ts'
import { type BookedService, parseBookedService } from '#shared/booking/booked-service.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { getAvailability } from '#shared/schedule/api.ts'
import { cancelByGuest, findAuthorizedBooking, moveByGuest, withdrawByGuest } from './commands.ts'
import type { BookingParts } from './ports.ts'
import { AvailabilityReader, readBookingView, readOwnBookings } from './queries.ts'
import { isMailSignature, manageLink } from './signed-links.ts'
import { type Booking, findLatestBooking } from './store.ts'

interface RouteParts {
  db: Database
  booking: BookingParts
  renderCalendarFile(booking: Booking): string
  /** Ends an unpaid hold, after asking the payment provider whether it was paid. */
  releaseHold(bookingId: string): Promise<void>
  /** Records refunds and disputes that the payment provider knows and we do not. */
  settleReversals(bookingId: string): Promise<unknown>
}

interface BookingCredentials {
  id: string
  sig?: string | undefined
}

const refuseUnknown = () => refuse(404, 'not_found', 'This booking was not found.')

export function registerBookingRoutes(routes: FunctionRoutes, parts: RouteParts): void {
  const { db, booking } = parts
  const availability = new AvailabilityReader(db, booking)
  routes.custom(getAvailability, async (question, _caller, res) => {
    const body = await availability.readJson(question)
    if (!body) return sendRefusal(res, 404, refuseUnknown().refusal)
    res.set('Content-Type', 'application/json; charset=utf-8').send(body)
  })
  routes.on(getMyBookings, async (_input, { account }) =>
    answer(account ? await readOwnBookings(db.read, booking, account.email) : []),
  )
  registerReadRoutes(routes, parts)
  registerChangeRoutes(routes, parts)
}

/** Finds a booking for a caller who may see it. */
function createFinder({ db, booking }: RouteParts) {
  return ({ id, sig }: BookingCredentials, { browserToken }: RequestContext, tx = db.read) =>
    findAuthorizedBooking(tx, booking, { id, proof: { browserToken, signature: sig } })
}

function createViewer({ booking }: RouteParts) {
  return async (tx: Tx, result: HttpResult<Booking>) =>
    result.ok ? answer(await readBookingView(tx, booking, result.value)) : result
}

function registerReadRoutes(routes: FunctionRoutes, parts: RouteParts): void {
  const find = createFinder(parts)
  const view = createViewer(parts)

  routes.on(getBooking, async (request, caller) => {
    const booking = await find(request, caller)
    if (!booking) return refuseUnknown()
    await recordMailOpened(parts, booking, request.mailToken)
    return view(parts.db.read, answer(booking))
  })

  routes.custom(getBookingCalendar, async (request, caller, res) => {
    const booking = await find(request, caller)
    if (!booking) return sendRefusal(res, 404, refuseUnknown().refusal)
    res.type('text/calendar; charset=utf-8').attachment('consultation.ics')
    res.send(parts.renderCalendarFile(booking))
  })

  // The confirmation was queued with the booking; this only reports whether there is one.
  routes.on(sendConfirmation, async ({ bookingId }, caller) => {
    const booking = bookingId
      ? await find({ id: bookingId }, caller)
      : caller.browserToken &&
        (await findLatestBooking(parts.db.read, fingerprint(caller.browserToken)))
    if (!booking) return refuse(404, 'not_found', sendConfirmation.failure)
    return answer({ queued: booking.status === 'confirmed' })
  })
}

/** Marks the guest's address as confirmed; opening the link again writes nothing. */
export async function recordMailOpened(
  { db, booking: { keys, clock } }: Pick<RouteParts, 'db' | 'booking'>,
  { id, email, mailbox }: Booking,
  signature: string | undefined,
): Promise<void> {
  if (!signature || !isMailSignature(keys, id, signature)) return
  if (await isConfirmedMailbox(db.read, mailbox, email)) return
  await db.write((tx) => confirmMailbox(tx, email, clock()))
}

function registerChangeRoutes(routes: FunctionRoutes, parts: RouteParts): void {
  const { db, booking: rules } = parts
  const find = createFinder(parts)
  const view = createViewer(parts)

  routes.on(cancelBooking, async (request, caller) => {
    const found = await find(request, caller)
    if (found?.status === 'awaiting_payment') await parts.releaseHold(found.id)
    // What the guest is told of a refund has to be what can still be refunded.
    else if (found && found.payment !== 'none') await parts.settleReversals(found.id)
    return db.write(async (tx) => {
      const booking = await find(request, caller, tx)
      if (!booking) return refuseUnknown()
      return view(
        tx,
        booking.status === 'expired' ? answer(booking) : await cancelByGuest(tx, rules, booking),
      )
    })
  })

  routes.on(moveBooking, (request, caller) =>
    db.write(async (tx) => {
      const booking = await find(request, caller, tx)
      if (!booking) return refuseUnknown()
      const { asksEarlyStart, seen } = request
      const move = { booking, start: Date.parse(request.start), seen, asksEarlyStart }
      return view(tx, await moveByGuest(tx, rules, move))
    }),
  )

  routes.on(withdrawFromPurchase, async (request, caller) => {
    const found = await find(request, caller)
    if (found) await parts.settleReversals(found.id)
    return db.write(async (tx) => {
      const booking = await find(request, caller, tx)
      if (!booking) return refuseUnknown()
      return view(tx, await withdrawByGuest(tx, rules, booking))
    })
  })
}

const receivedPageTitles: Partial<Record<BookingStatus, string>> = {
  confirmed: 'Booking Confirmed',
  requested: 'Request received',
}

const receivedPageTexts: Partial<Record<BookingStatus, (service: BookedService) => string>> = {
  confirmed: ({ cancellationHours }) =>
    `Keep the link below: with it you can move or cancel until ${cancellationHours} hours before.`,
  requested: () => 'It is not confirmed yet. The time is held for you until I answer.',
}

const NO_HOLD_TEXT =
  'It is not confirmed yet. You already have several bookings, so the time is not held: others may still book it until I answer.'

function isRequestWithoutHold({ status, blocks_slot }: Booking): boolean {
  return status === 'requested' && blocks_slot === 0
}

/** The page that a browser without scripts is redirected to after it has posted a booking. */
export function createReceivedPage(db: Database, rules: BookingParts): RequestHandler {
  return async (req, res, next) => {
    const { id, sig } = req.query
    if (typeof id !== 'string' || typeof sig !== 'string') return next()
    const booking = await findAuthorizedBooking(db.read, rules, {
      id,
      proof: { browserToken: undefined, signature: sig },
    })
    if (!booking) return next()
    const service = parseBookedService(booking)
    res.set('Cache-Control', 'no-store').send(
      renderPlainPage({
        title: receivedPageTitles[booking.status] ?? 'Your time is held',
        lines: [
          service.title,
          ...timeLines(booking),
          formatLocationLine(booking),
          isRequestWithoutHold(booking)
            ? NO_HOLD_TEXT
            : (receivedPageTexts[booking.status]?.(service) ??
              'Payment needs a browser with JavaScript: please open the link below in one.'),
        ],
        link: { href: manageLink(rules.keys, booking.id), text: 'See your booking' },
      }),
    )
  }
}

function timeLines(booking: Booking): string[] {
  return [...new Set([getGuestZone(booking), booking.owner_zone])].map((zone) =>
    formatSpan(booking.starts_at, booking.ends_at, zone).join(', '),
  )
}
