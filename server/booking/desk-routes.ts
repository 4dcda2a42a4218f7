import { readServiceLocations, writeServiceLocation } from '#server/booking/location/store.ts'
import type { Database } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { answer, type HttpResult, refuse } from '#server/http/http-result.ts'
import type { Audit } from '#server/http/request-context.ts'
import {
  acceptBooking,
  acknowledgeReversals,
  addBookingNote,
  cancelBookingAsOwner,
  checkRefundable,
  completeBooking,
  type DeskBooking,
  dismissClash,
  getBookings,
  getMoveDay,
  markBookingNoShow,
  offerTimes,
  refundBooking,
  rescheduleBooking,
  resendConfirmation,
  setBookingLocation,
  markRefundSettled as settleRefundCommand,
} from '#shared/booking/desk-api.ts'
import { cancelFlood, getFloods } from '#shared/booking/flood-api.ts'
import { getServiceLocations, setServiceLocation } from '#shared/booking/meeting-location-api.ts'
import type { OwnerCommand } from '#shared/booking/owner-commands.ts'
import {
  acceptRequest,
  addNote,
  cancelWithRefund,
  dismissCurrentClash,
  keepAfterReversals,
  markCompleted,
  markNoShow,
  markRefundSettled,
  moveToStart,
  type OwnerAction,
  offerStarts,
  refundAmount,
  refuseNotFound,
  resendMail,
  runOwnerCommand,
  setLocation,
} from './desk-commands.ts'
import { readDeskBooking, readMoveDay, readRecentDeskBookings } from './desk-queries.ts'
import type { BookingParts } from './ports.ts'
import { cancelSenderFlood, readFloods } from './senders/floods.ts'
import { findBooking } from './store.ts'

interface DeskRouteParts {
  db: Database
  booking: BookingParts
  audit: Audit
  /** Settles a booking's payment: asks the payment provider, and acts on its answer. */
  settle(bookingId: string): Promise<unknown>
  /** Records the refunds and disputes that the provider knows of; see `checkRefundable`. */
  settleReversals(bookingId: string): Promise<'settled' | 'undecided' | 'unreachable'>
}

interface CommandTarget {
  id: string
  expectedVersion: string
}

/** The owner's list of bookings, and the owner's commands on one booking. */
export function registerDeskBookingRoutes(routes: FunctionRoutes, parts: DeskRouteParts): void {
  const { db, booking, audit } = parts
  const run = (
    { id, expectedVersion }: CommandTarget,
    command: OwnerCommand | undefined,
    act: OwnerAction,
  ) => db.write((tx) => runOwnerCommand(tx, booking, { id, expectedVersion, command, action: act }))
  // If the provider does not answer, our own books decide; the guest is told if less was possible.
  const runWithRefund = async (
    { id, expectedVersion, refund }: CommandTarget & { refund: number },
    command: OwnerCommand,
    action: OwnerAction,
  ) => {
    if (refund > 0) await parts.settleReversals(id)
    return db.write((tx) =>
      runOwnerCommand(tx, booking, { id, expectedVersion, command, refund, action }),
    )
  }

  registerReadRoutes(routes, parts)
  registerFloodRoutes(routes, parts)
  routes.on(acceptBooking, (given) => run(given, 'accept', acceptRequest))
  routes.on(rescheduleBooking, (given) => run(given, 'move', moveToStart(Date.parse(given.start))))
  routes.on(offerTimes, (given) => run(given, 'offer', offerStarts(given.starts.map(Date.parse))))
  routes.on(cancelBookingAsOwner, (given) =>
    cancelWithSettlement(parts, given.id, () =>
      runWithRefund(given, 'cancel', cancelWithRefund(given.refund)),
    ),
  )
  routes.on(completeBooking, (given) => run(given, 'complete', markCompleted))
  routes.on(refundBooking, (given) => runWithRefund(given, 'refund', refundAmount(given.refund)))
  routes.on(checkRefundable, async ({ id }) => {
    if (!(await findBooking(db.read, id))) return refuseNotFound()
    if ((await parts.settleReversals(id)) === 'unreachable')
      return refuse(502, 'provider', checkRefundable.failure)
    const current = await findBooking(db.read, id)
    return current ? answer(await readDeskBooking(db.read, booking, current)) : refuseNotFound()
  })
  routes.on(acknowledgeReversals, (given) => run(given, undefined, keepAfterReversals))
  routes.on(markBookingNoShow, (given) => run(given, 'markNoShow', markNoShow))
  routes.on(resendConfirmation, (given) => run(given, 'resend', resendMail))
  routes.on(dismissClash, (given) => run(given, 'dismissClash', dismissCurrentClash))
  routes.on(settleRefundCommand, (given, caller) =>
    run(given, undefined, async (tx, ...rest) => {
      const refused = await markRefundSettled(given.refundId, given.text)(tx, ...rest)
      const details = `Refund ${given.refundId} marked as refunded in another way`
      if (!refused) await audit(tx, caller, { action: 'Refund', details })
      return refused
    }),
  )
  routes.on(setBookingLocation, (given) => run(given, 'setLocation', setLocation(given.location)))
  routes.on(addBookingNote, (given) => run(given, 'note', addNote(given.text)))
}

