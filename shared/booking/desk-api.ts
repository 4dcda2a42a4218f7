import * as v from 'valibot'
import { changesEndpoint } from '#shared/desk/changes.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { PlainDateText } from '#shared/schedule/schema.ts'
import { BookingId } from './booking-id.ts'
import { serviceTypes } from './catalogue.ts'
import { GivenPlace } from './desk-place-api.ts'
import { placeKinds } from './place.ts'
import { bookingStatuses, paymentStatuses } from './status.ts'

/** How many other times one offer may hold. */
export const MOST_OFFERS = 3

const historyKinds = ['booking', 'mail', 'money', 'note', 'trouble'] as const

const HistoryEntry = v.object({
  at: v.string(),
  kind: v.picklist(historyKinds),
  text: v.string(),
})

/** A booking as its owner sees it: every field of the record, and what has happened to it. */
export const DeskBooking = v.object({
  id: v.string(),
  serviceType: v.picklist(serviceTypes),
  status: v.picklist(bookingStatuses),
  /** Date and time as the visitor saw them, in `timezone`. */
  date: v.string(),
  timeSlot: v.string(),
  timezone: v.string(),
  destinations: v.array(v.string()),
  otherDestination: v.string(),
  clientName: v.string(),
  clientEmail: v.string(),
  clientPhone: v.string(),
  message: v.string(),
  start: v.string(),
  end: v.string(),
  /** The owner's zone of now. */
  ownerZone: v.string(),
  payment: v.picklist(paymentStatuses),
  /** The price, minor units. */
  amount: v.number(),
  currency: v.string(),
  demo: v.boolean(),
  /** Gone back, or on its way back; minor units. */
  refunded: v.number(),
  /** What could still go back, minor units. */
  refundable: v.number(),
  /** Sent back by the bank: the owner has to find another way. */
  failedRefunds: v.optional(v.array(v.object({ id: v.string(), amount: v.number() })), []),
  place: v.picklist(placeKinds),
  meetingUrl: v.nullable(v.string()),
  /** Where they meet in person; else empty. */
  address: v.string(),
  holdExpiresAt: v.nullable(v.string()),
  /** False for a request beyond what one sender may have: its time is taken when it is accepted. */
  keepsTime: v.optional(v.boolean(), true),
  reference: v.string(),
  createdAt: v.string(),
  /** Starts that the guest may choose from, where another time is needed. */
  offers: v.array(v.string()),
  /** What else the owner's calendar shows at this time. */
  clash: v.nullable(v.object({ start: v.string(), end: v.string() })),
  history: v.array(HistoryEntry),
  /** Names the state this was read in; a command says which one it was given in. */
  version: v.string(),
})

export type DeskBooking = v.InferOutput<typeof DeskBooking>
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>

/** The nearest bookings from today on and the latest before, the latest start first. */
export const getBookings = endpoint({
  name: 'get-bookings',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: v.array(DeskBooking),
  failure: 'Failed to fetch bookings',
})

export const getBookingChanges = changesEndpoint(
  'get-booking-changes',
  { record: DeskBooking, about: v.object({ timeZone: v.string() }) },
  'Failed to fetch bookings',
)

/** The owner opened it: its form counts as read, and what its guest did to it as seen. */
export const readBooking = endpoint({
  name: 'read-booking',
  method: 'POST',
  access: 'owner',
  input: v.object({ id: BookingId }),
  output: v.object({ read: v.literal(true) }),
  failure: 'Failed to mark this booking as read',
})

/** The owner looked at the list, whose newest booking was made at `until`. */
export const seeBookings = endpoint({
  name: 'see-bookings',
  method: 'POST',
  access: 'owner',
  input: v.object({ until: v.pipe(v.string(), v.isoTimestamp()) }),
  output: v.object({ seen: v.literal(true) }),
  failure: 'Failed to note that the bookings were seen',
})

const About = { id: BookingId, seen: v.pipe(v.string(), v.maxLength(100)) }
const Start = v.pipe(v.string(), v.isoTimestamp())

/** One owner's command: 409 `stale` carries the record of now in `current`; 409 `state` says why not. */
function command<Entries extends v.ObjectEntries>(name: string, entries: Entries, failure: string) {
  return endpoint({
    name,
    method: 'POST',
    access: 'owner',
    input: v.object({ ...About, ...entries }),
    output: DeskBooking,
    failure,
  })
}

export const acceptBooking = command('accept-booking', {}, 'Failed to accept this booking')

export const rescheduleBooking = command(
  'reschedule-booking',
  { start: Start },
  'Failed to move this booking',
)

export const offerTimes = command(
  'offer-times',
  { starts: v.pipe(v.array(Start), v.minLength(1), v.maxLength(MOST_OFFERS)) },
  'Failed to offer these times',
)

const Stretch = { start: v.string(), end: v.string() }

/** What is on a date of the owner's zone, for moving a booking there. Instants are ISO 8601. */
export const getMoveDay = endpoint({
  name: 'get-move-day',
  method: 'GET',
  access: 'owner',
  input: v.object({ id: BookingId, date: PlainDateText }),
  output: v.object({
    /** The owner's hours. */
    hours: v.array(v.object(Stretch)),
    /** Starts of the schedule that are free. */
    free: v.array(v.string()),
    /** What has the rest: another booking with its guest's name, or the owner's calendar. */
    taken: v.array(v.object({ ...Stretch, name: v.nullable(v.string()) })),
  }),
  failure: 'Failed to load what is on that day',
})

/** `refund` in minor units: what goes back of a paid booking. */
export const callOffBooking = command(
  'call-off-booking',
  { refund: v.pipe(v.number(), v.integer(), v.minValue(0)) },
  'Failed to cancel this booking',
)

export const completeBooking = command(
  'complete-booking',
  {},
  'Failed to mark this booking completed',
)

export const missBooking = command('miss-booking', {}, 'Failed to mark this booking as a no-show')

/** Money goes back of a meeting that is over; `refund` in minor units. */
export const refundBooking = command(
  'refund-booking',
  { refund: v.pipe(v.number(), v.integer(), v.minValue(1)) },
  'Failed to refund this booking',
)

export const resendConfirmation = command(
  'resend-confirmation',
  {},
  'Failed to send the confirmation again',
)

/** The owner knows of the clash in the calendar, and the meeting stands. */
export const keepBooking = command('keep-booking', {}, 'Failed to keep this time')

/** The meeting is held elsewhere, or its guest gets the link at last. */
export const placeBooking = command(
  'place-booking',
  { place: GivenPlace },
  'Failed to change the meeting place',
)

export const noteBooking = command(
  'note-booking',
  { text: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(2000)) },
  'Failed to add the note',
)

/** A failed refund went back in another way, which the note tells. */
export const settleRefund = command(
  'settle-refund',
  {
    refundId: v.pipe(v.string(), v.maxLength(100)),
    text: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(2000)),
  },
  'Failed to mark this refund as settled',
)
