import { Link } from 'react-router-dom'
import type { DeskBooking } from '../../../shared/booking/desk-api.ts'
import { clockTime } from '../../../shared/booking/times.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { bookingLook, lookWords } from './booking-look.ts'
import styles from './month-booking.module.css'

/** As many as a phone's column has room for. */
const MARKS = 3

/** One line of a day's cell. */
export function MonthBooking({ booking, zone }: { booking: DeskBooking; zone: string }) {
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

/** What a phone shows of a day's bookings in the month. */
export function BookingMarks({ bookings }: { bookings: readonly DeskBooking[] }) {
  return (
    <span className={styles.marks} aria-hidden="true">
      {bookings.slice(0, MARKS).map((booking) => (
        <i key={booking.id} className={styles[bookingLook(booking)]} />
      ))}
    </span>
  )
}
