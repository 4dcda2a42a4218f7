import * as v from 'valibot'
import { serviceTypes } from '#shared/booking/catalogue.ts'
import { Flood } from '#shared/booking/flood-api.ts'
import { SeenOffset } from '#shared/booking/guest-zone.ts'
import { locationKinds } from '#shared/booking/meeting-location.ts'
import { bookingStatuses, paymentStatuses } from '#shared/booking/status.ts'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import { disputeStates } from '#shared/payment/reversals.ts'
import { feedFaults } from '#shared/schedule/calendar-state.ts'
import { FeedNoteView } from '#shared/schedule/feed-api.ts'
import { formNames } from '#shared/submissions/form-post.ts'

// Instants are ISO 8601, dates are in the owner's zone, amounts are in minor units.

const IsoInterval = v.object({ start: v.string(), end: v.string() })

/** What the owner's external calendar leaves open. */
const CalendarQuestions = v.optional(
  v.object({
    /** What was not understood in it and the owner has not seen. */
    notes: v.array(FeedNoteView),
    /** It is suddenly empty, and the owner has not said whether that is right. */
    isSuddenlyEmpty: v.boolean(),
  }),
  { notes: [], isSuddenlyEmpty: false },
)

/** One date in the owner's zone, with the hours that are open for bookings. */
const DeskDay = v.object({ date: v.string(), openHours: v.array(IsoInterval) })

/** A booking as the dashboard shows it. */
const Call = v.object({
  ...IsoInterval.entries,
  id: v.string(),
  status: v.picklist(bookingStatuses),
  payment: v.picklist(paymentStatuses),
  serviceType: v.picklist(serviceTypes),
  clientName: v.string(),
  /** The guest's zone. */
  timezone: v.string(),
  seenOffset: SeenOffset,
  locationKind: v.picklist(locationKinds),
  meetingUrl: v.nullable(v.string()),
  address: v.string(),
  phone: v.string(),
})

const FailedMail = v.object({
  id: v.number(),
  /** Kind of the mail in the mail queue. */
  kind: v.string(),
  bookingId: v.nullable(v.string()),
  clientName: v.nullable(v.string()),
  requestedAt: v.string(),
  /** Error of the last attempt. */
  error: v.string(),
  /** True: failed for good; false: it is still retried automatically. */
  isGivenUp: v.boolean(),
})

const OpenRefund = v.object({
  id: v.string(),
  bookingId: v.string(),
  clientName: v.string(),
  amount: v.number(),
  currency: v.string(),
  requestedAt: v.string(),
  /** `refused`: never made, because the money was already with the guest or the bank. */
  state: v.picklist(['waiting', 'failed', 'refused']),
  /** Version of the booking that a command from here is based on. */
  version: v.optional(v.string()),
})

/** Money that goes back to a guest without a decision at the desk. */
const ReversalTask = v.object({
  bookingId: v.string(),
  clientName: v.string(),
  start: v.string(),
  /** Version of the booking that a command from here is based on. */
  version: v.string(),
  amount: v.number(),
  currency: v.string(),
  at: v.string(),
  /** Null for a refund in the payment provider's dashboard. */
  dispute: v.nullable(
    v.object({
      id: v.string(),
      state: v.picklist(disputeStates),
      /** Last instant for an answer to the bank. */
      answerBy: v.nullable(v.string()),
    }),
  ),
  /** Whether a meeting is still ahead and the owner has not decided whether it takes place. */
  asksToKeep: v.boolean(),
  isAcknowledged: v.boolean(),
})

const BookingTask = v.object({
  id: v.string(),
  clientName: v.string(),
  start: v.string(),
  /**
   * Why the booking needs the owner. `link`: the guest was told that a link follows, and there is
   * none yet; `room`: the video provider has failed to make the room.
   */
  reason: v.picklist(['requested', 'needs_new_time', 'clash', 'link', 'room']),
  /** Version of the booking that a command from here is based on. */
  version: v.optional(v.string()),
})

/** A move or a cancellation by a guest that the owner has not seen. */
const GuestChange = v.object({
  id: v.number(),
  bookingId: v.string(),
  clientName: v.string(),
  kind: v.picklist(['moved', 'cancelled']),
  /** A cancellation by the right of withdrawal. */
  isWithdrawal: v.optional(v.boolean(), false),
  at: v.string(),
  /** Start of the time that became free. */
  from: v.string(),
  /** Start of the new time; null for a cancellation. */
  to: v.nullable(v.string()),
})

