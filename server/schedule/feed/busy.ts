import type { InferOutput } from 'valibot'
import type { Database } from '#server/db/database.ts'
import { readBusyTimes, readSchedule } from '#server/schedule/store.ts'
import { weeksShown } from '#shared/clients/calendar-dates.ts'
import { addDays, type PlainDate } from '#shared/lib/date.ts'
import { firstInstantFrom } from '#shared/lib/wall.ts'
import type { getBusyTimes } from '#shared/schedule/busy-api.ts'
import { readFeedRow } from './store.ts'

/** What the owner's calendar says of the weeks in which a month is shown. */
export function busyInMonth(
  { db }: { db: Database },
  month: PlainDate,
): InferOutput<typeof getBusyTimes.output> {
  const tx = db.read
  const { timeZone } = readSchedule(tx)
  const { synced_at, covers_until } = readFeedRow(tx)
  const days = weeksShown('month', month).flat()
  const within = {
    start: firstInstantFrom(days[0] ?? month, 0, timeZone),
    end: firstInstantFrom(addDays(days.at(-1) ?? month, 1), 0, timeZone),
  }
  return {
    busy: readBusyTimes(tx, within).map(({ start, end }) => ({ start: iso(start), end: iso(end) })),
    readAt: synced_at === null ? null : iso(synced_at),
    readUntil: covers_until === null ? null : iso(covers_until),
  }
}

const iso = (instant: number) => new Date(instant).toISOString()
