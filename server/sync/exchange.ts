import type { InferOutput } from 'valibot'
import type { Tx } from '#server/db/database.ts'
import type { Account } from '#server/http/caller.ts'
import type { syncPull, syncPush } from '#shared/sync/protocol.ts'
import { LARGEST_PAGE, OLDEST_SCHEMA, SCHEMA } from '#shared/sync/wire.ts'
import { type Calling, deviceNameOf, isNews, noteDevice, verdictOn } from './devices.ts'
import type { SyncParts } from './ports.ts'
import { push, readMutations } from './push.ts'
import { epochOf, findDevice, type RawRecord, recordsAfter, syncClock } from './store.ts'

/** An HTTP answer: JSON text with status 200, or a refusal with its status. */
export type Exchanged = { status: 200; json: string } | { status: number; refusal: Refusal }

interface Refusal {
  code: string
  epoch?: string
  lastMid?: number
  /** Numbers (`mid`) of the mutations that cannot be read. */
  unread?: number[]
}

type Session = Pick<Account, 'userId' | 'sessionId'>

/** Answers a pull with one page of changes after the device's cursor; refusals: see `syncPull`. */
export function answerPull(
  { db, clock }: SyncParts,
  asked: InferOutput<typeof syncPull.input>,
  { userId, sessionId }: Session,
): Exchanged {
  const { device: id, deviceName: name, seq } = asked
  const calling = { id, name, userId, sessionId, cursor: seq }
  const refused = refusal(db.read, calling, { user: asked.user, schema: asked.schema })
  if (refused) return refused
  const epoch = epochOf(db.read)
  const known = findDevice(db.read, id)
  const lastMid = known?.last_mid ?? 0
  const now = clock()
  // The answer does not wait for this write, and does not fail with it.
  if (isNews(known, calling, now))
    void db.write((tx) => noteDevice(tx, calling, now)).catch(() => undefined)
  const begins = asked.epoch === '' && seq === 0
  if (asked.epoch !== epoch && !begins)
    return { status: 409, refusal: { code: 'epoch', epoch, lastMid } }
  const { horizon } = syncClock(db.read)
  // Below the horizon tombstones are missing, so a cursor there needs a full resync. A resync that
  // is under way goes on if the horizon has not risen since its previous page (`all`).
  if (seq > 0 && seq < horizon && asked.all !== horizon)
    return { status: 410, refusal: { code: 'resync' } }
  const limit = Math.min(Math.max(asked.limit, 1), LARGEST_PAGE)
  return { status: 200, json: pullPage(db.read, { epoch, seq, limit, lastMid, horizon, now }) }
}

/** Applies a batch of mutations in one transaction; refusals: see `syncPush`. */
export async function answerPush(
  parts: SyncParts,
  sent: InferOutput<typeof syncPush.input>,
  { userId, sessionId }: Session,
): Promise<Exchanged> {
  const { db, clock } = parts
  const { deviceId, deviceName, epoch, sentAt } = sent
  const calling: Calling = { id: deviceId, name: deviceName, userId, sessionId }
  const refused = refusal(db.read, calling, { user: sent.userId, schema: sent.schema })
  if (refused) return refused
  const { read: mutations, unread } = readMutations(sent.mutations)
  // One unreadable mutation refuses the whole batch: nothing is applied.
  if (unread.length > 0) return { status: 400, refusal: { code: 'mutations', unread } }
  const current = epochOf(db.read)
  if (epoch !== current) {
    const lastMid = findDevice(db.read, deviceId)?.last_mid ?? 0
    return { status: 409, refusal: { code: 'epoch', epoch: current, lastMid } }
  }
  const outcome = await db.write((tx) => {
    const now = clock()
    const device = noteDevice(tx, calling, now)
    const { last_mid: lastMid } = device
    const named = deviceNameOf(tx, device)
    return push(tx, parts, { deviceId, deviceName: named, epoch, lastMid, now, sentAt, mutations })
  })
  if (outcome.ok) return { status: 200, json: JSON.stringify(outcome.answer) }
  return { status: 409, refusal: { code: outcome.code, lastMid: outcome.lastMid } }
}

function refusal(
  tx: Tx,
  calling: Calling,
  { user, schema }: { user: string; schema: number },
): Exchanged | undefined {
  if (user !== calling.userId) return { status: 403, refusal: { code: 'other_account' } }
  const verdict = verdictOn(findDevice(tx, calling.id), calling)
  if (verdict === 'revoked') return { status: 403, refusal: { code: 'revoked' } }
  if (verdict === 'foreign') return { status: 400, refusal: { code: 'foreign' } }
  if (schema < OLDEST_SCHEMA || schema > SCHEMA) return { status: 409, refusal: { code: 'schema' } }
  return undefined
}

interface Page {
  epoch: string
  seq: number
  limit: number
  lastMid: number
  horizon: number
  now: number
}

/** A `PullAnswer` as JSON, joined from stored JSON: parsing that costs more than sending it. */
function pullPage(tx: Tx, { epoch, seq, limit, lastMid, horizon, now }: Page): string {
  const rows = recordsAfter(tx, seq, limit + 1)
  const more = rows.length > limit
  const page = more ? rows.slice(0, limit) : rows
  const head = {
    epoch,
    schema: SCHEMA,
    serverTime: new Date(now).toISOString(),
    lastMid,
    horizon,
    next: page.at(-1)?.seq ?? seq,
    more,
  }
  return `${JSON.stringify(head).slice(0, -1)},"changes":[${page.map(changeText).join(',')}]}`
}

function changeText(row: RawRecord): string {
  const { coll, id, rev, seq, created_at, updated_at } = row
  const flags = (row.deleted ? ',"deleted":true' : '') + (row.erased ? ',"erased":true' : '')
  const conflicts = row.conflicts === '[]' ? '' : `,"conflicts":${row.conflicts}`
  const data = row.deleted ? '{}' : row.data
  return `{"coll":"${coll}","id":"${id}","rev":${rev},"seq":${seq}${flags},"data":${data}${conflicts},"createdAt":${created_at},"updatedAt":${updated_at}}`
}
