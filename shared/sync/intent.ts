import * as v from 'valibot'
import { Id } from './devices.ts'
import { collections } from './records.ts'

// What an owner may want of a record. The server alone reads these schemas; devices know the shapes.

const Counter = v.pipe(v.number(), v.integer(), v.minValue(0))
const Fields = v.record(v.string(), v.unknown())
const Epoch = v.pipe(v.string(), v.maxLength(64))

const about = { coll: v.picklist(collections), id: Id, baseEpoch: Epoch, baseRev: Counter }

/** Fields set to new values, with what each was changed from; `at` is the device's own time, only shown. */
const Patch = v.object({
  op: v.literal('patch'),
  ...about,
  base: Fields,
  set: Fields,
  at: v.pipe(v.string(), v.maxLength(40)),
})

const Delete = v.object({
  op: v.literal('delete'),
  ...about,
  at: v.pipe(v.string(), v.maxLength(40)),
})

const choices = ['keep', 'take'] as const

/**
 * A person's answer to an open conflict: the record as it is in use, or the alternative. `seen` is what
 * was in use when they chose; where that has changed meanwhile, taking asks again.
 */
const Resolve = v.object({
  op: v.literal('resolve'),
  ...about,
  cid: v.pipe(v.string(), v.maxLength(160)),
  choice: v.picklist(choices),
  seen: v.unknown(),
})

/** The schedule as edited, in the shape of its own endpoint; see `shared/schedule/desk-api.ts`. */
const Publish = v.object({
  op: v.literal('publish'),
  coll: v.literal('schedule'),
  id: v.literal('weekly'),
  baseEpoch: Epoch,
  baseVersion: Counter,
  update: v.unknown(),
})

export const Intent = v.variant('op', [Patch, Delete, Resolve, Publish])
export type Intent = v.InferOutput<typeof Intent>
