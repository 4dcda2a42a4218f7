import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'

/** From so many requests over the cap on, they are shown to the owner as one thing. */
export const FLOOD_FROM = 3

/** Names a sender to the server; the page only gives it back. */
const SenderName = v.pipe(v.string(), v.regex(/^(network|browser|mailbox):.{1,400}$/s))

/** Bookings and requests that come from one sender, of whom some are over the cap. Instants are ISO 8601. */
export const Flood = v.object({
  sender: SenderName,
  /** When the first and the last of them came. */
  since: v.string(),
  until: v.string(),
  count: v.number(),
  /** How many of them are confirmed, or keep their time until the owner answers. */
  kept: v.number(),
  /** Different mailboxes among them. */
  mailboxes: v.number(),
  /** Names from the first of them. */
  names: v.array(v.string()),
})

export type Flood = v.InferOutput<typeof Flood>

export const getFloods = endpoint({
  name: 'get-floods',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: v.object({
    /** The owner's. */
    timeZone: v.string(),
    floods: v.array(Flood),
  }),
  failure: 'Failed to fetch the bookings from one sender',
})

/**
 * Cancels all of a sender's unpaid bookings that came until an instant: the last that the owner saw. Each
 * mailbox is told once, where it was told of a booking before. Asked twice, it finds nothing more to do.
 */
export const cancelFlood = endpoint({
  name: 'cancel-flood',
  method: 'POST',
  access: 'owner',
  input: v.object({ sender: SenderName, until: v.pipe(v.string(), v.isoTimestamp()) }),
  output: v.object({ cancelled: v.number() }),
  failure: 'Failed to cancel these bookings',
})
