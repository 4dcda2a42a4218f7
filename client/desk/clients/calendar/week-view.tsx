import type { CSSProperties } from 'react'
import type { ClientTrip } from '#client/book/store/types.ts'
import { longDay, weekdayName } from '#client/desk/kit/day-words.ts'
import { TripBand } from '#client/desk/kit/trip-band.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { type TripBand as Band, tripBands } from '#shared/clients/calendar.ts'
import { weekOf } from '#shared/desk/today.ts'
import { timeOfDay } from '#shared/lib/date-words.ts'
import { type CalendarData, narrowColumns } from './calendar-data.ts'
import { type CalendarPlace, useDayKeys } from './use-calendar-place.ts'
import { WeekDay } from './week-day.tsx'
import { weekHours } from './week-hours.ts'
import styles from './week-view.module.css'

const HOUR = 60

interface WeekViewProps {
  data: CalendarData
  place: CalendarPlace
}

/** A week with its hours, by the owner's clock; a phone shows one day of it. */
export function WeekView({ data, place }: WeekViewProps) {
  const week = weekOf(place.date)
  const hours = weekHours(data, week)
  const bands = tripBands(week, data.trips)
  const narrow = narrowColumns(data, [week])
  const columns = narrow.map((is) => (is ? '4.25rem' : 'minmax(0, 1fr)')).join(' ')
  const { ref, onKeyDown } = useDayKeys(place)
  const size = { '--columns': columns, '--hours': (hours.to - hours.from) / HOUR }
  return (
    <div ref={ref} className={styles.week} style={size as CSSProperties}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it. */}
      <div className={styles.head} onKeyDown={onKeyDown}>
        {week.map((date) => (
          <button
            key={date}
            type="button"
            data-date={date}
            className={`${styles.heading} ${date === data.today ? styles.today : ''}`}
            tabIndex={date === place.date ? 0 : -1}
            aria-current={date === data.today ? 'date' : undefined}
            aria-pressed={date === place.date}
            onClick={() => place.go({ date })}
          >
            <VisuallyHidden>{longDay(date)}</VisuallyHidden>
            <span aria-hidden="true">{date === data.today ? 'Today' : weekdayName(date)}</span>
            <b aria-hidden="true">{Number(date.slice(8))}</b>
          </button>
        ))}
      </div>
      <Trips bands={bands} day={week.indexOf(place.date)} />
      <div className={styles.body}>
        <div className={styles.clock} aria-hidden="true">
          {fullHours(hours).map((minute) => (
            <small key={minute} style={{ '--at': (minute - hours.from) / HOUR } as CSSProperties}>
              {timeOfDay(minute)}
            </small>
          ))}
        </div>
        {week.map((date) => (
          <WeekDay key={date} {...{ data, date, hours }} chosen={date === place.date} />
        ))}
      </div>
    </div>
  )
}

function Trips({ bands, day }: { bands: readonly Band<ClientTrip>[]; day: number }) {
  if (bands.length === 0) return null
  return (
    <div className={styles.trips}>
      <span>Trips</span>
      {bands.map((band) => (
        <TripBand
          key={band.item.trip.id}
          band={band}
          dated
          className={band.from <= day && band.to >= day ? styles.onDay : styles.onOthers}
          style={{ gridColumn: `${band.from + 2} / ${band.to + 3}`, gridRow: band.lane + 1 }}
        />
      ))}
    </div>
  )
}

function fullHours({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: (to - from) / HOUR - 1 }, (_, hour) => from + (hour + 1) * HOUR)
}
