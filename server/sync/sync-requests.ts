import type { InferOutput } from 'valibot'
import type { Tx } from '#server/db/database.ts'
import { countReadOnlyChanges, findReadOnlyChanges } from '#server/db/desk-changes.ts'
import { readEpoch } from '#server/db/metadata.ts'
import { readHorizon } from '#server/db/sync-clock.ts'
import type { DeviceTable } from '#server/db/tables-sync.ts'
import type { Account } from '#server/http/request-context.ts'
import { mapInOrder } from '#server/lib/in-order.ts'
import { syncMutations } from '#server/lib/metrics.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import type { PushAnswer, syncPull, syncPush } from '#shared/sync/protocol.ts'
import {
  MAX_PAGE_RECORDS,
  MIN_SCHEMA_VERSION,
  SCHEMA_VERSION,
} from '#shared/sync/protocol-constants.ts'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import {
  type CallingDevice,
  checkDevice,
  needsDeviceUpdate,
  readDeviceName,
  readDeviceNames,
  upsertDevice,
} from './devices.ts'
import { type Mutation, parseMutations } from './mutations.ts'
import type { SyncParts } from './ports.ts'
import { applyPush } from './push.ts'
import {
  countRecordsAfter,
  findDevice,
  type RawRecord,
  readRecordsAfter,
  toDeletedBy,
} from './store.ts'

/** An HTTP answer: JSON text with status 200, or a refusal with its status. */
export type SyncResponse = { status: 200; json: string } | Refused

interface Refused {
  status: number
  refusal: SyncRefusal
}

interface SyncRefusal {
  code: string
  epoch?: string
  lastMid?: number
  /** Numbers (`mid`) of the mutations that cannot be parsed. */
  invalid?: number[]
}

type Session = Pick<Account, 'userId' | 'sessionId'>

/** Answers a pull with one page of changes after the device's cursor; refusals: see `syncPull`. */
export async function handlePull(
  parts: SyncParts,
  request: PullRequest,
  session: Session,
): Promise<SyncResponse> {
  const { db } = parts
  const pulled = await db.read
    .transaction()
    .execute((tx) => readPull(tx, parts, { request, session }))
  if ('refusal' in pulled) return pulled
  // A crash must not take back a change that a device has seen: its number would be given to another.
  if (pulled.nextCursor !== request.cursor) await db.waitForDisk()
  return { status: 200, json: pulled.json }
}

/** A `PullAnswer` as JSON. */
interface PullPage {
  json: string
  nextCursor: number
}

type PullRequest = InferOutput<typeof syncPull.input>

async function readPull(
  tx: Tx,
  parts: SyncParts,
  { request, session: { userId, sessionId } }: { request: PullRequest; session: Session },
): Promise<PullPage | Refused> {
  const { db, clock } = parts
  const { deviceId: id, deviceName: name, cursor } = request
  const calling = { id, name, userId, sessionId, cursor }
  const known = await findDevice(tx, id)
  const refused = checkRequest(known, calling, { user: request.userId, schema: request.schema })
  if (refused) return refused
  const epoch = await readEpoch(tx)
  const lastMid = known?.last_mid ?? 0
  const now = clock()
  // The answer does not wait for this write, and does not fail with it.
  if (needsDeviceUpdate(known, calling, now))
    void db.write((writing) => upsertDevice(writing, calling, now)).catch(() => undefined)
  const begins = request.epoch === '' && cursor === 0
  if (request.epoch !== epoch && !begins)
    return { status: 409, refusal: { code: 'epoch', epoch, lastMid } }
  const horizon = await readHorizon(tx)
  // Below the horizon tombstones are missing, so a cursor there needs a full resync. A resync that
  // is under way goes on if the horizon has not risen since its previous page (`resyncHorizon`).
  if (cursor > 0 && cursor < horizon && request.resyncHorizon !== horizon)
    return { status: 410, refusal: { code: 'resync' } }
  const limit = Math.min(Math.max(request.limit, 1), MAX_PAGE_RECORDS)
  return readPullPage(tx, parts, { userId, epoch, seq: cursor, limit, lastMid, horizon, now })
}

/** Applies a batch of mutations in one transaction; refusals: see `syncPush`. */
export async function handlePush(
  parts: SyncParts,
  sent: PushRequest,
  session: Session,
): Promise<SyncResponse> {
  const { parsed: mutations, invalid } = parseMutations(sent.mutations)
  const outcome = await parts.db.write((tx) =>
    writePush(tx, parts, { sent, session, mutations, invalid }),
  )
  if (!('answer' in outcome)) return outcome
  for (const { status } of outcome.answer.results) syncMutations.inc({ status })
  return { status: 200, json: JSON.stringify(outcome.answer) }
}

type PushRequest = InferOutput<typeof syncPush.input>

interface ParsedPush {
  sent: PushRequest
  session: Session
  mutations: Mutation[]
  /** Numbers of the mutations that cannot be parsed. */
  invalid: number[]
}

