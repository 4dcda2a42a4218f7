import * as v from 'valibot'
import { ServiceTypeText } from '#shared/content/service-type.ts'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import { Purchase } from '#shared/payment/purchase.ts'
import { disputeStates } from '#shared/payment/reversals.ts'
import { PlainDateText } from '#shared/schedule/schema.ts'
import { BookingId } from './booking-id.ts'
import { SeenOffset } from './guest-zone.ts'
import { locationKinds } from './meeting-location.ts'
import { BookingLocation } from './meeting-location-api.ts'
import { bookingStatuses, guestChangeKinds, historyKinds, paymentStatuses } from './status.ts'

/** How many times one offer may contain. */
export const MAX_OFFERS = 6

const HistoryEntry = v.object({
  /** ISO 8601. */
  at: v.string(),
  kind: v.picklist(historyKinds),
  text: v.string(),
})

const RefundLine = v.object({
  id: v.string(),
  amount: v.number(),
  /** When it was asked for, ISO 8601; of a dispute, when it was opened. */
  at: v.string(),
})

/** A move or a cancellation by the guest. */
const GuestChange = v.object({
  /** Id of the event. */
  id: v.number(),
  kind: v.picklist(guestChangeKinds),
  /** A cancellation by the right of withdrawal. */
  isWithdrawal: v.boolean(),
  at: v.string(),
  /** Start of the time that became free. */
  from: v.string(),
  /** Start of the new time; null for a cancellation. */
  to: v.nullable(v.string()),
  /** Whether the owner has opened the booking since. */
  isSeen: v.boolean(),
})

/**
 * A booking as the owner sees it: every field of the record, and its history. Instants are ISO 8601
 * in UTC.
 */
export const DeskBooking = v.object({
  id: v.string(),
  serviceType: ServiceTypeText,
  /** Title and length of the service when the booking was made. */
  serviceTitle: v.string(),
  durationMinutes: v.number(),
  /** Missing on a device that does not have it yet. */
  pauseMinutes: v.optional(v.number()),
  status: v.picklist(bookingStatuses),
  /** Date and time as the visitor saw them, in `timezone`. */
  date: v.string(),
  timeSlot: v.string(),
  timezone: v.string(),
  seenOffset: SeenOffset,
  destinations: v.array(v.string()),
  otherDestination: v.string(),
  clientName: v.string(),
  clientEmail: v.string(),
  clientPhone: v.string(),
  message: v.string(),
  start: v.string(),
  end: v.string(),
  /** The owner's current time zone. */
  ownerZone: v.string(),
  payment: v.picklist(paymentStatuses),
  /** The price, minor units; null on a device that does not have it yet. */
  amount: v.nullable(v.number()),
  currency: v.string(),
  /** Buyer and VAT; null for a free booking, and once its guest is erased. */
  purchase: v.nullable(Purchase),
  /** When it was paid, ISO 8601. */
  paidAt: v.nullable(v.string()),
  demo: v.boolean(),
  /** Refunded, or being refunded; minor units. */
  refunded: v.number(),
  /** What can still be refunded, minor units. */
  refundable: v.number(),
  /** Refunds that the payment provider has not confirmed yet. */
  waitingRefunds: v.array(RefundLine),
  /** Refunds that failed: the owner has to pay them back in another way. */
  failedRefunds: v.array(RefundLine),
  /** Refunds that were never made, because the money was already with the guest or the bank. */
  refusedRefunds: v.array(RefundLine),
  /** Refunds from the provider's dashboard that the owner has not acknowledged. */
  refundsElsewhere: v.array(RefundLine),
  disputes: v.array(
    v.object({
      ...RefundLine.entries,
      state: v.picklist(disputeStates),
      /** Last instant for an answer to the bank. */
      answerBy: v.nullable(v.string()),
      isAcknowledged: v.boolean(),
    }),
  ),
  locationKind: v.picklist(locationKinds),
  meetingUrl: v.nullable(v.string()),
  /** Address of a meeting in person; else empty. */
  address: v.string(),
  holdExpiresAt: v.nullable(v.string()),
  /**
   * False for a request over the cap, the number of bookings that one sender may have: its time is
   * occupied once it is accepted. Several of them are a flood; see `flood-api.ts`.
   */
  blocksSlot: v.optional(v.boolean(), true),
  /** The sender of a booking over the cap, as floods name it; null for all others. */
  overCapSender: v.nullable(v.string()),
  /** In order. */
  guestChanges: v.array(GuestChange),
  reference: v.string(),
  createdAt: v.string(),
  /** Starts offered to the guest, if the booking needs a new time. */
  offers: v.array(v.string()),
  /** A busy time of the owner's calendar that overlaps the booking. */
  clash: v.nullable(v.object({ start: v.string(), end: v.string() })),
  history: v.array(HistoryEntry),
  /** Version of the record; a command names the version that the owner saw. */
  version: v.string(),
})

