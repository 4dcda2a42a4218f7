import type {
  DeviceState,
  Logged,
  OwnerDatabase,
  Queued,
  RefusedIntent,
  RowKey,
} from '#client/book/store/database.ts'
import { findPacked, type Hints } from '#client/book/store/locate.ts'
import { isNumbered } from '#client/book/store/numbers.ts'
import { refusedFor } from '#client/book/store/refused.ts'
import { rowOf, withShown } from '#client/book/store/row.ts'
import { typedIn } from '#client/book/store/unbegun.ts'
import { waitingFor } from '#client/book/store/waiting.ts'
import type { MutationResult } from '#shared/sync/protocol.ts'

const CLIENT = 'client/'

type Answered = readonly [Logged, MutationResult]

/** Every page is looked through. */
const nowhere: Hints = () => ({ through: -1, page: undefined })

/**
 * Where the server has no such client, because it would not begin it or keeps nothing of it any more, an
 * edit alone would begin a part of one. What comes next goes with all that is known and was typed.
 */
export async function beginAgain(
  db: OwnerDatabase,
  answered: readonly Answered[],
  device: DeviceState,
): Promise<void> {
  await settleDeleted(db, answered)
  const lacking = answered.filter(lacksRecord)
  const keys = [...lacking.map(([{ key }]) => key), ...(await nowNamed(db, answered))]
  for (const key of new Set(keys)) {
    const sent = lacking.flatMap(([item]) => (item.key === key ? [item] : []))
    const waiting = await waitingFor(db, key)
    // What is on its way is answered first.
    if (!waiting.some((item) => isNumbered(item, device)))
      await sendWhole(db, { key, sent, waiting }, device)
  }
}

/**
 * Whom the server had cleared, and whose owner has deleted them here too: what was refused before that is
 * nothing to settle any more. It stays with what a deleted row keeps for whoever takes the deletion back.
 */
async function settleDeleted(db: OwnerDatabase, answered: readonly Answered[]): Promise<void> {
  for (const [{ n, key, intent }, { status }] of answered) {
    if (intent.op !== 'delete' || status !== 'unchanged') continue
    const before = (await refusedFor(db, key)).filter((one) => one.n < n && wantsName(one))
    if (before.length === 0) continue
    await db.refused.bulkDelete(before.map((one) => one.n))
    const row = await db.rows.get(key)
    if (row?.deleted && !row.erased)
      await db.rows.put({ ...row, data: { ...row.data, ...typedIn(before) } })
  }
}

function lacksRecord([{ key, intent }, { status, row, fieldErrors = {} }]: Answered): boolean {
  if (intent.op !== 'patch' || !key.startsWith(CLIENT)) return false
  if (status === 'refused') return !row || wantsName({ intent, fieldErrors })
  return status === 'unchanged' && !row
}

/**
 * For want of a name they were refused, while what has its answer now was on its way: an edit, or a
 * deletion of somebody whom others had brought back. Nobody who is deleted.
 */
async function nowNamed(db: OwnerDatabase, answered: readonly Answered[]): Promise<RowKey[]> {
  const living = new Set(
    answered.flatMap(([{ key, intent }, { status }]) =>
      intent.op === 'patch' || status === 'kept' ? key : [],
    ),
  )
  const wanting = (await db.refused.toArray()).filter(wantsName)
  const keys = wanting.map(({ key }) => key).filter((key) => living.has(key))
  if (keys.length === 0) return []
  const rows = await db.rows.bulkGet(keys)
  return keys.filter((_key, i) => !(rows[i]?.shown ?? rows[i])?.deleted)
}

interface Unbegun {
  key: RowKey
  /** The edits that were answered. */
  sent: Logged[]
  waiting: Queued[]
}

async function sendWhole(
  db: OwnerDatabase,
  { key, sent, waiting }: Unbegun,
  device: DeviceState,
): Promise<void> {
  const name = { coll: 'client', id: key.slice(CLIENT.length) } as const
  const row = (await db.rows.get(key)) ?? rowOf(name, await findPacked(db, name, nowhere), device)
  const refused = await refusedFor(db, key)
  const next = waiting.find(({ intent, again }) => intent.op === 'patch' && !again)
  const typed = typedIn([...refused, ...sent].sort((a, b) => a.n - b.n))
  const set = { ...row.data, ...typed, ...(next && typedIn([next])) }
  // As it was refused it would be refused again, unless that was for want of what it came without.
  if (!next && !(set.name && refused.some(wantsName))) return
  const at = (next ?? refused.at(-1))?.at ?? ''
  const about = { ...name, baseEpoch: row.epoch, baseRev: 0 }
  const item: Queued = { ...next, key, at, intent: { op: 'patch', ...about, base: {}, set, at } }
  await db.refused.bulkDelete(refused.map(({ n }) => n))
  await db.queue.put(item)
  await db.rows.put(withShown(row, await waitingFor(db, key)))
}

/** It was refused for a name that it did not come with, because the client has none there. */
function wantsName({
  intent,
  fieldErrors,
}: Pick<RefusedIntent, 'intent' | 'fieldErrors'>): boolean {
  const nameless = intent.op === 'patch' && !Object.hasOwn(intent.set, 'name')
  return nameless && fieldErrors.name !== undefined
}
