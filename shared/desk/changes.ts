import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'

/** Most changes in one answer, so that reading them does not delay other requests for long. */
export const MAX_CHANGES = 100

const Seq = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))

/**
 * Asks for changes with a seq greater than `after`, in order; or, to fill an empty cache, for
 * changes with a seq less than `before`, the latest first; with neither, for the latest changes.
 * `epoch` is the epoch of the device's copy.
 */
export const ChangesQuery = v.object({
  epoch: v.optional(v.pipe(v.string(), v.maxLength(200))),
  after: v.optional(Seq),
  before: v.optional(Seq),
})

export type ChangesQuery = v.InferOutput<typeof ChangesQuery>

/** A change: the record's current state, or `deleted`. */
function changeSchema<Data>(record: v.GenericSchema<unknown, Data>) {
  return v.union([
    v.object({ id: v.string(), record }),
    v.object({ id: v.string(), deleted: v.literal(true) }),
  ])
}

export interface ChangesPage<Data, About = unknown> {
  /** A different epoch: the device's copy is of another database, or of another record format. */
  epoch: string
  changes: ({ id: string; record: Data } | { id: string; deleted: true })[]
  /** The cursor for the next request in the same direction. */
  nextCursor: number
  /** Whether there are more changes in that direction. */
  hasMore: boolean
  /** The last seq at the time of reading. */
  seq: number
  /** Data about the whole collection, at the time of reading. */
  meta: About
}

/** Answers 410 `epoch` if the device's copy cannot be updated and needs a full resync. */
export function changesEndpoint<Data, About>(
  name: string,
  shapes: { record: v.GenericSchema<unknown, Data>; meta: v.GenericSchema<unknown, About> },
  failure: string,
) {
  return defineEndpoint<ChangesQuery, ChangesPage<Data, About>>({
    name,
    method: 'GET',
    access: 'owner',
    input: ChangesQuery,
    output: v.object({
      epoch: v.string(),
      changes: v.array(changeSchema(shapes.record)),
      nextCursor: v.number(),
      hasMore: v.boolean(),
      seq: v.number(),
      meta: shapes.meta,
    }),
    failure,
  })
}

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

/** Numbers of new things, for the desk's tabs and the title of the browser's tab. */
export const getUnreadCounts = defineEndpoint({
  name: 'get-news-counts',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: v.object({
    /** Bookings since the owner last looked at the list, on any device. */
    newBookings: v.number(),
    /** Unread submissions of each form. */
    unread: v.object({ booking: v.number(), contact: v.number(), inquiry: v.number() }),
    /** Guests' moves and cancellations of bookings that the owner has not opened since. */
    guestChanges: v.number(),
  }),
  failure: 'Failed to count what is new',
})

export type UnreadCounts = v.InferOutput<typeof getUnreadCounts.output>
