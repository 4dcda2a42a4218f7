import type { CSSProperties } from 'react'
import { weekdayName } from '#client/desk/kit/day-words.ts'
import { weeksShown } from '#shared/clients/calendar-dates.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { type CalendarData, narrowColumns } from './calendar-data.ts'
import styles from './month-view.module.css'
import { MonthWeek } from './month-week.tsx'
import { type CalendarPlace, useDayKeys } from './use-calendar-place.ts'

/** Parts of a common column's width. */
const NARROW = 0.62

interface MonthViewProps {
  data: CalendarData
  place: CalendarPlace
  title: string
}

/** A month in whole weeks; journeys lie over their days. */
export function MonthView({ data, place, title }: MonthViewProps) {
  const weeks = weeksShown('month', place.date)
  const widths = narrowColumns(data, weeks).map((narrow) => (narrow ? NARROW : 1))
  const columns = widths.map((width) => `minmax(0, ${width}fr)`).join(' ')
  const { ref, onKeyDown } = useDayKeys(place)
  const open = (date: PlainDate) => {
    // A phone lists the day below; where there is room the day opens with its hours.
    const list = matchMedia('(max-width: 45rem)').matches
    place.go(list ? { date } : { view: 'week', date })
  }
  return (
    <div ref={ref} className={styles.month} style={{ '--columns': columns } as CSSProperties}>
      <table aria-label={title} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((date) => (
              <th key={date} scope="col">
                {weekdayName(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <MonthWeek key={week[0]} {...{ week, widths, data, open }} date={place.date} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
