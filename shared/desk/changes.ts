import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'

const SeqNumber = v.pipe(v.number(), v.integer(), v.minValue(0))

/** The last seq of anything that the desk shows, and the last seq of what devices pull into the book. */
export const LatestSeqs = v.object({ desk: SeqNumber, book: SeqNumber })

export type LatestSeqs = v.InferOutput<typeof LatestSeqs>

/**
 * A stream of server-sent events. Each carries a `LatestSeqs` as JSON: at once when the stream
 * opens, after every change, and again on a quiet stream, so that a dead connection is noticed.
 */
export const deskEvents = defineEndpoint({
  name: 'desk-events',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: v.string(),
  failure: 'Failed to listen for changes',
})

/** How long an open stream may be silent before it counts as dead, ms. */
export const MAX_SILENCE = 45_000

/** For polling, if no stream can be opened. */
export const getLatestSeqs = defineEndpoint({
  name: 'get-last-changes',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: LatestSeqs,
  failure: 'Failed to ask for changes',
})

/** Numbers of new bookings and changes, for the desk's tabs and the title of the browser's tab. */
export const getNewsCounts = defineEndpoint({
  name: 'get-news-counts',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: v.object({
    /** Bookings since the owner last looked at the list, on any device. */
    newBookings: v.number(),
    /** Guests' moves and cancellations of bookings that the owner has not opened since. */
    guestChanges: v.number(),
  }),
  failure: 'Failed to count what is new',
})

export type NewsCounts = v.InferOutput<typeof getNewsCounts.output>
