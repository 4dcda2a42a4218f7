import { useMemo } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { soundOnly, timeText } from '#client/desk/schedule/edits.ts'
import { plainDate } from '#client/desk/schedule/words.ts'
import type from '#client/ui/type.module.css'
import { addDays, weekday } from '#shared/lib/date.ts'
import { wallOf, zoneCity } from '#shared/lib/zone.ts'
import { coverageOf, type MarketCoverage as Market } from '#shared/schedule/coverage.ts'
import type { ScheduleContent } from '#shared/schedule/merge.ts'
import styles from './market-coverage.module.css'
import { along, axisOf, hourMarks, type Span } from './ruler.tsx'

interface MarketCoverageProps {
  content: ScheduleContent
  now: number
}

/**
 * For each market, how many slots are in its waking hours. Uses this week's UTC offsets, so the
 * result changes with the clocks.
 */
export function MarketCoverage({ content, now }: MarketCoverageProps) {
  const today = wallOf(now, content.timeZone).date
  const monday = mondayOf(today)
  // Memoised, because it converts hundreds of instants into six time zones.
  const { slots, markets } = useMemo(
    () => coverageOf(soundOnly(content), monday),
    [content, monday],
  )
  const axis = axisOf(content.weekly.flatMap((day) => (day.enabled ? day.timeSlots : [])))
  const owner = zoneCity(content.timeZone)
  const edge = (minute: number) => (minute === 1440 ? '24:00' : timeText(minute))
  return (
    <Box
      title="Market coverage"
      lead={`How many of your ${slots} weekly slots fall between 07:00 and 22:00 where the visitor is.`}
      aside={<Legend />}
      foot={
        <p className={type.fine}>
          One line per half hour from {edge(axis.from)} to {edge(axis.to)} {owner}; taller where
          more weekdays offer it. Hours are local. Week of {plainDate(monday)}.
        </p>
      }
      flush
    >
      <ul>
        {markets.map((market) => (
          <MarketRow key={market.city} market={market} slots={slots} axis={axis} />
        ))}
      </ul>
    </Box>
  )
}

/** The Monday of this week; on Saturday and Sunday, that of the next week. */
function mondayOf(today: string): string {
  const ahead = weekday(today) === 6 || weekday(today) === 0 ? addDays(today, 2) : today
  return addDays(ahead, -((weekday(ahead) + 6) % 7))
}

function Legend() {
  return (
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
  )
}

/** The height of a stroke per weekday, rem. */
const STEP_HEIGHT = 0.35

function MarketRow({ market, slots, axis }: { market: Market; slots: number; axis: Span }) {
  const { city, ahead, waking, hours, strokes } = market
  return (
    <li className={`${kit.inset} ${styles.market}`}>
      <div className={styles.city}>
        <b>{city}</b>
        <span className={type.fine}>{aheadWords(ahead)}</span>
      </div>
      <div className={styles.strokes} aria-hidden="true">
        {strokes.map((stroke) => (
          <span key={stroke.minute} style={{ left: along(stroke.minute, axis) }}>
            {stroke.waking < stroke.slots ? (
              <i className={styles.asleep} style={{ height: `${stroke.slots * STEP_HEIGHT}rem` }} />
            ) : null}
            {stroke.waking > 0 ? (
              <i style={{ height: `${stroke.waking * STEP_HEIGHT}rem` }} />
            ) : null}
          </span>
        ))}
        {marksWithin(axis, ahead).map(({ at, label }) => (
          <small key={at} style={{ left: along(at, axis) }}>
            {label}
          </small>
        ))}
      </div>
      <div className={styles.figure}>
        <b>
          {waking}
          <span> of {slots}</span>
        </b>
        <span className={type.fine}>
          {hours ? `${timeText(hours.from)} to ${timeText(hours.to)} local` : 'Nothing by day'}
        </span>
      </div>
    </li>
  )
}

/** Leaves out the mark at the left edge, which would stick out. */
function marksWithin(axis: Span, ahead: number) {
  return hourMarks(axis, 4, ahead).filter(({ at }) => at > axis.from)
}

function aheadWords(minutes: number): string {
  if (minutes === 0) return 'Your time'
  const hours = Math.floor(Math.abs(minutes) / 60)
  const rest = Math.abs(minutes) % 60
  const size = [
    hours > 0 && `${hours} hour${hours === 1 ? '' : 's'}`,
    rest > 0 && `${rest} minutes`,
  ].filter(Boolean)
  return `${size.join(' ')} ${minutes > 0 ? 'ahead' : 'behind'}`
}
