import type { ConflictChoice } from '#client/data/store/types.ts'
import type { PartName, PartValue } from '#shared/schedule/merge-schedules.ts'
import type { EditedBy } from '#shared/sync/protocol.ts'

/** The schedule's records on this device: what the server confirmed, with pending edits on top. */
export interface ScheduleView {
  /** When the last sync was complete, UTC milliseconds; until the first, records may be missing. */
  syncedAt: number | undefined
  /** The parts that have a record; null if it is deleted. */
  parts: [PartName, PartValue | null][]
  /** The server does not have all edits yet. */
  isPending: boolean
  conflicts: PartConflict[]
  rejected: RejectedPartEdit[]
  /** The id by which the server knows this device. */
  deviceId: string
  deviceName: string
}

/** Two values of one part, made on two devices; null where the part is deleted. */
export interface PartConflict {
  cid: string
  part: PartName
  inUse: PartValue | null
  alternative: PartValue | null
  alternativeBy: EditedBy
  inUseBy: EditedBy | undefined
}

export interface PartEdit {
  part: PartName
  /** The value that the owner saw. */
  base: PartValue | null
  value: PartValue | null
}

/** An edit that the server rejected. */
export interface RejectedPartEdit {
  /** Its number in the queue. */
  n: number
  /** The typed value; undefined if the edit was a decision about a conflict, which is then open again. */
  edit: PartEdit | undefined
  reason: string
}

/** A decision about a conflict. */
export interface PartChoice extends Pick<ConflictChoice, 'cid' | 'choice'> {
  part: PartName
}

/** What pages can read and do with the schedule. Promises reject and resolve as in `ClientsApi`. */
export interface ScheduleApi {
  getSchedule(): Promise<ScheduleView>
  /** Queues edits of parts, in this order. */
  saveSchedule(edits: PartEdit[]): Promise<void>
  resolveSchedule(choices: PartChoice[]): Promise<void>
}
