import type { CSSProperties, ReactNode } from 'react'
import { longDay } from '#client/desk/kit/day-words.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { PlainDate } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { bookingsOn, type CalendarData, isShut, tripsOn } from './calendar-data.ts'
import { BookingMarks, MonthBooking, MonthBusy } from './month-booking.tsx'
import styles from './month-view.module.css'
import { busyOn } from './week-hours.ts'

interface MonthDayProps {
  data: CalendarData
  day: PlainDate
  chosen: boolean
  /** It belongs to the month before or after. */
  foreign: boolean
  /** Lines that journeys take here. */
  lanes: number
  open: (date: PlainDate) => void
  /** The bands that begin here. */
  children: ReactNode
}

export function MonthDay({ data, day, chosen, foreign, lanes, open, children }: MonthDayProps) {
  const bookings = bookingsOn(data, day)
  const busy = busyOn(data, day)
  const today = day === data.today
  const shut = isShut(data, day)
  const look = [foreign && styles.foreign, shut && styles.shut, today && styles.today]
  return (
    <td className={look.filter(Boolean).join(' ')} style={{ '--over': lanes } as CSSProperties}>
      <button
        type="button"
        data-date={day}
        className={styles.day}
        tabIndex={chosen ? 0 : -1}
        aria-pressed={chosen}
        aria-current={today ? 'date' : undefined}
        onClick={() => open(day)}
      >
        <span aria-hidden="true">{Number(day.slice(8))}</span>
        <VisuallyHidden>{dayWords(data, day)}</VisuallyHidden>
        <BookingMarks bookings={bookings} busy={busy.length > 0} />
      </button>
      {children}
      {bookings.length + busy.length > 0 ? (
        <ul>
          {inOrder([
            ...bookings.map((booking) => ({
              at: wallOf(Date.parse(booking.start), data.zone).minute,
              row: <MonthBooking key={booking.id} booking={booking} zone={data.zone} />,
            })),
            ...busy.map((stretch) => ({
              at: stretch.from,
              row: <MonthBusy key={stretch.from} stretch={stretch} />,
            })),
          ])}
        </ul>
      ) : null}
    </td>
  )
}

function inOrder(rows: { at: number; row: ReactNode }[]): ReactNode[] {
  return rows.sort((a, b) => a.at - b.at).map(({ row }) => row)
}

/** `Tuesday 24 November, 2 bookings, busy, 1 trip, not available` */
function dayWords(data: CalendarData, day: PlainDate): string {
  const bookings = bookingsOn(data, day).length
  const trips = tripsOn(data, day).length
  return [
    longDay(day),
    bookings > 0 && `${bookings} ${bookings === 1 ? 'booking' : 'bookings'}`,
    busyOn(data, day).length > 0 && 'busy',
    trips > 0 && `${trips} ${trips === 1 ? 'trip' : 'trips'}`,
    isShut(data, day) && 'not available',
  ]
    .filter(Boolean)
    .join(', ')
}
