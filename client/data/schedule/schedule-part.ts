import type { DataCore } from '#client/data/data-core.ts'
import type { Edits } from '#client/data/edits/edits.ts'
import {
  listCollectionRecords,
  readStoredCollection,
} from '#client/data/store/collection-records.ts'
import type { OwnerDatabase } from '#client/data/store/database.ts'
import type { RejectedEdit } from '#client/data/store/types.ts'
import { listDisputed, toRejectedEdit } from '#client/data/store/unsettled.ts'
import type { PartName, PartValue } from '#shared/schedule/merge-schedules.ts'
import {
  parseRecordId,
  toPartValue,
  toRecordData,
  toRecordId,
} from '#shared/schedule/schedule-records.ts'
import type { RecordData } from '#shared/sync/collections.ts'
import type { PartEdit, RejectedPartEdit, ScheduleView } from './types.ts'

/** Reads the schedule in one transaction. */
export function readScheduleView(db: OwnerDatabase): Promise<ScheduleView> {
  const tables = [db.records, db.queue, db.rejected, db.device]
  return db.transaction('r', tables, async () => {
    const [stored, device, refused] = await Promise.all([
      readStoredCollection(db, 'schedule'),
      db.device.get('device'),
      db.rejected.where('key').startsWith('schedule/').toArray(),
    ])
    const records = listCollectionRecords(stored)
    const known = records.flatMap(({ id, data }) => {
      const part = parseRecordId(id)
      return part ? [{ part, data }] : []
    })
    return {
      syncedAt: device?.syncedAt,
      parts: known.map(({ part, data }) => [part, data && toPartValue(part, data)]),
      isPending: stored.pending.length > 0,
      disputed: listDisputed('schedule', records),
      rejected: refused.flatMap((one) => toRejectedPart(toRejectedEdit(one), known)),
    }
  })
}

function toRejectedPart(
  rejected: RejectedEdit,
  known: readonly { part: PartName; data: RecordData | null }[],
): RejectedPartEdit[] {
  const part = parseRecordId(rejected.id)
  if (!part) return []
  const data = known.find((one) => one.part === part)?.data
  const current = data ? toPartValue(part, data) : null
  const { n, fieldErrors, reason } = rejected
  const edit = toPartEdit(part, rejected, current)
  return [{ n, edit, reason: Object.values(fieldErrors)[0] ?? reason }]
}

function toPartEdit(
  part: PartName,
  { op, base, set }: RejectedEdit,
  current: PartValue | null,
): PartEdit | undefined {
  if (op === 'delete') return { part, base: current, value: null }
  if (op !== 'patch') return undefined
  return { part, base: toPartValue(part, base), value: toPartValue(part, set) }
}

/** Loaded with the first page that shows the schedule's edits. */
export class SchedulePart {
  constructor(private readonly core: DataCore) {}

  get(): Promise<ScheduleView> {
    return readScheduleView(this.core.db)
  }

  /** Queues edits of parts, in this order. */
  save(parts: PartEdit[]): Promise<void> {
    return this.core.edit(listRecordIds(parts), () => saveParts(this.core.edits, parts))
  }
}

function listRecordIds(parts: readonly { part: PartName }[]): string[] {
  return parts.map(({ part }) => toRecordId(part))
}

export function saveParts(edits: Edits, parts: readonly PartEdit[]): Promise<void> {
  return edits.applyAll(
    parts.map(({ part, base, value }) => ({
      ...{ coll: 'schedule', id: toRecordId(part), op: 'replace' },
      base: toRecordData(part, base),
      set: value === null ? null : toRecordData(part, value),
    })),
  )
}
