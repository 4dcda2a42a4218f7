import { readServiceLocation, toLocationColumns } from '#server/booking/location/store.ts'
import {
  createSenderKeys,
  findExceededCap,
  hasTooManyHolds,
  type SenderKeys,
} from '#server/booking/senders/caps.ts'
import { findSurge } from '#server/booking/senders/surge.ts'
import type { Tx } from '#server/db/database.ts'
import type { FormOutcome, FormSender, HttpResult, PreparedForm } from '#server/http/http-result.ts'
import { together } from '#server/lib/in-order.ts'
import type { Keys } from '#server/lib/keys.ts'
import {
  type BookingRefusalCode,
  bookingRefusals,
  refusalCodeByReason,
  TIME_MESSAGE,
} from '#shared/booking/api.ts'
import type { ChangedService } from '#shared/booking/booked-service.ts'
import { parseBookedService, toBookedService } from '#shared/booking/booked-service.ts'
import { readSeenOffset } from '#shared/booking/guest-zone.ts'
import type { ServiceLocation } from '#shared/booking/meeting-location-api.ts'
import {
  type BookingPost,
  createBookingPost,
  pickBookingFields,
  readSeenPage,
} from '#shared/booking/schema.ts'
import {
  checkSlot,
  getMeetingInterval,
  getOccupiedInterval,
  listCells,
} from '#shared/booking/slots.ts'
import type { OverCapReason } from '#shared/booking/status.ts'
import type { Service } from '#shared/content/service.ts'
import { isPaid } from '#shared/content/services.ts'
import { toIsoTime, toIsoTimeOrNull } from '#shared/lib/date.ts'
import { parse, type Refusal } from '#shared/lib/result.ts'
import { listInstants } from '#shared/lib/wall-time.ts'
import { lacksEarlyStart } from '#shared/payment/withdrawal.ts'
import { isCalendarFresh } from '#shared/schedule/calendar-state.ts'
import { parseMinute } from '#shared/schedule/time-ranges.ts'
import type { BookingParts } from './ports.ts'
import { findSeenService, parsePurchase, type SeenService, serializePurchase } from './purchases.ts'
import { readSlotContext } from './queries.ts'
import { manageLink } from './signed-links.ts'
import { type Booking, insertBooking, occupyCells, readTakenIntervals } from './store.ts'

const HOLD_MINUTES = 15
const MINUTE = 60_000

/** Validates a booking form. The returned function takes or refuses the slot, in a transaction. */
export async function prepareBooking(
  read: Tx,
  parts: BookingParts,
  fields: Record<string, string>,
): Promise<PreparedForm> {
  const found = await findSeenService(read, parts, readSeenPage(fields))
  const parsed = parse(
    createBookingPost(getBookedService(found)),
    fields,
    bookingRefusals.fields.error,
  )
  if (!parsed.ok) return { ok: false, status: 422, refusal: narrowRefusal(parsed.refusal) }
  const post = parsed.value
  const start = getStart(post)
  if (start === undefined) return refuseBooking('time')
  if (found.state === 'changed') return refuseChanged(found.current)
  if (found.state !== 'offered') return refuseBooking('service_gone')
  const { service } = found
  if (isPaid(service) && parts.payments === 'off') return refuseBooking('payments_off')
  // The title names the service to the owner once it is called otherwise or gone.
  const known = { ...pickBookingFields(fields), service_title: service.title }
  return {
    ok: true,
    value: async (tx, sender) => ({
      ...(await bookSlot(tx, parts, { post, start, service, sender })),
      fields: known,
    }),
  }
}

/** The service by whose rules a form was filled in: what is wrong with it is said before that the service has changed. */
function getBookedService(found: SeenService): Pick<Service, 'amount' | 'buyers'> | undefined {
  if (found.state === 'offered') return found.service
  if (found.state === 'changed') return found.seen ?? found.current.service
  return found.state === 'gone' ? (found.seen ?? { amount: 0, buyers: 'both' }) : undefined
}

function refuseChanged(current: ChangedService): HttpResult<never> {
  const { status, error } = bookingRefusals.service_changed
  const text = current.changes.join(' ') || error
  return { ok: false, status, refusal: { code: 'service_changed', error: text, current } }
}

/** If the time is the only invalid field, the refusal has the code `time` instead of `fields`. */
function narrowRefusal(refusal: Refusal<'fields'>): Refusal<'fields' | 'time'> {
  const messages = Object.values(refusal.fields ?? {})
  if (messages.some((message) => message !== TIME_MESSAGE)) return refusal
  return { ...refusal, code: 'time', error: bookingRefusals.time.error }
}

interface BookingInput {
  post: BookingPost
  start: number
  service: Service
  sender: FormSender
}

