import type { CSSProperties, ReactNode } from 'react'
import type { PlainDate } from '../../../shared/lib/date.ts'
import { longDay } from '../../desk/day-words.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { bookingsOn, type CalendarData, isShut, tripsOn } from './calendar-data.ts'
import { BookingMarks, MonthBooking } from './month-booking.tsx'
import styles from './month-view.module.css'

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
        <VisuallyHidden>{dayWords(data, day, bookings.length)}</VisuallyHidden>
        <BookingMarks bookings={bookings} />
      </button>
      {children}
      {bookings.length > 0 ? (
        <ul>
          {bookings.map((booking) => (
            <MonthBooking key={booking.id} booking={booking} zone={data.zone} />
          ))}
        </ul>
      ) : null}
    </td>
  )
}

/** `Tuesday 24 November, 2 bookings, 1 trip, not available` */
function dayWords(data: CalendarData, day: PlainDate, bookings: number): string {
  const trips = tripsOn(data, day).length
  return [
    longDay(day),
    bookings > 0 && `${bookings} ${bookings === 1 ? 'booking' : 'bookings'}`,
    trips > 0 && `${trips} ${trips === 1 ? 'trip' : 'trips'}`,
    isShut(data, day) && 'not available',
  ]
    .filter(Boolean)
    .join(', ')
}
