import type { CSSProperties } from 'react'
import type { ClientTrip } from '#client/book/store/types.ts'
import { TripBand } from '#client/desk/kit/trip-band.tsx'
import { type TripBand as Band, lanesOver, tripBands } from '#shared/clients/trip-bands.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import type { CalendarData } from './calendar-data.ts'
import { MonthDay } from './month-day.tsx'
import styles from './month-view.module.css'

interface MonthWeekProps {
  week: readonly PlainDate[]
  /** Of the seven columns, in parts of each other. */
  widths: readonly number[]
  data: CalendarData
  /** The day that is looked at. */
  date: PlainDate
  open: (date: PlainDate) => void
}

/** Each band stands in the cell of its first day, and reaches over those that follow. */
export function MonthWeek({ week, widths, data, date, open }: MonthWeekProps) {
  const bands = tripBands(week, data.trips)
  const lanes = Math.max(0, ...bands.map(({ lane }) => lane + 1))
  return (
    <tr style={{ '--lanes': lanes } as CSSProperties}>
      {week.map((day, column) => (
        <MonthDay
          key={day}
          data={data}
          day={day}
          chosen={day === date}
          foreign={day.slice(0, 7) !== date.slice(0, 7)}
          lanes={lanesOver(bands, column)}
          open={open}
        >
          {bands
            .filter(({ from }) => from === column)
            .map((band) => (
              <TripBand
                key={band.item.trip.id}
                band={band}
                className={styles.band}
                style={placeOf(band, widths)}
              />
            ))}
        </MonthDay>
      ))}
    </tr>
  )
}

/** In parts of the row, as wide as its columns are; a phone's are all alike. */
function placeOf({ from, to, lane }: Band<ClientTrip>, widths: readonly number[]): CSSProperties {
  const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)
  const share = (parts: readonly number[]) => `${(sum(parts) / sum(widths)) * 100}%`
  return {
    '--left': share(widths.slice(0, from)),
    '--width': share(widths.slice(from, to + 1)),
    '--from': from,
    '--days': to - from + 1,
    '--lane': lane,
  } as CSSProperties
}
