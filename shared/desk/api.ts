import * as v from 'valibot'
import { serviceTypes } from '#shared/booking/catalogue.ts'
import { Flood } from '#shared/booking/flood-api.ts'
import { placeKinds } from '#shared/booking/place.ts'
import { bookingStatuses, paymentStatuses } from '#shared/booking/status.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { feedFaults } from '#shared/schedule/calendar-state.ts'
import { formNames } from '#shared/submissions/form-post.ts'

// Instants are ISO 8601, dates those of the owner's zone, money minor units.

const Stretch = v.object({ start: v.string(), end: v.string() })

/** One day of the owner's, with the hours that are open for bookings. */
const DeskDay = v.object({ date: v.string(), open: v.array(Stretch) })

/** A booking in its place of the week. */
const Call = v.object({
  ...Stretch.entries,
  id: v.string(),
  status: v.picklist(bookingStatuses),
  payment: v.picklist(paymentStatuses),
  serviceType: v.picklist(serviceTypes),
  clientName: v.string(),
  /** The guest's zone. */
  timezone: v.string(),
  place: v.picklist(placeKinds),
  meetingUrl: v.nullable(v.string()),
  address: v.string(),
  phone: v.string(),
})

const WaitingMail = v.object({
  id: v.number(),
  /** What it was to say, as the mail queue names it. */
  kind: v.string(),
  bookingId: v.nullable(v.string()),
  clientName: v.nullable(v.string()),
  askedAt: v.string(),
  /** What the last try came to. */
  error: v.string(),
  /** Given up; else it is tried again by itself. */
  final: v.boolean(),
})

const WaitingRefund = v.object({
  id: v.string(),
  bookingId: v.string(),
  clientName: v.string(),
  amount: v.number(),
  currency: v.string(),
  askedAt: v.string(),
  state: v.picklist(['waiting', 'failed']),
})

const WaitingBooking = v.object({
  id: v.string(),
  clientName: v.string(),
  start: v.string(),
  /**
   * What is asked of the owner. `link`: its guest was told that a link follows; `room`: the provider has
   * not made its room.
   */
  why: v.picklist(['requested', 'needs_new_time', 'clash', 'link', 'room']),
  /** The state that a command given here is given in. */
  version: v.optional(v.string()),
})

/** A move or a cancellation by a guest that the owner has not seen. */
const GuestChange = v.object({
  id: v.number(),
  bookingId: v.string(),
  clientName: v.string(),
  kind: v.picklist(['moved', 'cancelled']),
  at: v.string(),
  /** The time that was given up. */
  from: v.string(),
  /** Null for a cancellation. */
  to: v.nullable(v.string()),
})

/** Somebody who booked or wrote, by the last form they sent. */
const Sender = v.object({
  /** The form's number. */
  id: v.number(),
  form: v.picklist(formNames),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  sentAt: v.string(),
})

const Month = v.object({
  /** `2026-11` */
  month: v.string(),
  currency: v.string(),
  /** When money last came in, in whichever month. */
  lastAt: v.nullable(v.string()),
  /** Received, without what was refunded. */
  total: v.number(),
  vat: v.number(),
  refunded: v.number(),
  /** Still to go back; counted nowhere else. */
  waiting: v.number(),
  payments: v.array(v.object({ date: v.string(), amount: v.number() })),
  services: v.array(
    v.object({ serviceType: v.picklist(serviceTypes), bookings: v.number(), received: v.number() }),
  ),
})

const Connections = v.object({
  mail: v.object({
    /** Whether mail leaves the server's machine. */
    delivers: v.boolean(),
    sentToday: v.number(),
    /** Given up or held up, of those asked for today. */
    troubledToday: v.number(),
  }),
  payment: v.object({ kind: v.picklist(['card', 'demo', 'off']) }),
  video: v.object({ configured: v.boolean(), troubledRooms: v.number() }),
  calendar: v.object({
    state: v.picklist(['none', 'fresh', 'stale']),
    syncedAt: v.nullable(v.string()),
    failure: v.nullable(v.picklist(feedFaults)),
  }),
})

/** What the owner looks at first: two weeks of calls, what waits, the month's money, the connections. */
export const Dashboard = v.object({
  checkedAt: v.string(),
  timeZone: v.string(),
  /** From the Monday of this week on, two weeks. */
  days: v.array(DeskDay),
  calls: v.array(Call),
  /** From the owner's own calendar, in the same days. */
  busy: v.array(Stretch),
  waiting: v.object({
    mails: v.array(WaitingMail),
    refunds: v.array(WaitingRefund),
    bookings: v.array(WaitingBooking),
  }),
  /** Senders who are over the cap of bookings, the latest first. */
  floods: v.optional(v.array(Flood), []),
  /** Of the last 30 days, the latest first, until their bookings are opened; earlier copies have none. */
  guestChanges: v.optional(v.array(GuestChange), []),
  /** Of the last two weeks, the latest first; a copy of before they were told has none. */
  senders: v.optional(v.array(Sender), []),
  month: Month,
  connections: Connections,
})

export type Dashboard = v.InferOutput<typeof Dashboard>
export type Call = v.InferOutput<typeof Call>
export type DeskDay = v.InferOutput<typeof DeskDay>
export type GuestChange = v.InferOutput<typeof GuestChange>
export type Sender = v.InferOutput<typeof Sender>
export type WaitingMail = v.InferOutput<typeof WaitingMail>
export type WaitingRefund = v.InferOutput<typeof WaitingRefund>
export type WaitingBooking = v.InferOutput<typeof WaitingBooking>
export type Connections = v.InferOutput<typeof Connections>

export const getDashboard = endpoint({
  name: 'get-dashboard',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: Dashboard,
  failure: 'Failed to fetch the dashboard',
})

/** Of a mail that waits for the owner: it is tried at once. Asked twice, it goes once. */
export const sendMailAgain = endpoint({
  name: 'send-mail-again',
  method: 'POST',
  access: 'owner',
  input: v.object({ id: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  output: v.object({ sent: v.boolean(), error: v.nullable(v.string()) }),
  failure: 'Failed to send this email again',
})
