import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'

/** Of one answer; a page holds up nobody else's request for long. */
export const MOST_CHANGES = 100

const Seq = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))

/**
 * What changed `after` a number, in order; or, for a first fill, what changed last `before` one, the
 * latest first; with neither, the latest of all. `epoch` is that of the device's copy.
 */
export const AskedChanges = v.object({
  epoch: v.optional(v.pipe(v.string(), v.maxLength(200))),
  after: v.optional(Seq),
  before: v.optional(Seq),
})

export type AskedChanges = v.InferOutput<typeof AskedChanges>

/** A record as it is now, or that it is gone. */
function changeOf<Data>(record: v.GenericSchema<unknown, Data>) {
  return v.union([
    v.object({ id: v.string(), record }),
    v.object({ id: v.string(), gone: v.literal(true) }),
  ])
}

export interface ChangesPage<Data, About = unknown> {
  /** Another one: the device's copy is of another database, or of records of another shape. */
  epoch: string
  changes: ({ id: string; record: Data } | { id: string; gone: true })[]
  /** Ask on from here, in the same direction. */
  next: number
  /** Whether there is more in that direction. */
  more: boolean
  /** The number of the last change there was when this was read. */
  seq: number
  /** What is known of all of them together, as of now. */
  about: About
}

/** 410 `epoch`: the copy cannot be brought up to date, and is fetched anew. */
export function changesEndpoint<Data, About>(
  name: string,
  shapes: { record: v.GenericSchema<unknown, Data>; about: v.GenericSchema<unknown, About> },
  failure: string,
) {
  return endpoint<AskedChanges, ChangesPage<Data, About>>({
    name,
    method: 'GET',
    access: 'owner',
    input: AskedChanges,
    output: v.object({
      epoch: v.string(),
      changes: v.array(changeOf(shapes.record)),
      next: v.number(),
      more: v.boolean(),
      seq: v.number(),
      about: shapes.about,
    }),
    failure,
  })
}

const LastSeq = v.pipe(v.number(), v.integer(), v.minValue(0))

/** The numbers of the last changes: of what the desk's pages show, and of the client book's records. */
export const LastChanges = v.object({ desk: LastSeq, book: LastSeq })

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
