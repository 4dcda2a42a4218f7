import type { Numbered } from '#client/book/store/device.ts'
import type { DeviceState, Row, RowKey } from '#client/book/store/schema.ts'
import type { Change, Made, MutationResult, PushAnswer } from '#shared/sync/protocol.ts'

/** A mutation with its answer. */
export type Acked = [Numbered, MutationResult]

export interface Results {
  /** The latest version of each record that the answers give. */
  newest: Map<RowKey, Change>
  /** False if a pull must still bring one of the records. */
  whole: boolean
}

/** Collects the records that a push answer gives, or that it lets this device compute. */
export function resultsOf(
  acked: readonly Acked[],
  rows: ReadonlyMap<RowKey, Row>,
  { epoch }: DeviceState,
): Results {
  const results: Results = { newest: new Map(), whole: true }
  const { newest } = results
  for (const [item, { row, made }] of acked) {
    const { key } = item
    const stored = rows.get(key)
    const before = newest.get(key) ?? (stored?.epoch === epoch ? stored : undefined)
    const change = row ?? (made && madeOf(before, item, made))
    if (change) newest.set(key, change)
    else if (made && (before?.rev ?? 0) < made.rev) results.whole = false
  }
  return results
}

/**
 * Computes the record after the edit; undefined unless this device has the revision just before it.
 */
function madeOf(
  before: Change | undefined,
  { intent }: Numbered,
  { rev, seq, updatedAt }: Made,
): Change | undefined {
  if (before?.rev !== rev - 1 || before.deleted || intent.op !== 'patch') return undefined
  return { ...before, rev, seq, updatedAt, data: { ...before.data, ...intent.set } }
}

/**
 * Returns the cursor after a push. It advances to `to` if the push made every change since this
 * device's cursor, which saves a pull; otherwise it stays.
 */
export function cursorAfter(
  { cursor, pulling }: DeviceState,
  acked: readonly Acked[],
  { from, to }: PushAnswer,
): number {
  if (pulling === 'all' || cursor !== from) return cursor
  const seqs = acked.map(([, { row, made }]) => (row ?? made)?.seq ?? 0)
  return new Set(seqs.filter((seq) => seq > from)).size === to - from ? to : cursor
}
