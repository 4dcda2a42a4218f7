import type { OpenConflict } from '#shared/sync/protocol.ts'
import type { RecordData } from '#shared/sync/records.ts'
import type { Queued, Row } from './database.ts'

type Confirmed = Pick<Row, 'data' | 'deleted' | 'conflicts'>
type Content = Pick<Row, 'data' | 'deleted'>
type Overlay = { set: RecordData; deleted: boolean }

/** A record as this device shows it: as the server has it, with what waits here. */
export function asShown({ data, deleted, shown }: Content & Pick<Row, 'shown'>): Content {
  return shown ? { data: { ...data, ...shown.set }, deleted: shown.deleted } : { data, deleted }
}

/** What waits for a record, in its order, makes of it. */
export function shownOf(row: Confirmed, waiting: readonly Queued[]): Row['shown'] {
  if (waiting.length === 0) return undefined
  const through = waiting.at(-1)?.n ?? Number.POSITIVE_INFINITY
  let over: Overlay = { set: {}, deleted: row.deleted }
  for (const { intent } of waiting) {
    if (intent.op === 'patch') over = { set: { ...over.set, ...intent.set }, deleted: false }
    else if (intent.op === 'delete') over = { ...over, deleted: true }
    else if (intent.op === 'resolve' && intent.choice === 'take')
      over = taken(
        over,
        row.conflicts.find(({ cid }) => cid === intent.cid),
      )
  }
  return { ...over, through }
}

function taken(over: Overlay, open: OpenConflict | undefined): Overlay {
  if (!open) return over
  if (open.kind === 'delete') return { ...over, deleted: true }
  return { ...over, set: { ...over.set, [open.field]: open.value } }
}

/** The conflicts that nobody on this device has decided yet. */
export function undecided(row: Confirmed, waiting: readonly Queued[]): OpenConflict[] {
  const decided = new Set(
    waiting.flatMap(({ intent }) => (intent.op === 'resolve' ? [intent.cid] : [])),
  )
  return row.conflicts.filter(({ cid }) => !decided.has(cid))
}
