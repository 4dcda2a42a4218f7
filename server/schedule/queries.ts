import type { Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import { toIsoTime } from '#shared/lib/date.ts'
import {
  type OwnerSchedule,
  toWireSchedule,
  type UpcomingMeeting,
} from '#shared/schedule/desk-api.ts'
import { FIRST_VERSION, findLatestVersion } from './store.ts'

export interface ScheduleParts {
  clock: Clock
  /** Upcoming meetings that occupy their time, in order. */
  readUpcomingMeetings(tx: Tx, now: number): Promise<UpcomingMeeting[]>
  /** The epoch of this database; a restored database has another one. */
  readEpoch(tx: Tx): Promise<string>
}

export async function readOwnerSchedule(
  tx: Tx,
  { clock, readUpcomingMeetings, readEpoch }: ScheduleParts,
): Promise<OwnerSchedule> {
  const stored = await findLatestVersion(tx)
  const { content, version } = stored ?? FIRST_VERSION
  return {
    ...toWireSchedule(content),
    version,
    epoch: await readEpoch(tx),
    changedAt: toIsoTimes(stored?.changedAt ?? {}),
    savedByDevice: stored?.savedBy ?? '',
    meetings: await readUpcomingMeetings(tx, clock()),
  }
}

function toIsoTimes(instants: Partial<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(instants).map(([part, at = 0]) => [part, toIsoTime(at)]))
}
