import type { Tx } from '#server/db/database.ts'
import type { FormAnswer, HttpResult, Sender } from '#server/http/answer.ts'
import type { Keys } from '#server/lib/keys.ts'
import {
  type BookingRefusalCode,
  bookingRefusals,
  refusalCodes,
  TIME_MESSAGE,
} from '#shared/booking/api.ts'
import { catalogue, isPaid, type Service } from '#shared/booking/catalogue.ts'
import type { ServicePlace } from '#shared/booking/desk-place-api.ts'
import { BookingPost } from '#shared/booking/schema.ts'
import { cellsOf, judge, occupied } from '#shared/booking/slots.ts'
import type { CapKind } from '#shared/booking/status.ts'
import { isoTime, isoTimeOrNull } from '#shared/lib/date.ts'
import { parse, type Refusal } from '#shared/lib/result.ts'
import { instantsOfWall } from '#shared/lib/wall.ts'
import { isCalendarFresh } from '#shared/schedule/calendar-state.ts'
import { minuteOf } from '#shared/schedule/opening.ts'
import { manageLink } from './links.ts'
import { placeColumns, servicePlace } from './place/store.ts'
import type { BookingParts } from './ports.ts'
import { slotContext } from './queries.ts'
import { holdsTooMany, overCap, type SenderKeys, senderKeys } from './senders/caps.ts'
import { type Booking, insertBooking, takeCells } from './store.ts'

const HOLD_MINUTES = 15
const MINUTE = 60_000

/** Validates a booking form. The returned function takes or refuses the slot, in a transaction. */
export function prepareRequest(
  fields: Record<string, string>,
  parts: BookingParts,
): HttpResult<(tx: Tx, sender: Sender) => FormAnswer> {
  const parsed = parse(BookingPost, fields, bookingRefusals.fields.error)
  if (!parsed.ok) return { ok: false, status: 422, refusal: refusalOf(parsed.refusal) }
  const post = parsed.value
  const start = startOf(post)
  if (start === undefined) return refusal('time')
  const service = catalogue[post.service_type]
  if (isPaid(service) && parts.payments === 'off') return refusal('payments_off')
  return { ok: true, value: (tx, sender) => takeSlot(tx, parts, { post, start, service, sender }) }
}

/** If the time is the only invalid field, the refusal has the code `time` instead of `fields`. */
function refusalOf(refusal: Refusal<'fields'>): Refusal<'fields' | 'time'> {
  const messages = Object.values(refusal.fields ?? {})
  if (messages.some((message) => message !== TIME_MESSAGE)) return refusal
  return { ...refusal, code: 'time', error: bookingRefusals.time.error }
}

interface Request {
  post: BookingPost
  start: number
  service: Service
  sender: Sender
}

function takeSlot(tx: Tx, parts: BookingParts, request: Request): FormAnswer {
  const { start, service } = request
  const now = parts.clock()
  const within = occupied(start, service, 0)
  const context = slotContext(tx, parts, { service, now, within })
  const verdict = judge(start, context)
  if (verdict !== 'open') return refusalAnswer(refusalCodes[verdict])
  const sender = senderKeys(parts.keys, request.sender, request.post.email)
  const fresh = isCalendarFresh(parts.readCalendar(tx), { now, start })
  const paid = fresh && isPaid(service)
  if (paid && holdsTooMany(tx, parts, sender)) return refusalAnswer('holds')
  const over = paid ? undefined : overCap(tx, parts, sender)
  const place = servicePlace(tx, service.type, parts.rooms)
  const judged = { ...request, sender, fresh, over, place }
  const booking = newBooking(parts, judged, context.schedule)
  const taken = occupied(start, service, context.schedule.bufferMinutes)
  if (!over && !takeCells(tx, booking.id, cellsOf(taken))) return refusalAnswer('taken')
  insertBooking(tx, booking)
  if (booking.status === 'confirmed') parts.effects.confirmed(tx, booking)
  if (booking.status === 'requested') parts.effects.requested(tx, booking)
  return acceptedAnswer(booking, parts.keys)
}

interface Judged extends Omit<Request, 'sender'> {
  sender: SenderKeys
  /** The owner's calendar was synced recently enough to promise a time. */
  fresh: boolean
  over: CapKind | undefined
  place: ServicePlace
}

function newBooking(
  parts: BookingParts,
  { post, start, service, sender, fresh, over, place }: Judged,
  schedule: { timeZone: string; bufferMinutes: number },
): Booking {
  const now = parts.clock()
  // Nobody pays for a time that the owner may have to refuse.
  const paid = fresh && isPaid(service)
  return {
    id: parts.newId(),
    service_type: service.type,
    status: !fresh || over ? 'requested' : paid ? 'awaiting_payment' : 'confirmed',
    payment: paid ? 'pending' : 'none',
    starts_at: start,
    ends_at: occupied(start, service, 0).end,
    occupied_until: occupied(start, service, schedule.bufferMinutes).end,
    owner_zone: schedule.timeZone,
    time_zone: post.timezone,
    shown_date: post.date,
    shown_time: post.time,
    first_name: post.first_name,
    last_name: post.last_name,
    email: post.email,
    phone: post.phone,
    message: post.message,
    destinations: JSON.stringify(post.destinations),
    other_destination: post.other_destination,
    amount: service.amount,
    currency: service.currency,
    demo: isPaid(service) && parts.payments === 'demo' ? 1 : 0,
    ...sender,
    keeps_time: over ? 0 : 1,
    over_cap: over ?? null,
    hold_expires_at: paid ? now + HOLD_MINUTES * MINUTE : null,
    sequence: 0,
    ...placeColumns(place),
    created_at: now,
    updated_at: now,
  }
}

function acceptedAnswer(booking: Booking, keys: Keys): FormAnswer {
  const manageUrl = manageLink(keys, booking.id)
  return {
    status: 201,
    accepted: true,
    final: true,
    bookingId: booking.id,
    location: manageUrl.replace('/booking/manage', '/booking/received'),
    body: {
      bookingId: booking.id,
      status: booking.status,
      start: isoTime(booking.starts_at),
      end: isoTime(booking.ends_at),
      holdExpiresAt: isoTimeOrNull(booking.hold_expires_at),
      keepsTime: booking.keeps_time === 1,
    },
  }
}

/** A status below 429 is final: a repeat of the post gets the same answer. Others: "try later". */
function refusalAnswer(code: BookingRefusalCode): FormAnswer {
  const { status, error } = bookingRefusals[code]
  return { status, accepted: false, final: status < 429, body: { code, error } }
}

function refusal(code: BookingRefusalCode): HttpResult<never> {
  const { status, error } = bookingRefusals[code]
  return { ok: false, status, refusal: { code, error } }
}

/**
 * The instant that a post asks for. Without `start`, a wall time that a clock change skips or
 * repeats gives undefined.
 */
function startOf(post: BookingPost): number | undefined {
  if (post.start !== undefined) return post.start
  const instants = instantsOfWall(post.date, minuteOf(post.time), post.timezone)
  return instants.length === 1 ? instants[0] : undefined
}
