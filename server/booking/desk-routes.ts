import { servicePlaces } from '#server/booking/place/store.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { answer, decline, type HttpResult } from '#server/http/answer.ts'
import type { Audit } from '#server/http/caller.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { sendChanges } from '#server/http/responses.ts'
import {
  acceptBooking,
  callOffBooking,
  completeBooking,
  type DeskBooking,
  getBookingChanges,
  getBookings,
  getMoveDay,
  keepBooking,
  missBooking,
  noteBooking,
  offerTimes,
  placeBooking,
  readBooking as readBookingCommand,
  refundBooking,
  rescheduleBooking,
  resendConfirmation,
  seeBookings as seeBookingsCommand,
  settleRefund as settleRefundCommand,
} from '#shared/booking/desk-api.ts'
import { getServicePlaces, setServicePlace } from '#shared/booking/desk-place-api.ts'
import { cancelFlood, getFloods } from '#shared/booking/flood-api.ts'
import type { OwnerCommand } from '#shared/booking/owner-commands.ts'
import {
  type Act,
  accept,
  cancelAndRefund,
  givePlace,
  keep,
  type LookParts,
  markCompleted,
  markNoShow,
  moveTo,
  note,
  notFound,
  offer,
  readBooking,
  refund,
  resend,
  runOwnerCommand,
  seeBookings,
  settleRefund,
} from './desk-commands.ts'
import { bookingChanges, moveDay, nearBookings } from './desk-queries.ts'
import { writeServicePlace } from './place/store.ts'
import type { BookingParts } from './ports.ts'
import { cancelFlood as cancelFloodOf, readFloods } from './senders/caps.ts'
import { findBooking } from './store.ts'

interface DeskRouteParts extends LookParts {
  db: Database
  booking: BookingParts
  audit: Audit
  /** The epoch of the database. */
  epoch(tx: Tx): string
  /** Settles a booking's payment: asks the payment provider, and acts on its answer. */
  settle(bookingId: string): Promise<unknown>
}

interface Given {
  id: string
  seen: string
}

/** The owner's list of bookings, and the owner's commands on one booking. */
export function deskBookingRoutes(routes: FunctionRoutes, parts: DeskRouteParts): void {
  const { db, booking: rules, audit } = parts
  const run = ({ id, seen }: Given, command: OwnerCommand | undefined, act: Act) =>
    db.write((tx) => runOwnerCommand(tx, rules, { id, seen, command, act }))

  readingRoutes(routes, parts)
  floodRoutes(routes, parts)
  routes.on(acceptBooking, (given) => run(given, 'accept', accept))
  routes.on(rescheduleBooking, (given) => run(given, 'move', moveTo(Date.parse(given.start))))
  routes.on(offerTimes, (given) => run(given, 'offer', offer(given.starts.map(Date.parse))))
  routes.on(callOffBooking, (given) =>
    settled(parts, given.id, () => run(given, 'cancel', cancelAndRefund(given.refund))),
  )
  routes.on(completeBooking, (given) => run(given, 'complete', markCompleted))
  routes.on(refundBooking, (given) => run(given, 'refund', refund(given.refund)))
  routes.on(missBooking, (given) => run(given, 'miss', markNoShow))
  routes.on(resendConfirmation, (given) => run(given, 'resend', resend))
  routes.on(keepBooking, (given) => run(given, 'keep', keep))
  routes.on(settleRefundCommand, (given, caller) =>
    run(given, undefined, (tx, ...rest) => {
      const refused = settleRefund(given.refundId, given.text)(tx, ...rest)
      const details = `Refund ${given.refundId} marked as refunded in another way`
      if (!refused) audit(tx, caller, { action: 'Refund', details })
      return refused
    }),
  )
  routes.on(placeBooking, (given) => run(given, 'place', givePlace(given.place)))
  routes.on(noteBooking, (given) => run(given, 'note', note(given.text)))
}

function readingRoutes(routes: FunctionRoutes, parts: DeskRouteParts): void {
  const { db, booking: rules } = parts
  routes.on(getBookings, () => answer(nearBookings(db.read, rules)))
  routes.custom(getBookingChanges, (asked, _caller, res) =>
    sendChanges(
      res,
      bookingChanges(db.read, rules, { asked, epoch: parts.epoch(db.read) }),
      getBookingChanges.failure,
    ),
  )
  routes.on(getMoveDay, ({ id, date }) => {
    const booking = findBooking(db.read, id)
    return booking ? answer(moveDay(db.read, rules, { booking, date })) : notFound()
  })
  routes.on(readBookingCommand, ({ id }) => readBooking(parts, id))
  routes.on(seeBookingsCommand, async ({ until }) => {
    await seeBookings(db, Date.parse(until))
    return answer({ seen: true as const })
  })
}

/** Groups of bookings from one sender over the cap. */
function floodRoutes(routes: FunctionRoutes, { db, booking: rules }: DeskRouteParts): void {
  routes.on(getFloods, () =>
    answer({ timeZone: rules.readSchedule(db.read).timeZone, floods: readFloods(db.read, rules) }),
  )
  routes.on(cancelFlood, ({ sender, until }) =>
    db.write((tx) =>
      answer({ cancelled: cancelFloodOf(tx, rules, { sender, until: Date.parse(until) }) }),
    ),
  )
}

/**
 * Settles a hold before it is given up, since a payment may be on its way, and again afterwards, so
 * that its intent is cancelled.
 */
async function settled(
  { db, settle }: DeskRouteParts,
  id: string,
  giveUp: () => Promise<HttpResult<DeskBooking>>,
): Promise<HttpResult<DeskBooking>> {
  const isHeld = findBooking(db.read, id)?.status === 'awaiting_payment'
  if (isHeld) await settle(id)
  const given = await giveUp()
  if (isHeld && given.ok) await settle(id)
  return given
}

interface PlaceRouteParts {
  db: Database
  /** Whether a video provider is set. */
  rooms: boolean
}

/** The owner's default meeting location for each service. */
export function placeRoutes(routes: FunctionRoutes, { db, rooms }: PlaceRouteParts): void {
  routes.on(getServicePlaces, () => answer(servicePlaces(db.read, rooms)))
  routes.on(setServicePlace, ({ serviceType, place }) =>
    db.write((tx) => {
      if (place.kind === 'video_room' && !rooms)
        return decline(409, 'no_rooms', 'No video provider is set up, so no room can be created.')
      writeServicePlace(tx, serviceType, place)
      return answer(servicePlaces(tx, rooms))
    }),
  )
}
