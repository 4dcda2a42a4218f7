import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { DeskBooking } from '../../../shared/booking/desk-api.ts'
import { clockTime } from '../../../shared/booking/times.ts'
import type { PlainDate } from '../../../shared/lib/date.ts'
import { longDay } from '../../desk/day-words.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { bookingLook, lookWords } from './booking-look.ts'
import { bookingsOn, type CalendarData, isShut, tripsOn } from './calendar-data.ts'
import styles from './month-view.module.css'

/** As many marks as a phone's column has room for. */
const MARKS = 3

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
        <span className={styles.marks} aria-hidden="true">
          {bookings.slice(0, MARKS).map((booking) => (
            <i key={booking.id} className={styles[bookingLook(booking)]} />
          ))}
        </span>
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

function MonthBooking({ booking, zone }: { booking: DeskBooking; zone: string }) {
  const words = lookWords(booking)
  return (
    <li>
      <Link
        to={`/admin/bookings/${booking.id}`}
        className={`${styles.booking} ${styles[bookingLook(booking)]}`}
      >
        <time>{clockTime(Date.parse(booking.start), zone)}</time>
        <span>{booking.clientName}</span>
        {words ? <VisuallyHidden>, {words.toLowerCase()}</VisuallyHidden> : null}
      </Link>
    </li>
  )
}
