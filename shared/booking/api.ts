import * as v from 'valibot'
import { ServiceTypeText } from '#shared/content/service-type.ts'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import { EARLY_START_MESSAGE, Purchase, VatOutcome } from '#shared/payment/purchase.ts'
import { BookedService } from './booked-service.ts'
import { BookingId } from './booking-id.ts'
import { SeenOffset } from './guest-zone.ts'
import { locationKinds } from './meeting-location.ts'
import type { ClosedReason } from './slots.ts'
import { bookingStatuses, paymentStatuses } from './status.ts'

/** The price of a booking, which later changes of the service do not alter. */
export const BookedPrice = v.object({
  /** Minor units; 0 is free. */
  amount: v.number(),
  currency: v.string(),
  /** Null for a free booking. */
  vat: v.nullable(VatOutcome),
})

/** The answer to an accepted `POST /` with form-name booking. */
export const BookingReceived = v.object({
  key: v.string(),
  bookingId: BookingId,
  status: v.picklist(bookingStatuses),
  start: v.string(),
  end: v.string(),
  /** Expiry of an unpaid hold, ISO 8601; null for a booking that is not a hold. */
  holdExpiresAt: v.nullable(v.string()),
  /** False for a request over the cap of one sender: its time stays open to others. */
  blocksSlot: v.optional(v.boolean(), true),
  serviceTitle: v.string(),
  price: BookedPrice,
  /** Path of the signed page to see, move or cancel the booking. */
  manageUrl: v.string(),
  /** Set if an earlier version of the request was accepted: later changes are then not in it. */
  isEarlierVersion: v.optional(v.literal(true)),
})

export type BookingReceived = v.InferOutput<typeof BookingReceived>

export const TIME_MESSAGE = 'Please select a date and time for your booking.'

export const bookingRefusals = {
  taken: { status: 409, error: 'This time was just taken. Please choose another.' },
  notice: {
    status: 409,
    error: 'This time is too soon to book online. Please choose a later one.',
  },
  closed: { status: 409, error: 'This time is not offered. Please choose another.' },
  past: { status: 410, error: 'This time has passed. Please choose another.' },
  /** With `current`, a `ChangedService`. */
  service_changed: {
    status: 409,
    error: 'This page is older than what is offered now. Please look at it once more.',
  },
  service_gone: { status: 409, error: 'This is no longer offered.' },
  key_reuse: { status: 422, error: 'This request was already sent with other content.' },
  fields: { status: 422, error: 'Please check the highlighted fields.' },
  time: { status: 422, error: TIME_MESSAGE },
  holds: {
    status: 429,
    error: 'You are already holding other times. Please pay for or cancel one of them first.',
  },
  early_start: { status: 422, error: EARLY_START_MESSAGE },
  payments_off: { status: 503, error: 'This service cannot be paid online at the moment.' },
} as const

export type BookingRefusalCode = keyof typeof bookingRefusals

/** The refusal code for each reason why a time is closed. */
export const refusalCodeByReason = {
  past: 'past',
  notice: 'notice',
  window: 'closed',
  closed: 'closed',
  busy: 'taken',
  booked: 'taken',
} as const satisfies Record<ClosedReason, BookingRefusalCode>

/** Access by the cookie of the browser that booked, or by the signature of the link. */
const BookingCredentials = v.object({
  id: BookingId,
  sig: v.optional(v.pipe(v.string(), v.maxLength(128))),
})