export type DeskBooking = v.InferOutput<typeof DeskBooking>
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>

/**
 * The nearest bookings from today on and the latest ones before; the latest start first. Part of
 * the specification; the desk pulls all bookings, see `booking-record.ts`.
 */
export const getBookings = defineEndpoint({
  name: 'get-bookings',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: v.array(DeskBooking),
  failure: 'Failed to fetch bookings',
})

const commandTarget = { id: BookingId, expectedVersion: v.pipe(v.string(), v.maxLength(100)) }
const StartInstant = v.pipe(v.string(), v.isoTimestamp())

/**
 * An owner's command. Refusals: 409 `stale`: the booking is not at the expected version; with the
 * `current` record. 409 `state`: the booking's status or time does not allow the command.
 */
function ownerCommandEndpoint<Entries extends v.ObjectEntries>(
  name: string,
  entries: Entries,
  failure: string,
) {
  return defineEndpoint({
    name,
    method: 'POST',
    access: 'owner',
    input: v.object({ ...commandTarget, ...entries }),
    output: DeskBooking,
    failure,
  })
}

export const acceptBooking = ownerCommandEndpoint(
  'accept-booking',
  {},
  'Failed to accept this booking',
)

export const rescheduleBooking = ownerCommandEndpoint(
  'reschedule-booking',
  { start: StartInstant },
  'Failed to move this booking',
)

export const offerTimes = ownerCommandEndpoint(
  'offer-times',
  { starts: v.pipe(v.array(StartInstant), v.minLength(1), v.maxLength(MAX_OFFERS)) },
  'Failed to offer these times',
)

const isoIntervalEntries = { start: v.string(), end: v.string() }

/** One date in the owner's zone, for moving a booking to that date. Instants are ISO 8601. */
export const getMoveDay = defineEndpoint({
  name: 'get-move-day',
  method: 'GET',
  access: 'owner',
  input: v.object({ id: BookingId, date: PlainDateText }),
  output: v.object({
    /** Opening hours. */
    hours: v.array(v.object(isoIntervalEntries)),
    freeStarts: v.array(v.string()),
    /** Taken times; `name` is the guest of another booking, null for the owner's calendar. */
    taken: v.array(v.object({ ...isoIntervalEntries, name: v.nullable(v.string()) })),
  }),
  failure: 'Failed to load what is on that day',
})

/**
 * Asks the payment provider what can still be refunded; answers with the current record. 502
 * `provider` if the provider does not answer.
 */
export const checkRefundable = defineEndpoint({
  name: 'check-refundable',
  method: 'POST',
  access: 'owner',
  input: v.object({ id: BookingId }),
  output: DeskBooking,
  failure: 'The payment provider did not answer',
})

/**
 * Cancels a booking; `refund` is what is refunded of a paid one, minor units. 422 `refund`: so much
 * cannot be refunded; the refusal names what `remaining`.
 */
export const cancelBookingAsOwner = ownerCommandEndpoint(
  'cancel-booking-as-owner',
  { refund: v.pipe(v.number(), v.integer(), v.minValue(0)) },
  'Failed to cancel this booking',
)

export const completeBooking = ownerCommandEndpoint(
  'complete-booking',
  {},
  'Failed to mark this booking completed',
)

export const markBookingNoShow = ownerCommandEndpoint(
  'mark-no-show',
  {},
  'Failed to mark this booking as a no-show',
)

/** Refunds a meeting that is over; `refund` in minor units. Refused like a cancellation. */
export const refundBooking = ownerCommandEndpoint(
  'refund-booking',
  { refund: v.pipe(v.number(), v.integer(), v.minValue(1)) },
  'Failed to refund this booking',
)

export const resendConfirmation = ownerCommandEndpoint(
  'resend-confirmation',
  {},
  'Failed to send the confirmation again',
)

/** The owner accepts the clash with the calendar; the booking stays. */
export const dismissClash = ownerCommandEndpoint('dismiss-clash', {}, 'Failed to keep this time')

/** Changes the meeting location, or sets the meeting link. */
export const setBookingLocation = ownerCommandEndpoint(
  'set-meeting-location',
  { location: BookingLocation },
  'Failed to change the meeting location',
)

export const addBookingNote = ownerCommandEndpoint(
  'add-booking-note',
  { text: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(2000)) },
  'Failed to add the note',
)

/**
 * The owner has seen refunds from the provider's dashboard and disputes, and keeps the meeting if it
 * is still ahead.
 */
export const acknowledgeReversals = ownerCommandEndpoint(
  'acknowledge-reversals',
  {},
  'Failed to keep this meeting',
)

/** Marks a failed refund as paid back in another way; `text` says how. */
export const markRefundSettled = ownerCommandEndpoint(
  'settle-refund',
  {
    refundId: v.pipe(v.string(), v.maxLength(100)),
    text: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(2000)),
  },
  'Failed to mark this refund as settled',
)
