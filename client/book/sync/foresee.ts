import type { DeviceState, Head, OwnerDatabase, Row, RowKey } from '#client/book/store/database.ts'
import { headOf } from '#client/book/store/heads.ts'
import { addPage, TOGETHER } from '#client/book/store/pack.ts'
import { rowsAt } from '#client/book/store/row.ts'
import type { Change, Made } from '#shared/sync/protocol.ts'
import type { Batch } from './batch.ts'
import type { Acked } from './results.ts'

/**
 * What a batch will most likely make of this device, worked out while the server is at it: that each edit
 * is of another record, which nobody else has changed, nor anybody here before the answer comes.
 */
export interface Foreseen {
  /** As the device stood. */
  device: DeviceState
  /** As the edits make them, in their order. */
  records: ForeseenRecord[]
  /** Of the page that they will lie on. */
  head: Head
}

/** A record's JSON around what only the server says. */
interface ForeseenRecord {
  key: RowKey
  rev: number
  before: string
  after: string
}

interface ForeseeParts {
  db: OwnerDatabase
  together?: number | undefined
}

/** Undefined where anything is less simple, or too little to gain by it. */
export async function foresee(
  { db, together = TOGETHER }: ForeseeParts,
  batch: Batch,
): Promise<Foreseen | undefined> {
  const { rows, queue, device } = db
  const keys = new Set(batch.mutations.map(({ key }) => key))
  if (keys.size < together || keys.size < batch.mutations.length) return undefined
  return db.transaction('r', [rows, queue, device], async () => {
    if ((await queue.count()) !== batch.mutations.length) return undefined
    const state = await device.get('device')
    return state && foreseen(batch, await rowsAt(db, [...keys]), state)
  })
}

function foreseen(
  { mutations }: Batch,
  rows: readonly (Row | undefined)[],
  device: DeviceState,
): Foreseen | undefined {
  const changes: Change[] = []
  for (const [i, { intent }] of mutations.entries()) {
    const row = rows[i]
    if (intent.op !== 'patch' || !row || !isPlain(row, device)) return undefined
    changes.push({ ...row, rev: row.rev + 1, data: { ...row.data, ...intent.set } })
  }
  const records = changes.map((change, i) => ({
    key: mutations[i]?.key as RowKey,
    rev: change.rev,
    ...textAround(change),
  }))
  return { device, records, head: headOf(changes, { no: 0, round: device.round }) }
}

function isPlain(
  { coll, epoch, round, rev, deleted, erased, conflicts }: Row,
  device: DeviceState,
): boolean {
  const isCurrent = epoch === device.epoch && round === device.round
  const isLiving = rev > 0 && !deleted && !erased && conflicts.length === 0
  return device.pulling === 'changes' && coll === 'client' && isCurrent && isLiving
}

function textAround({
  coll,
  id,
  rev,
  data,
  createdAt,
}: Change): Record<'before' | 'after', string> {
  const before = JSON.stringify({ coll, id, rev, seq: 0 }).slice(0, -'0}'.length)
  const after = JSON.stringify({ data, conflicts: [], createdAt, updatedAt: 0 })
  return { before, after: `,${after.slice(1, -'0}'.length)}` }
}

/** Whether all has come as it was foreseen, and nothing happened here meanwhile. */
export function holds(
  { device, records }: Foreseen,
  acked: readonly Acked[],
  now: DeviceState,
): boolean {
  const wasSo = JSON.stringify(device) === JSON.stringify(now)
  const isAll = acked.length === records.length
  return wasSo && isAll && records.every(({ rev }, i) => acked[i]?.[1].made?.rev === rev)
}

/** Puts the records where they belong; to be called where it came true. */
export async function putForeseen(
  db: OwnerDatabase,
  { records, head }: Foreseen,
  acked: readonly Acked[],
): Promise<void> {
  const made = acked.map(([, result]) => result.made as Made)
  const texts = records.map(
    ({ before, after }, i) => `${before}${made[i]?.seq}${after}${made[i]?.updatedAt}}`,
  )
  const updated = Float64Array.from(made, ({ updatedAt }) => updatedAt)
  const page = { text: `[${texts.join(',')}]`, head: { ...head, updated } }
  await addPage(db, page, new Set(records.map(({ key }) => key)))
}
