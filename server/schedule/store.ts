import type { Interval } from '../../shared/booking/slots.ts'
import { defaultSchedule } from '../../shared/schedule/default-schedule.ts'
import type { Schedule } from '../../shared/schedule/schema.ts'
import { query, type Tx, template } from '../db/database.ts'

const theSchedule = template((row: { id: number }) =>
  query.selectFrom('schedule').selectAll().where('id', '=', row.id),
)

/** The owner's schedule; the default one until the owner saved another. */
export function readSchedule(tx: Tx): Schedule {
  const row = tx.get(theSchedule({ id: 1 }))
  if (!row) return defaultSchedule
  return {
    weekly: JSON.parse(row.weekly),
    exceptions: JSON.parse(row.exceptions),
    timeZone: row.time_zone,
    noticeMinutes: row.notice_minutes,
    windowDays: row.window_days,
    bufferMinutes: row.buffer_minutes,
    version: row.version,
  }
}

export function writeSchedule(tx: Tx, schedule: Schedule): void {
  const row = {
    weekly: JSON.stringify(schedule.weekly),
    exceptions: JSON.stringify(schedule.exceptions),
    time_zone: schedule.timeZone,
    notice_minutes: schedule.noticeMinutes,
    window_days: schedule.windowDays,
    buffer_minutes: schedule.bufferMinutes,
    version: schedule.version,
  }
  tx.run(
    query
      .insertInto('schedule')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
  )
}

/** The owner's busy times that touch an interval. */
export function readBusyTimes(tx: Tx, within: Interval): Interval[] {
  return tx.all(busyWithin(within))
}

const busyWithin = template((within: Interval) =>
  query
    .selectFrom('busy_time')
    .select(['starts_at as start', 'ends_at as end'])
    .where('starts_at', '<', within.end)
    .where('ends_at', '>', within.start),
)
