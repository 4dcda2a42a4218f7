import * as v from 'valibot'
import { overCapReasons } from '#shared/booking/status.ts'
import { defineEndpoint } from '#shared/lib/endpoint.ts'

/** From this many requests over the cap on, the owner sees a sender's requests as one flood. */
export const FLOOD_THRESHOLD = 3

/** The sender of a surge: all mailboxes that had no confirmed booking before it. */
export const SURGE_SENDER = 'surge:all'

/** Identifies a sender to the server; the page only sends it back. */
const SenderId = v.pipe(
  v.string(),
  v.maxLength(500),
  v.check((id) => overCapReasons.some((reason) => id.startsWith(`${reason}:`))),
)

/**
 * Bookings and requests from one sender, some of them over the cap, or of a surge. Instants are ISO
 * 8601.
 */
export const Flood = v.object({
  sender: SenderId,
  /** When the first and the last of them were made. */
  since: v.string(),
  until: v.string(),
  count: v.number(),
  /** How many of them occupy their time: confirmed ones, and requests within the cap. */
  blockingCount: v.number(),
  /** Number of different mailboxes. */
  mailboxCount: v.number(),
  /** Names of the first guests. */
  names: v.array(v.string()),
  /** When each of them was made, in order; only for a surge, of which a part can be cancelled. */
  madeAt: v.optional(v.array(v.string())),
})

export type Flood = v.InferOutput<typeof Flood>

const IsoTime = v.pipe(v.string(), v.isoTimestamp())

export const getFloods = defineEndpoint({
  name: 'get-floods',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: v.object({
    timeZone: v.string(),
    floods: v.array(Flood),
  }),
  failure: 'Failed to fetch the bookings from one sender',
})

/**
 * Cancels a sender's bookings without payment made from `from` up to `until`, the last one that the owner saw.
 * A mailbox that already got a mail about a booking gets one mail. A repeat has no further effect.
 */
export const cancelFlood = defineEndpoint({
  name: 'cancel-flood',
  method: 'POST',
  access: 'owner',
  input: v.object({ sender: SenderId, from: IsoTime, until: IsoTime }),
  output: v.object({ cancelled: v.number() }),
  failure: 'Failed to cancel these bookings',
})