async function writePush(
  tx: Tx,
  parts: SyncParts,
  { sent, session: { userId, sessionId }, mutations, invalid }: ParsedPush,
): Promise<{ answer: PushAnswer } | Refused> {
  const { deviceId, deviceName, epoch, sentAt } = sent
  const calling: CallingDevice = { id: deviceId, name: deviceName, userId, sessionId }
  const known = await findDevice(tx, deviceId)
  const refused = checkRequest(known, calling, { user: sent.userId, schema: sent.schema })
  if (refused) return refused
  // One invalid mutation refuses the whole batch: nothing is applied.
  if (invalid.length > 0) return { status: 400, refusal: { code: 'mutations', invalid } }
  const current = await readEpoch(tx)
  if (epoch !== current)
    return {
      status: 409,
      refusal: { code: 'epoch', epoch: current, lastMid: known?.last_mid ?? 0 },
    }
  const now = parts.clock()
  const device = await upsertDevice(tx, calling, now)
  const outcome = await applyPush(tx, parts, {
    deviceId,
    deviceName: await readDeviceName(tx, device),
    epoch,
    lastMid: device.last_mid,
    now,
    sentAt,
    mutations,
  })
  if (outcome.ok) return { answer: outcome.answer }
  return { status: 409, refusal: { code: outcome.code, lastMid: outcome.lastMid } }
}

function checkRequest(
  known: DeviceTable | undefined,
  calling: CallingDevice,
  { user, schema }: { user: string; schema: number },
): Refused | undefined {
  if (user !== calling.userId) return { status: 403, refusal: { code: 'other_account' } }
  const verdict = checkDevice(known, calling)
  if (verdict === 'revoked') return { status: 403, refusal: { code: 'revoked' } }
  if (verdict === 'foreign') return { status: 400, refusal: { code: 'foreign' } }
  if (schema < MIN_SCHEMA_VERSION || schema > SCHEMA_VERSION)
    return { status: 409, refusal: { code: 'schema' } }
  return undefined
}

interface PageQuery {
  userId: string
  epoch: string
  seq: number
  limit: number
  lastMid: number
  horizon: number
  now: number
}

/** Most read-only records in a page: they are put together from several tables. */
const MAX_READ_ONLY = 250

/** Joins stored JSON: parsing that costs more than sending it. */
async function readPullPage(
  tx: Tx,
  parts: SyncParts,
  { userId, epoch, seq, limit, lastMid, horizon, now }: PageQuery,
): Promise<PullPage> {
  const rows = await readRecordsAfter(tx, seq, limit + 1)
  const readOnlyLimit = Math.min(limit, MAX_READ_ONLY)
  const noted = await findReadOnlyChanges(tx, seq, readOnlyLimit + 1)
  const seqs = [...rows, ...noted].map((change) => change.seq).sort((a, b) => a - b)
  // What either list leaves out comes after its last entry.
  const last = Math.min(...[seqs[limit], noted[readOnlyLimit]?.seq].map((next) => next ?? Infinity))
  const isInPage = (change: { seq: number }) => change.seq < last
  const page = rows.filter(isInPage)
  // With the deletions, in a full resync too: one of its earlier pages may have sent the record.
  const readOnly = await withReadOnlyData(tx, parts, noted.filter(isInPage))
  const nextCursor = seqs.findLast((one) => one < last) ?? seq
  const hasMore = last !== Infinity
  const head = {
    epoch,
    schema: SCHEMA_VERSION,
    serverTime: new Date(now).toISOString(),
    lastMid,
    horizon,
    nextCursor,
    hasMore,
    remaining: hasMore
      ? (await countRecordsAfter(tx, nextCursor)) + (await countReadOnlyChanges(tx, nextCursor))
      : 0,
    readOnly,
  }
  const names = page.some(({ deletion_revs }) => deletion_revs !== '')
    ? await readDeviceNames(tx, userId)
    : new Map<string, string>()
  const changes = page.map((row) => toChangeJson(row, names)).join(',')
  return { json: `${JSON.stringify(head).slice(0, -1)},"changes":[${changes}]}`, nextCursor }
}

async function withReadOnlyData(
  tx: Tx,
  { readOnly }: SyncParts,
  noted: readonly Omit<ReadOnlyChange, 'data'>[],
): Promise<ReadOnlyChange[]> {
  const changes = await mapInOrder(
    [...groupBy(noted, ({ coll }) => coll)],
    async ([coll, changed]): Promise<ReadOnlyChange[]> => {
      const ids = changed.map(({ id }) => id)
      const records: Map<string, unknown> = await readOnly[coll](tx, ids)
      return changed.map((change) => ({ ...change, data: records.get(change.id) }))
    },
  )
  return changes.flat()
}

function toChangeJson(row: RawRecord, names: ReadonlyMap<string, string>): string {
  const { coll, id, rev, seq, created_at, updated_at, deletion_revs } = row
  const deletedBy =
    deletion_revs === ''
      ? undefined
      : toDeletedBy(
          {
            ...{ deleted: true, erased: false, deletedBy: row.deleted_by, deletedAt: updated_at },
            revs: JSON.parse(deletion_revs),
          },
          names,
        )
  const flags =
    (row.deleted ? ',"deleted":true' : '') +
    (deletedBy ? `,"deletedBy":${JSON.stringify(deletedBy)}` : '') +
    (row.erased ? ',"erased":true' : '')
  const conflicts = row.conflicts === '[]' ? '' : `,"conflicts":${row.conflicts}`
  return `{"coll":"${coll}","id":"${id}","rev":${rev},"seq":${seq}${flags},"data":${row.data}${conflicts},"createdAt":${created_at},"updatedAt":${updated_at}}`
}
