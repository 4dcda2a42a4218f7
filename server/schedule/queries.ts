import type { Tx } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import { isoTime } from '#shared/lib/date.ts'
import { type KeptMeeting, type OwnerSchedule, wireOf } from '#shared/schedule/desk-api.ts'
import type { ScheduleContent } from '#shared/schedule/merge.ts'
import { findVersion, readSchedule } from './store.ts'

export interface ScheduleParts {
  clock: Clock
  /** Upcoming meetings that occupy their time, in order. */
  keptMeetings(tx: Tx, now: number): KeptMeeting[]
  /** The epoch of this database; a restored database has another one. */
  epoch(tx: Tx): string
  /** Called with the saved content: removes the owner's drafts that it contains. */
  published(tx: Tx, content: ScheduleContent): void
}

export function ownerSchedule(
  tx: Tx,
  { clock, keptMeetings, epoch }: Omit<ScheduleParts, 'published'>,
): OwnerSchedule {
  const { version, ...content } = readSchedule(tx)
  const stored = findVersion(tx, version)
  return {
    ...wireOf(content),
    version,
    epoch: epoch(tx),
    changedAt: isoTimes(stored?.changedAt ?? {}),
    savedBy: stored?.savedBy ?? '',
    meetings: keptMeetings(tx, clock()),
  }
}

function isoTimes(instants: Partial<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(instants).map(([part, at = 0]) => [part, isoTime(at)]))
}
