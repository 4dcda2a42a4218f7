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
