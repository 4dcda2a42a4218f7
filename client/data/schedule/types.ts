import type { DisputedRecord } from '#client/data/store/types.ts'
import type { PartName, PartValue } from '#shared/schedule/merge-schedules.ts'

/** The schedule's records on this device: what the server confirmed, with pending edits on top. */
export interface ScheduleView {
  /** When the last sync was complete, UTC milliseconds; until the first, records may be missing. */
  syncedAt: number | undefined
  /** The parts that have a record; null if it is deleted. */
  parts: [PartName, PartValue | null][]
  /** The server does not have all edits yet. */
  isPending: boolean
  disputed: DisputedRecord[]
  rejected: RejectedPartEdit[]
}

export interface PartEdit {
  part: PartName
  /** The value that the owner saw. */
  base: PartValue | null
  value: PartValue | null
}

export interface RejectedPartEdit {
  /** Its number in the queue. */
  n: number
  /** The typed value; undefined if the edit was a decision about a conflict, which is then open again. */
  edit: PartEdit | undefined
  reason: string
}
