import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'
import { Id } from './devices.ts'
import { collections, type RecordData } from './records.ts'
import { endpointNames, LARGEST_PUSH, MOST_MUTATIONS } from './wire.ts'

const Counter = v.pipe(v.number(), v.integer(), v.minValue(0))
const Epoch = v.pipe(v.string(), v.maxLength(64))

// What an owner may want of a record. The server alone reads these schemas; devices know the shapes.

const Fields = v.record(v.string(), v.unknown())

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

const Push = v.object({
  /** Whose edits these are: never sent under another's session. */
  userId: v.string(),
  deviceId: Id,
  deviceName: v.pipe(v.string(), v.maxLength(100)),
  epoch: Epoch,
  schema: Counter,
  /** What the device's clock says at sending, ISO 8601: it shows how far the times of its edits are off. */
  sentAt: v.optional(v.pipe(v.string(), v.maxLength(40)), ''),
  /**
   * Numbered by their device, without gaps; immutable from then on. What is not a mutation of
   * ours is refused by itself, so that it holds up nothing after it.
   */
  mutations: v.pipe(v.array(v.looseObject({ mid: Counter })), v.maxLength(MOST_MUTATIONS)),
})

/** Which device made a value, and when. */
export interface EditedBy {
  deviceId: string
  /** Empty where nobody knows. */
  deviceName: string
  /**
   * ISO 8601; empty where nobody knows. By the device's clock, or where that is wrong, by the server's
   * at the time when the edit arrived.
   */
  at: string
}

/** A value that met another: kept beside the record until somebody chooses. */
export interface OpenConflict extends EditedBy {
  cid: string
  /** `delete`: another device removed the record, unaware of an edit. */
  kind: 'field' | 'delete'
  /** Empty for `delete`. */
  field: string
  /** The value that is not in use. */
  value: unknown
  /** Who made the value that is in use; absent for `delete`. */
  inUse?: EditedBy
  /** The record's revision that brought it. */
  rev: number
}

/** A record as the server has it. */
export interface Change {
  coll: (typeof collections)[number]
  id: string
  rev: number
  seq: number
  deleted?: boolean
  /** For privacy: nothing of it may stay on any device. */
  erased?: boolean
  data: RecordData
  /** Absent: none. */
  conflicts?: OpenConflict[]
  /** When it came to be and was last changed, by the server's clock, UTC milliseconds. */
  createdAt: number
  updatedAt: number
}

/**
 * What became of a mutation. `merged`: with what others had done. `conflict`: an alternative is open.
 * `returned`: the record had been deleted, and lives again. `kept`: the record was not deleted, because
 * of changes that the deleting device had not seen. `changed`: what was chosen against has changed;
 * nothing was done. `refused`: for good, with the reason. `unchanged`: it was so already.
 */
export type MutationStatus =
  | 'applied'
  | 'merged'
  | 'conflict'
  | 'returned'
  | 'kept'
  | 'changed'
  | 'unchanged'
  | 'erased'
  | 'refused'

/** What is new of a record beside the edit itself. */
export interface Made {
  rev: number
  seq: number
  updatedAt: number
}

export interface MutationResult {
  mid: number
  status: MutationStatus
  /** It had been answered before. */
  dup?: boolean
  /** The record as it is now. */
  row?: Change
  /** In its place where the device has the rest: this edit is all that parts it from what it was. */
  made?: Made
  reason?: string
  fieldErrors?: Record<string, string>
  /** Of a published schedule: what the schedule's own endpoint answers. */
  published?: unknown
}

export interface PushAnswer {
  results: MutationResult[]
  /** The last mutation that has a final answer. */
  ackedThrough: number
  /** The last change before this batch, and with it. */
  from: number
  to: number
  /** Why the rest was not looked at: the server could not just now. */
  stopped?: string
}

export interface PullAnswer {
  epoch: string
  schema: number
  /** ISO 8601. */
  serverTime: string
  /** The last number that the server has of this device. */
  lastMid: number
  /** Of deletions up to this change, none is told any more. */
  horizon: number
  changes: Change[]
  /** The cursor after these. */
  next: number
  more: boolean
}

/** 409 `epoch` (with `epoch`, `lastMid`) | 410 `resync` | 409 `schema` | 403 `revoked`, `other_account`. */
export const syncPull = endpoint({
  name: endpointNames.pull,
  method: 'GET',
  access: 'owner',
  input: v.object({
    user: v.string(),
    device: Id,
    deviceName: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
    epoch: Epoch,
    /** While everything is fetched, which tells what is gone by itself: the `horizon` that came last. */
    all: v.optional(v.pipe(v.string(), v.transform(Number), Counter)),
    schema: v.pipe(v.string(), v.transform(Number), Counter),
    seq: v.pipe(v.string(), v.transform(Number), Counter),
    limit: v.pipe(v.string(), v.transform(Number), Counter),
  }),
  output: v.looseObject({
    epoch: v.string(),
    changes: v.array(v.unknown()),
    next: v.number(),
    more: v.boolean(),
  }),
  failure: 'Failed to fetch changes',
})

/**
 * 409 `epoch` | `gap` | `mid_reuse` (with `lastMid`) | `schema` | 403 `revoked`, `other_account` | 400
 * `mutations` (with `unread`, the numbers of those that cannot be read: nothing of the push is done).
 */
export const syncPush = endpoint({
  name: endpointNames.push,
  method: 'POST',
  access: 'owner',
  largestBody: LARGEST_PUSH,
  input: Push,
  output: v.looseObject({ results: v.array(v.unknown()), ackedThrough: v.number() }),
  failure: 'Failed to save changes',
})
