import { useMemo } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { formatMinuteOfDay, removeInvalidSlots } from '#client/desk/schedule/schedule-edits.ts'
import { formatPlainDate } from '#client/desk/schedule/schedule-text.ts'
import type from '#client/ui/type.module.css'
import { addDays, getWeekday } from '#shared/lib/date.ts'
import { formatZoneCity, toWallTime } from '#shared/lib/time-zone.ts'
import { calculateCoverage } from '#shared/schedule/coverage.ts'
import type { ScheduleContent } from '#shared/schedule/merge-schedules.ts'
import { fitAxis, listHourMarks, type MinuteSpan, toAxisPercent } from './hours-ruler.tsx'
import styles from './market-coverage.module.css'

interface MarketCoverageProps {
  content: ScheduleContent
  now: number
}

/**
 * For each market, how many of the weekly slots are in its waking hours. Computed for the week that
 * the box names: where clocks change to or from summer time, other weeks have other numbers.
 */
export function MarketCoverage({ content, now }: MarketCoverageProps) {
  const today = toWallTime(now, content.timeZone).date
  const monday = getMonday(today)
  // Memoised, because it converts hundreds of instants into six time zones.
  const { slots, markets } = useMemo(
    () => calculateCoverage(removeInvalidSlots(content), monday),
    [content, monday],
  )
  const axis = fitAxis(content.weekly.flatMap((day) => (day.enabled ? day.timeSlots : [])))
  const owner = formatZoneCity(content.timeZone)
  const edge = (minute: number) => (minute === 1440 ? '24:00' : formatMinuteOfDay(minute))
  return (
    <Box
      title="Market coverage"
      lead={`How many of your ${slots} weekly slots fall between 07:00 and 22:00 where the visitor is.`}
      aside={
        <ul className={kit.legend}>
          <li>
            <span className={styles.sample} aria-hidden="true" />
            Waking hours
          </li>
          <li>
            <span className={`${styles.sample} ${styles.night}`} aria-hidden="true" />
            Night
          </li>
        </ul>
      }
      foot={
        <p className={type.fine}>
          One line per half hour from {edge(axis.from)} to {edge(axis.to)} {owner}; taller where
          more weekdays offer it. Hours are local. Week of {formatPlainDate(monday)}.
        </p>
      }
      flush
    >
      <ul>
        {markets.map((market) => {
          const { city, offsetMinutes, wakingSlots, hours, halfHours } = market
          return (
            <li key={market.city} className={`${kit.inset} ${styles.market}`}>
              <div className={styles.city}>
                <b>{city}</b>
                <span className={type.fine}>{formatTimeDifference(offsetMinutes)}</span>
              </div>
              <div className={styles.strokes} aria-hidden="true">
                {halfHours.map((stroke) => (
                  <span key={stroke.minute} style={{ left: toAxisPercent(stroke.minute, axis) }}>
                    {stroke.wakingSlots < stroke.slots ? (
                      <i
                        className={styles.asleep}
                        style={{ height: `${stroke.slots * STEP_HEIGHT}rem` }}
                      />
                    ) : null}
                    {stroke.wakingSlots > 0 ? (
                      <i style={{ height: `${stroke.wakingSlots * STEP_HEIGHT}rem` }} />
                    ) : null}
                  </span>
                ))}
                {listInnerMarks(axis, offsetMinutes).map(({ at, label }) => (
                  <small key={at} style={{ left: toAxisPercent(at, axis) }}>
                    {label}
                  </small>
                ))}
              </div>
              <div className={styles.figure}>
                <b>
                  {wakingSlots}
                  <span> of {slots}</span>
                </b>
                <span className={type.fine}>
                  {hours
                    ? `${formatMinuteOfDay(hours.from)} to ${formatMinuteOfDay(hours.to)} local`
                    : 'Nothing by day'}
                </span>
              </div>
            </li>
          )
        })}
      </ul>
    </Box>
  )
}

/** The Monday of this week; on Saturday and Sunday, that of the next week. */
function getMonday(today: string): string {
  const isWeekend = getWeekday(today) === 6 || getWeekday(today) === 0
  const day = isWeekend ? addDays(today, 2) : today
  return addDays(day, -((getWeekday(day) + 6) % 7))
}

/** The height of a stroke per weekday, rem. */
const STEP_HEIGHT = 0.35

/** Leaves out the mark at the left edge, which would stick out. */
function listInnerMarks(axis: MinuteSpan, offsetMinutes: number) {
  return listHourMarks(axis, 4, offsetMinutes).filter(({ at }) => at > axis.from)
}

function formatTimeDifference(minutes: number): string {
  if (minutes === 0) return 'Your time'
  const hours = Math.floor(Math.abs(minutes) / 60)
  const rest = Math.abs(minutes) % 60
  const size = [
    hours > 0 && `${hours} hour${hours === 1 ? '' : 's'}`,
    rest > 0 && `${rest} minutes`,
  ].filter(Boolean)
  return `${size.join(' ')} ${minutes > 0 ? 'ahead' : 'behind'}`
}
