import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'

const Seq = v.pipe(v.number(), v.integer(), v.minValue(0))

/** The numbers of the last changes: of what the desk's pages show, and of the client book's records. */
export const LastChanges = v.object({ desk: Seq, book: Seq })

export type LastChanges = v.InferOutput<typeof LastChanges>

/**
 * A stream of server-sent events. Each carries a `LastChanges` as JSON: at once when the stream
 * opens, after every change, and again on a quiet stream, so that a dead connection is noticed.
 */
export const deskEvents = endpoint({
  name: 'desk-events',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: v.string(),
  failure: 'Failed to listen for changes',
})

/** How long an open stream may be silent before it counts as dead, milliseconds. */
export const LONGEST_SILENCE = 45_000

/** What a device asks for now and then where no stream can be opened. */
export const getLastChanges = endpoint({
  name: 'get-last-changes',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: LastChanges,
  failure: 'Failed to ask for changes',
})

/** How much is new: for the tabs of the desk, and the title of the browser's. */
export const getNewsCounts = endpoint({
  name: 'get-news-counts',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: v.object({
    /** Since the owner last looked at the list, on whichever device. */
    newBookings: v.number(),
    /** Of each form, those not read. */
    unread: v.object({ booking: v.number(), contact: v.number(), inquiry: v.number() }),
    /** Moves and cancellations by guests, of bookings not opened since. */
    guestChanges: v.number(),
  }),
  failure: 'Failed to count what is new',
})

export type NewsCounts = v.InferOutput<typeof getNewsCounts.output>