/** What a guest may see of a booking. */
const BookingView = v.object({
  id: BookingId,
  serviceType: ServiceTypeText,
  service: BookedService,
  status: v.picklist(bookingStatuses),
  payment: v.picklist(paymentStatuses),
  start: v.string(),
  end: v.string(),
  /** The guest's time zone, as chosen. */
  timezone: v.string(),
  seenOffset: SeenOffset,
  ownerZone: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.string(),
  message: v.string(),
  destinations: v.array(v.string()),
  otherDestination: v.string(),
  /** The price, minor units. */
  amount: v.number(),
  currency: v.string(),
  /** Buyer and VAT; null for a free booking. */
  purchase: v.nullable(Purchase),
  /** When it was paid, ISO 8601. */
  paidAt: v.nullable(v.string()),
  /** The right to withdraw from the purchase; null for bookings without that right. */
  withdrawal: v.nullable(
    v.object({
      open: v.boolean(),
      until: v.string(),
      /** Minor units. */
      refund: v.number(),
    }),
  ),
  demo: v.boolean(),
  locationKind: v.picklist(locationKinds),
  /** Link to the video room, or the owner's own link; null while there is none. */
  meetingUrl: v.nullable(v.string()),
  /** Address of a meeting in person; else empty. */
  address: v.string(),
  holdExpiresAt: v.nullable(v.string()),
  /** Whether the booking occupies its time. */
  blocksSlot: v.optional(v.boolean(), true),
  /** Whether and until when the guest may move or cancel, and the refund, minor units. */
  changePolicy: v.object({ open: v.boolean(), until: v.string(), refund: v.number() }),
  /** Starts offered to the guest, if the booking needs a new time. */
  offers: v.optional(v.array(v.string()), []),
  /** Refunded, or being refunded; minor units. */
  refunded: v.optional(v.number(), 0),
  /** Held or taken back by the guest’s bank; minor units. */
  disputed: v.optional(v.number(), 0),
})

export type BookingView = v.InferOutput<typeof BookingView>

export const getBooking = defineEndpoint({
  name: 'get-booking',
  method: 'GET',
  access: 'booking',
  input: v.object({
    ...BookingCredentials.entries,
    /** Signature from a link in a mail: proves access to the guest's mailbox. */
    mailToken: v.optional(v.pipe(v.string(), v.maxLength(128))),
  }),
  output: BookingView,
  failure: 'Failed to load this booking',
})

/** A calendar file of the booking, for "Add to calendar". */
export const getBookingCalendar = defineEndpoint({
  name: 'booking-calendar',
  method: 'GET',
  access: 'booking',
  input: BookingCredentials,
  output: v.string(),
  failure: 'Failed to load this booking',
})

export const cancelBooking = defineEndpoint({
  name: 'cancel-booking',
  method: 'POST',
  access: 'booking',
  input: BookingCredentials,
  output: BookingView,
  failure: 'Failed to cancel this booking',
})

/** Withdraws a private buyer from the purchase, with a full refund. */
export const withdrawFromPurchase = defineEndpoint({
  name: 'withdraw-from-purchase',
  method: 'POST',
  access: 'booking',
  input: BookingCredentials,
  output: BookingView,
  failure: 'Failed to withdraw from this purchase',
})

export const moveBooking = defineEndpoint({
  name: 'move-booking',
  method: 'POST',
  access: 'booking',
  input: v.object({
    ...BookingCredentials.entries,
    start: v.pipe(v.string(), v.isoTimestamp()),
    /** The start as the guest's browser showed it, in the booking's zone. */
    seen: v.optional(
      v.object({ date: v.pipe(v.string(), v.isoDate()), time: v.pipe(v.string(), v.isoTime()) }),
    ),
    /** The buyer asks to meet before the right of withdrawal has ended; see `needsEarlyStart`. */
    asksEarlyStart: v.optional(v.boolean(), false),
  }),
  output: BookingView,
  failure: 'Failed to move this booking',
})

/** A call that the specification requires; recipient and content come from the database. */
export const sendConfirmation = defineEndpoint({
  name: 'send-confirmation',
  method: 'POST',
  access: 'booking',
  input: v.looseObject({ bookingId: v.optional(BookingId) }),
  output: v.object({ queued: v.boolean() }),
  failure: 'Failed to send confirmation',
})

/** Path of the guest's signed booking page. */
export const MANAGE_PATH = '/booking/manage'

export function toManagePath(id: string, sig: string): string {
  return `${MANAGE_PATH}?id=${id}&sig=${sig}`
}

export const MyBooking = v.object({
  id: BookingId,
  serviceTitle: v.string(),
  status: v.picklist(bookingStatuses),
  /** ISO 8601. */
  start: v.string(),
  /** The time zone that was chosen with the booking. */
  timezone: v.string(),
  seenOffset: SeenOffset,
  /** Path of the signed page to see, move or cancel the booking. */
  manageUrl: v.string(),
})

export type MyBooking = v.InferOutput<typeof MyBooking>

/** Bookings made with the confirmed address of the signed-in account, the latest first. */
export const getMyBookings = defineEndpoint({
  name: 'get-my-bookings',
  method: 'GET',
  access: 'account',
  input: v.object({}),
  output: v.array(MyBooking),
  failure: 'Failed to load your bookings',
})
