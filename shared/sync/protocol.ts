import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import { type Collection, collectionNames, type RecordData } from './collections.ts'
import { SyncId } from './devices.ts'
import { endpointNames, MAX_MUTATIONS, MAX_PUSH_BYTES } from './protocol-constants.ts'
import type { ReadOnlyChange } from './read-only-collections.ts'

const Counter = v.pipe(v.number(), v.integer(), v.minValue(0))
const Epoch = v.pipe(v.string(), v.maxLength(64))

// The kinds of mutation. Only the server parses with these schemas; devices use their types alone.

const Fields = v.record(v.string(), v.unknown())

const recordTarget = {
  coll: v.picklist(collectionNames),
  id: SyncId,
  baseEpoch: Epoch,
  baseRev: Counter,
}

/**
 * Sets fields to new values; `base` has the value that each was changed from. `at` is ISO 8601 by
 * the device's clock; it is only shown and decides nothing.
 */
const Patch = v.object({
  op: v.literal('patch'),
  ...recordTarget,
  base: Fields,
  set: Fields,
  at: v.pipe(v.string(), v.maxLength(40)),
})

const Delete = v.object({
  op: v.literal('delete'),
  ...recordTarget,
  at: v.pipe(v.string(), v.maxLength(40)),
})

/**
 * Deletes a deleted record for good, with all that belongs to it: content, history and documents. Nothing is done while
 * the record, or a part of it that another device made meanwhile, is not deleted.
 */
const Erase = v.object({
  op: v.literal('erase'),
  ...recordTarget,
  at: v.pipe(v.string(), v.maxLength(40)),
})

const conflictChoices = ['keep', 'take'] as const

/**
 * The owner's decision on an open conflict: `keep` the value in use or `take` the alternative.
 * `seen` is the value that was in use then; if it has changed, `take` does nothing and the conflict
 * stays open.
 */
const Resolve = v.object({
  op: v.literal('resolve'),
  ...recordTarget,
  cid: v.pipe(v.string(), v.maxLength(160)),
  choice: v.picklist(conflictChoices),
  seen: v.unknown(),
})

export const Intent = v.variant('op', [Patch, Delete, Erase, Resolve])
export type Intent = v.InferOutput<typeof Intent>

const PushRequest = v.object({
  /** The owner of the mutations; refused if the session is another account's. */
  userId: v.string(),
  deviceId: SyncId,
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
  mutations: v.pipe(v.array(v.looseObject({ mid: Counter })), v.maxLength(MAX_MUTATIONS)),
})

export type PushRequest = v.InferInput<typeof PushRequest>

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
  currentBy?: EditedBy
  /** The record's revision in which the conflict arose. */
  rev: number
}

/** A record as the server has it, with the `seq` of its last change. */
export interface Change {
  coll: Collection
  id: string
  rev: number
  seq: number
  deleted?: boolean
  /** By which device a deleted record was deleted, and when; records deleted in one action have the same. */
  deletedBy?: EditedBy
  /** Erased for privacy, or deleted for good: no device may keep data of it. */
  erased?: boolean
  /** Also of a deleted record, until it can no longer be restored (`CONTENT_RETENTION`). */
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
 * - `restored`: an edit restored a deleted record.
 * - `not_deleted`: not deleted, because others had changed it and the deleting device had not seen that; or not deleted for
 *   good, because the record or a part of it is not deleted.
 * - `outdated`: not resolved, because the value in use has changed since the choice.
 * - `unchanged`: there was nothing to do.
 * - `erased`: the record is erased, or deleted for good; nothing was done.
 * - `refused`: rejected for good, with the reason.
 */
export type MutationStatus =
  | 'applied'
  | 'merged'
  | 'conflict'
  | 'restored'
  | 'not_deleted'
  | 'outdated'
  | 'unchanged'
  | 'erased'
  | 'refused'

/** What a mutation changed in its record besides the fields that it set. */
export interface Ack {
  rev: number
  seq: number
  updatedAt: number
}

export interface MutationResult {
  mid: number
  status: MutationStatus
  /** The mutation had been answered before; this is the stored answer. */
  isReplay?: boolean
  /** The record as it is now. */
  record?: Change
  /** Sent instead of `record` if only this edit has changed the record since the device's revision. */
  ack?: Ack
  reason?: string
  fieldErrors?: Record<string, string>
}

export interface PushAnswer {
  results: MutationResult[]
  /** The `mid` of the last mutation that has a final answer. */
  ackedThrough: number
  /** The server's latest `seq` before this batch. */
  fromSeq: number
  /** The server's latest `seq` after this batch. */
  toSeq: number
  /** Name of the temporary error at which the batch stopped; the rest was not tried. */
  stopReason?: string
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
  readOnly: ReadOnlyChange[]
  /** The cursor after these changes. */
  nextCursor: number
  hasMore: boolean
  /** The number of changes after `nextCursor`, for a progress display. */
  remaining: number
}

/**
 * Refusals: 409 `epoch` (with `epoch`, `lastMid`) | 410 `resync` | 409 `schema` | 403 `revoked`,
 * `other_account` | 400 `foreign` (the device id belongs to another account).
 */
export const syncPull = defineEndpoint({
  name: endpointNames.pull,
  method: 'GET',
  access: 'owner',
  input: v.object({
    userId: v.string(),
    deviceId: SyncId,
    deviceName: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
    epoch: Epoch,
    /**
     * The last `horizon`, during a full resync. While it is current, the server does not refuse
     * with `resync`: a full resync does not need tombstones.
     */
    resyncHorizon: v.optional(v.pipe(v.string(), v.transform(Number), Counter)),
    schema: v.pipe(v.string(), v.transform(Number), Counter),
    cursor: v.pipe(v.string(), v.transform(Number), Counter),
    limit: v.pipe(v.string(), v.transform(Number), Counter),
  }),
  output: v.looseObject({
    epoch: v.string(),
    changes: v.array(v.unknown()),
    nextCursor: v.number(),
    hasMore: v.boolean(),
  }),
  failure: 'Failed to fetch changes',
})

export type PullQuery = v.InferOutput<typeof syncPull.input>

/**
 * Refusals, after which nothing of the push is done: 409 `epoch` (with `epoch`, `lastMid`), `gap`
 * or `mid_reuse` (with `lastMid`), `schema` | 403 `revoked`, `other_account` | 400 `foreign` (as
 * above), `mutations` (with `invalid`, the numbers of those that cannot be parsed), `json` (see
 * `findJsonProblem`).
 */
export const syncPush = defineEndpoint({
  name: endpointNames.push,
  method: 'POST',
  access: 'owner',
  maxBodyBytes: MAX_PUSH_BYTES,
  itemsCheckedApart: 'mutations',
  input: PushRequest,
  output: v.looseObject({ results: v.array(v.unknown()), ackedThrough: v.number() }),
  failure: 'Failed to save changes',
})
