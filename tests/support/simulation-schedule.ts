import { writeRecord } from '#server/sync/batch-records.ts'
import type { SyncParts } from '#server/sync/ports.ts'
import { findRecord } from '#server/sync/store.ts'
import { toWireSchedule } from '#shared/schedule/desk-api.ts'

const CLOSED = { enabled: false, timeSlots: [] }

/** A valid schedule to publish. */
export const SCHEDULE_UPDATE = toWireSchedule({
  weekly: Array.from({ length: 7 }, () => CLOSED),
  exceptions: [],
  timeZone: 'Europe/Oslo',
  noticeMinutes: 0,
  windowDays: 30,
  bufferMinutes: 0,
})

const EMPTY_RECORD = {
  coll: 'schedule',
  id: 'weekly',
  rev: 0,
  deleted: false,
  erased: false,
  data: {},
  revs: {},
  conflicts: [],
  createdAt: 0,
  updatedAt: 0,
  deletedAt: null,
  deletedBy: null,
} as const

/** Writes a new revision of the schedule record, as publishing does. */
export const publishSchedule: SyncParts['publishSchedule'] = async (tx) => {
  const found = (await findRecord(tx, 'schedule', 'weekly'))?.record
  const record = found ?? { ...EMPTY_RECORD, conflicts: [] }
  const rev = record.rev + 1
  await writeRecord(tx, { ...record, rev, data: { 'draft.published': rev } })
  return { status: 'applied', answer: {} }
}
