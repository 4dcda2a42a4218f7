import type { OpenConflict } from '../../../shared/sync/protocol.ts'
import type { RecordData } from '../../../shared/sync/records.ts'
import type { Queued, Row } from './database.ts'

type Confirmed = Pick<Row, 'data' | 'deleted' | 'conflicts'>

/** A record as this device shows it: as the server has it, with what waits here, in its order. */
export function shownOf(row: Confirmed, waiting: readonly Queued[]): Row['shown'] {
  if (waiting.length === 0) return undefined
  const through = waiting.at(-1)?.n ?? Number.POSITIVE_INFINITY
  let shown = { data: row.data, deleted: row.deleted }
  for (const { intent } of waiting) {
    if (intent.op === 'patch') shown = { data: { ...shown.data, ...intent.set }, deleted: false }
    else if (intent.op === 'delete') shown = { ...shown, deleted: true }
    else if (intent.op === 'resolve' && intent.choice === 'take')
      shown = taken(
        shown,
        row.conflicts.find(({ cid }) => cid === intent.cid),
      )
  }
  return { ...shown, through }
}

function taken(
  shown: { data: RecordData; deleted: boolean },
  open: OpenConflict | undefined,
): { data: RecordData; deleted: boolean } {
  if (!open) return shown
  if (open.kind === 'delete') return { ...shown, deleted: true }
  return { ...shown, data: { ...shown.data, [open.field]: open.value } }
}

/** The conflicts that nobody on this device has decided yet. */
export function undecided(row: Confirmed, waiting: readonly Queued[]): OpenConflict[] {
  const decided = new Set(
    waiting.flatMap(({ intent }) => (intent.op === 'resolve' ? [intent.cid] : [])),
  )
  return row.conflicts.filter(({ cid }) => !decided.has(cid))
}
