import type { NumberedMutation } from '#client/data/store/device.ts'
import type { DeviceState, RecordKey, StoredRecord } from '#client/data/store/schema.ts'
import type { Ack, Change, MutationResult, PushAnswer } from '#shared/sync/protocol.ts'

/** A mutation with its answer. */
export type AnsweredMutation = [NumberedMutation, MutationResult]

export interface PushResults {
  /** The latest version of each record that the answers give. */
  newest: Map<RecordKey, Change>
  /** False if a pull must still bring one of the records. */
  isComplete: boolean
}

/**
 * Collects the records that a push answer gives, or that it lets this device compute. A result
 * without `record` and `ack` changes none: the server has no such record.
 */
export function collectResults(
  answered: readonly AnsweredMutation[],
  rows: ReadonlyMap<RecordKey, StoredRecord>,
  { epoch }: DeviceState,
): PushResults {
  const results: PushResults = { newest: new Map(), isComplete: true }
  const { newest } = results
  for (const [item, { record, ack }] of answered) {
    const { key } = item
    const stored = rows.get(key)
    const before = newest.get(key) ?? (stored?.epoch === epoch ? stored : undefined)
    const change = record ?? (ack && applyAck(before, item, ack))
    if (change) newest.set(key, change)
    else if (ack && (before?.rev ?? 0) < ack.rev) results.isComplete = false
  }
  return results
}

/**
 * Computes the record after a patch, the only mutation that the server answers with `ack`.
 * Undefined unless this device has the revision just before it.
 */
function applyAck(
  before: Change | undefined,
  { intent }: NumberedMutation,
  { rev, seq, updatedAt }: Ack,
): Change | undefined {
  if (before?.rev !== rev - 1 || before.deleted || intent.op !== 'patch') return undefined
  return { ...before, rev, seq, updatedAt, data: { ...before.data, ...intent.set } }
}

/**
 * Returns the cursor after a push whose results are complete (`isComplete`). It advances to `toSeq`
 * if the push made every change since this device's cursor, which saves a pull; otherwise it stays.
 */
export function getNextCursor(
  { cursor, pullMode }: DeviceState,
  answered: readonly AnsweredMutation[],
  { fromSeq, toSeq }: PushAnswer,
): number {
  if (pullMode === 'all' || cursor !== fromSeq) return cursor
  const seqs = answered.map(([, { record, ack }]) => (record ?? ack)?.seq ?? 0)
  // The answer to a repeated or ineffective mutation has the record's earlier `seq`.
  return new Set(seqs.filter((seq) => seq > fromSeq)).size === toSeq - fromSeq ? toSeq : cursor
}