/** Sender of a submission, taken from the last one that they sent. */
const Sender = v.object({
  /** Id of the submission. */
  id: v.number(),
  form: v.picklist(formNames),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  sentAt: v.string(),
})

const MonthRevenue = v.object({
  /** `2026-11` */
  month: v.string(),
  currency: v.string(),
  /** When the last payment was received, in any month. */
  lastPaidAt: v.nullable(v.string()),
  /** Amount received, minus refunds. */
  total: v.number(),
  vat: v.number(),
  refunded: v.number(),
  /** Refunds that are not done yet; not included in the other sums. */
  pendingRefundTotal: v.number(),
  payments: v.array(v.object({ date: v.string(), amount: v.number() })),
  services: v.array(
    v.object({ serviceType: v.picklist(serviceTypes), bookings: v.number(), received: v.number() }),
  ),
})

const Unfinished = v.object({
  name: v.string(),
  /** What a public site closes until it is written. */
  closes: v.nullable(v.picklist(['sales', 'mail'])),
})

const Connections = v.object({
  mail: v.object({
    /** Whether mail leaves the server, or is only written to files. */
    delivers: v.boolean(),
    /** What a public site lacks to send mail. */
    lacks: v.nullable(v.picklist(['sender', 'server'])),
    sentToday: v.number(),
    /** Mails queued today that have failed for good or keep failing. */
    failedToday: v.number(),
  }),
  payment: v.object({ kind: v.picklist(['card', 'demo', 'off']) }),
  video: v.object({ configured: v.boolean(), failedRooms: v.number() }),
  calendar: v.object({
    state: v.picklist(['none', 'fresh', 'stale']),
    syncedAt: v.nullable(v.string()),
    failure: v.nullable(v.picklist(feedFaults)),
  }),
})

/**
 * Data of the desk's first page: two weeks of calls, what needs the owner, the month's payments and
 * the state of the outside services.
 */
export const Dashboard = v.object({
  checkedAt: v.string(),
  timeZone: v.string(),
  /** Two weeks from the Monday of this week. */
  days: v.array(DeskDay),
  calls: v.array(Call),
  /** Busy times from the owner's external calendar, on the same days. */
  busy: v.array(IsoInterval),
  needsAttention: v.object({
    mails: v.array(FailedMail),
    refunds: v.array(OpenRefund),
    /** Optional, because an older cached copy has none. */
    reversals: v.optional(v.array(ReversalTask), []),
    bookings: v.array(BookingTask),
    calendar: CalendarQuestions,
  }),
  /** Senders with more bookings than the limit, the latest first. */
  floods: v.optional(v.array(Flood), []),
  /**
   * Changes of the last 30 days whose bookings the owner has not opened since, the latest first.
   * Optional, because an older cached copy has none.
   */
  guestChanges: v.optional(v.array(GuestChange), []),
  /**
   * Senders of the last two weeks, the latest first. Optional, because an older cached copy has
   * none.
   */
  senders: v.optional(v.array(Sender), []),
  month: MonthRevenue,
  connections: Connections,
  /** What the owner has not written yet. */
  samples: v.array(Unfinished),
  /** Zones in which the server's zone data is older than the law. */
  oldZones: v.array(v.string()),
})

export type Unfinished = v.InferOutput<typeof Unfinished>
export type Dashboard = v.InferOutput<typeof Dashboard>
export type Call = v.InferOutput<typeof Call>
export type DeskDay = v.InferOutput<typeof DeskDay>
export type GuestChange = v.InferOutput<typeof GuestChange>
export type Sender = v.InferOutput<typeof Sender>
export type FailedMail = v.InferOutput<typeof FailedMail>
export type OpenRefund = v.InferOutput<typeof OpenRefund>
export type ReversalTask = v.InferOutput<typeof ReversalTask>
export type BookingTask = v.InferOutput<typeof BookingTask>
export type Connections = v.InferOutput<typeof Connections>

export const getDashboard = defineEndpoint({
  name: 'get-dashboard',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: Dashboard,
  failure: 'Failed to fetch the dashboard',
})

/** Tries a failed mail again at once. Called twice, it sends the mail once. */
export const retryMail = defineEndpoint({
  name: 'resend-mail',
  method: 'POST',
  access: 'owner',
  input: v.object({ id: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  output: v.object({ sent: v.boolean(), error: v.nullable(v.string()) }),
  failure: 'Failed to send this email again',
})