function registerReadRoutes(routes: FunctionRoutes, parts: DeskRouteParts): void {
  const { db, booking: rules } = parts
  routes.on(getBookings, async () =>
    answer(await db.read.transaction().execute((tx) => readRecentDeskBookings(tx, rules))),
  )
  routes.on(getMoveDay, async ({ id, date }) => {
    const booking = await findBooking(db.read, id)
    return booking ? answer(await readMoveDay(db.read, rules, { booking, date })) : refuseNotFound()
  })
}

/** Groups of bookings from one sender over the cap. */
function registerFloodRoutes(routes: FunctionRoutes, { db, booking }: DeskRouteParts): void {
  routes.on(getFloods, async () =>
    answer({
      timeZone: (await booking.readSchedule(db.read)).timeZone,
      floods: await readFloods(db.read, booking),
    }),
  )
  routes.on(cancelFlood, ({ sender, from, until }) => {
    const flood = { sender, from: Date.parse(from), until: Date.parse(until) }
    return db.write(async (tx) =>
      answer({ cancelled: await cancelSenderFlood(tx, booking, flood) }),
    )
  })
}

/**
 * Settles a hold before it is given up, since a payment may be on its way, and again afterwards, so
 * that its intent is cancelled.
 */
async function cancelWithSettlement(
  { db, settle }: DeskRouteParts,
  id: string,
  giveUp: () => Promise<HttpResult<DeskBooking>>,
): Promise<HttpResult<DeskBooking>> {
  const isHold = (await findBooking(db.read, id))?.status === 'awaiting_payment'
  if (isHold) await settle(id)
  const given = await giveUp()
  if (isHold && given.ok) await settle(id)
  return given
}

interface LocationRouteParts {
  db: Database
  /** Whether a video provider is set. */
  canCreateRooms: boolean
}

/** The owner's default meeting location for each service. */
export function registerLocationRoutes(
  routes: FunctionRoutes,
  { db, canCreateRooms }: LocationRouteParts,
): void {
  routes.on(getServiceLocations, async () =>
    answer(await readServiceLocations(db.read, canCreateRooms)),
  )
  routes.on(setServiceLocation, ({ serviceType, location }) =>
    db.write(async (tx) => {
      if (location.kind === 'video_room' && !canCreateRooms)
        return refuse(409, 'no_rooms', 'No video provider is set up, so no room can be created.')
      await writeServiceLocation(tx, serviceType, location)
      return answer(await readServiceLocations(tx, canCreateRooms))
    }),
  )
}