async function bookSlot(tx: Tx, parts: BookingParts, request: BookingInput): Promise<FormOutcome> {
  const { start, service } = request
  const now = parts.clock()
  const within = getMeetingInterval(start, service)
  const [context, calendar, place] = await together([
    readSlotContext(tx, parts, { service, now, within, isOccupying: true }),
    parts.readCalendarState(tx),
    readServiceLocation(tx, service.type, parts.canCreateRooms),
  ])
  const verdict = checkSlot(start, context)
  if (verdict !== 'open') return toRefusedOutcome(refusalCodeByReason[verdict])
  if (
    lacksEarlyStart(request.post.buyer, {
      start,
      purchasedAt: now,
      zone: context.schedule.timeZone,
    })
  )
    return toRefusedOutcome('early_start')
  const sender = createSenderKeys(parts.keys, request.sender, request.post.email)
  const fresh = isCalendarFresh(calendar, { now, start })
  const paid = fresh && isPaid(service)
  if (paid && (await hasTooManyHolds(tx, parts, sender))) return toRefusedOutcome('holds')
  const over =
    (paid ? undefined : await findExceededCap(tx, parts, sender)) ??
    (await findSurge(tx, parts, { service, start, mailbox: sender.mailbox }))
  const judged = { ...request, sender, isCalendarFresh: fresh, overCap: over, place }
  const booking = createBooking(parts, judged, context.schedule)
  const occupied = getOccupiedInterval(start, service, context.schedule.bufferMinutes)
  const isFree = over
    ? (await readTakenIntervals(tx, occupied)).length === 0
    : await occupyCells(tx, booking.id, listCells(occupied))
  if (!isFree) return toRefusedOutcome('taken')
  await insertBooking(tx, booking)
  if (booking.status === 'confirmed') await parts.effects.onConfirmed(tx, booking)
  if (booking.status === 'requested') await parts.effects.onRequested(tx, booking)
  return toAcceptedOutcome(booking, parts.keys)
}

interface CheckedBookingInput extends Omit<BookingInput, 'sender'> {
  sender: SenderKeys
  /** The owner's calendar was synced recently enough to promise a time. */
  isCalendarFresh: boolean
  overCap: OverCapReason | undefined
  place: ServiceLocation
}

function createBooking(
  parts: BookingParts,
  { post, start, service, sender, isCalendarFresh: fresh, overCap, place }: CheckedBookingInput,
  schedule: { timeZone: string; bufferMinutes: number },
): Booking {
  const now = parts.clock()
  // Nobody pays for a time that the owner may have to refuse.
  const paid = fresh && !overCap && isPaid(service)
  return {
    id: parts.newId(),
    service_type: service.type,
    service: JSON.stringify(toBookedService(service)),
    status: !fresh || overCap ? 'requested' : paid ? 'awaiting_payment' : 'confirmed',
    payment: paid ? 'pending' : 'none',
    starts_at: start,
    ends_at: getMeetingInterval(start, service).end,
    occupied_until: getOccupiedInterval(start, service, schedule.bufferMinutes).end,
    owner_zone: schedule.timeZone,
    time_zone: post.timezone,
    seen_offset: readSeenOffset(start, post),
    local_date: post.date,
    local_time: post.time,
    first_name: post.first_name,
    last_name: post.last_name,
    email: post.email,
    phone: post.phone,
    message: post.message,
    destinations: JSON.stringify(post.destinations),
    other_destination: post.other_destination,
    amount: service.amount,
    currency: service.currency,
    purchase: serializePurchase(service, post.buyer, parts.isVatRegistered),
    paid_at: null,
    demo: isPaid(service) && parts.payments === 'demo' ? 1 : 0,
    ...sender,
    blocks_slot: overCap ? 0 : 1,
    over_cap: overCap ?? null,
    hold_expires_at: paid ? now + HOLD_MINUTES * MINUTE : null,
    sequence: 0,
    ...toLocationColumns(place),
    created_at: now,
    updated_at: now,
  }
}

function toAcceptedOutcome(booking: Booking, keys: Keys): FormOutcome {
  const manageUrl = manageLink(keys, booking.id)
  return {
    status: 201,
    isAccepted: true,
    isFinal: true,
    bookingId: booking.id,
    location: manageUrl.replace('/booking/manage', '/booking/received'),
    body: {
      bookingId: booking.id,
      status: booking.status,
      start: toIsoTime(booking.starts_at),
      end: toIsoTime(booking.ends_at),
      holdExpiresAt: toIsoTimeOrNull(booking.hold_expires_at),
      blocksSlot: booking.blocks_slot === 1,
      serviceTitle: parseBookedService(booking).title,
      price: {
        amount: booking.amount,
        currency: booking.currency,
        vat: parsePurchase(booking)?.vat ?? null,
      },
    },
  }
}

/** A status below 429 is final: a repeat of the post gets the same answer. Others: "try later". */
function toRefusedOutcome(code: BookingRefusalCode): FormOutcome {
  const { status, error } = bookingRefusals[code]
  const fields = code === 'early_start' ? { fields: { early_start: error } } : {}
  return { status, isAccepted: false, isFinal: status < 429, body: { code, error, ...fields } }
}

function refuseBooking(code: BookingRefusalCode): HttpResult<never> {
  const { status, error } = bookingRefusals[code]
  return { ok: false, status, refusal: { code, error } }
}

/**
 * The instant that a post asks for. Without `start`, a wall time that a clock change skips or
 * repeats gives undefined.
 */
function getStart(post: BookingPost): number | undefined {
  if (post.start !== undefined) return post.start
  const instants = listInstants(post.date, parseMinute(post.time), post.timezone)
  return instants.length === 1 ? instants[0] : undefined
}
