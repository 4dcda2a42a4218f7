import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'
import { Id } from './devices.ts'
import { collections, type RecordData } from './records.ts'
import { endpointNames, LARGEST_PUSH, MOST_MUTATIONS } from './wire.ts'

const Counter = v.pipe(v.number(), v.integer(), v.minValue(0))
const Epoch = v.pipe(v.string(), v.maxLength(64))

// The kinds of mutation. Only the server parses with these schemas; devices use their types alone.

const Fields = v.record(v.string(), v.unknown())

const about = { coll: v.picklist(collections), id: Id, baseEpoch: Epoch, baseRev: Counter }

/**
 * Sets fields to new values; `base` has the value that each was changed from. `at` is ISO 8601 by
 * the device's clock; it is only shown and decides nothing.
 */
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
 * The owner's decision on an open conflict: `keep` the value in use or `take` the alternative.
 * `seen` is the value that was in use then; if it has changed, `take` does nothing and the conflict
 * stays open.
 */
const Resolve = v.object({
  op: v.literal('resolve'),
  ...about,
  cid: v.pipe(v.string(), v.maxLength(160)),
  choice: v.picklist(choices),
  seen: v.unknown(),
})

/** Publishes the schedule; `update` is the input of `updateSchedule`. */
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
  /** The owner of the mutations; refused if the session is another account's. */
  userId: v.string(),
  deviceId: Id,
  deviceName: v.pipe(v.string(), v.maxLength(100)),
  epoch: Epoch,
  schema: Counter,
  /**
   * The device's time at sending, ISO 8601; shows the server whether the device's clock is wrong.
   */
  sentAt: v.optional(v.pipe(v.string(), v.maxLength(40)), ''),
  /**
   * Numbered by their device without gaps, and immutable once numbered. The schema is loose,
   * because each mutation is parsed by itself, to name those that cannot be read (`unread`).
   */
  mutations: v.pipe(v.array(v.looseObject({ mid: Counter })), v.maxLength(MOST_MUTATIONS)),
})

/** The device that made a value, and the time of the edit. */
export interface EditedBy {
  deviceId: string
  /** Empty if not known. */
  deviceName: string
  /**
   * ISO 8601; empty if not known. By the device's clock; if that is wrong, the time by the server's
   * clock at which the edit arrived.
   */
  at: string
}

/** An open conflict: the alternative to the value in use, stored until the owner decides. */
export interface OpenConflict extends EditedBy {
  /** `<deviceId>:<mid>:<field>` of the mutation that caused it; `delete` as field for that kind. */
  cid: string
  /** `delete`: one device deleted the record without having seen an edit by another. */
  kind: 'field' | 'delete'
  /** Empty for `delete`. */
  field: string
  /** The value that is not in use. */
  value: unknown
  /** The editor of the value in use; absent for `delete`. */
  inUse?: EditedBy
  /** The record's revision in which the conflict arose. */
  rev: number
}

/** A record as the server has it, with the `seq` of its last change. */
export interface Change {
  coll: (typeof collections)[number]
  id: string
  rev: number
  seq: number
  deleted?: boolean
  /** Erased for privacy: no device may keep data of it. */
  erased?: boolean
  data: RecordData
  /** Absent if there are none. */
  conflicts?: OpenConflict[]
  /** UTC milliseconds by the server's clock, as is `updatedAt`. */
  createdAt: number
  updatedAt: number
}

/**
 * The server's answer to a mutation.
 * - `applied`: done as sent.
 * - `merged`: merged with changes by other devices.
 * - `conflict`: the value is stored as an open alternative.
 * - `returned`: an edit brought a deleted record back.
 * - `kept`: not deleted, because others had changed it and the deleting device had not seen that.
 * - `changed`: not resolved, because the value in use has changed since the choice.
 * - `unchanged`: there was nothing to do.
 * - `erased`: the record is erased; nothing was done.
 * - `refused`: rejected for good, with the reason.
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

/** What a mutation changed in its record besides the fields that it set. */
export interface Made {
  rev: number
  seq: number
  updatedAt: number
}

export interface MutationResult {
  mid: number
  status: MutationStatus
  /** The mutation had been answered before; this is the stored answer. */
  dup?: boolean
  /** The record as it is now. */
  row?: Change
  /** Sent instead of `row` if only this edit has changed the record since the device's revision. */
  made?: Made
  reason?: string
  fieldErrors?: Record<string, string>
  /** For a publish: the answer of the schedule's own endpoint. */
  published?: unknown
}

export interface PushAnswer {
  results: MutationResult[]
  /** The `mid` of the last mutation that has a final answer. */
  ackedThrough: number
  /** The server's latest `seq` before this batch. */
  from: number
  /** The server's latest `seq` after this batch. */
  to: number
  /** Name of the temporary error at which the batch stopped; the rest was not tried. */
  stopped?: string
}

export interface PullAnswer {
  epoch: string
  schema: number
  /** ISO 8601. */
  serverTime: string
  /** The `mid` of the last mutation of this device that the server has answered. */
  lastMid: number
  /** The `seq` before which the server has dropped tombstones. */
  horizon: number
  changes: Change[]
  /** The cursor after these changes. */
  next: number
  more: boolean
}

/**
 * Refusals: 409 `epoch` (with `epoch`, `lastMid`) | 410 `resync` | 409 `schema` | 403 `revoked`,
 * `other_account` | 400 `foreign` (the device id belongs to another account).
 */
export const syncPull = endpoint({
  name: endpointNames.pull,
  method: 'GET',
  access: 'owner',
  input: v.object({
    user: v.string(),
    device: Id,
    deviceName: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
    epoch: Epoch,
    /**
     * The last `horizon`, during a full resync. While it is current, the server does not refuse
     * with `resync`: a full resync does not need tombstones.
     */
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
 * Refusals, after which nothing of the push is done: 409 `epoch` (with `epoch`, `lastMid`), `gap`
 * or `mid_reuse` (with `lastMid`), `schema` | 403 `revoked`, `other_account` | 400 `foreign` (as
 * above), `mutations` (with `unread`, the numbers of those that cannot be read).
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
