import { Link } from 'react-router-dom'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import { clockTime } from '#shared/booking/times.ts'
import type { Stretch } from '#shared/clients/day-hours.ts'
import { timeOfDay } from '#shared/lib/clock-words.ts'
import { type BookingLook, bookingLook, lookWords } from './booking-look.ts'
import looks from './looks.module.css'
import styles from './month-booking.module.css'

/** As many as a phone's column has room for. */
const MARKS = 3
/** Minutes. */
const DAY = 1440

/** One line of a day's cell. */
export function MonthBooking({ booking, zone }: { booking: DeskBooking; zone: string }) {
  const words = lookWords(booking)
  return (
    <li>
      <Link
        to={`/admin/bookings/${booking.id}`}
        className={`${styles.booking} ${lookClass(bookingLook(booking))}`}
      >
        <time>{clockTime(Date.parse(booking.start), zone)}</time>
        <span>{booking.clientName}</span>
        {words ? <VisuallyHidden>, {words.toLowerCase()}</VisuallyHidden> : null}
      </Link>
    </li>
  )
}

/** A busy time of the owner's own calendar; one that takes the whole day has no hours. */
export function MonthBusy({ stretch: { from, to } }: { stretch: Stretch }) {
  return (
    <li className={`${styles.booking} ${looks.busy}`}>
      {to - from < DAY ? <time>{timeOfDay(from)}</time> : null}
      <span>
        Busy<VisuallyHidden> until {timeOfDay(to)}</VisuallyHidden>
      </span>
    </li>
  )
}

interface BookingMarksProps {
  bookings: readonly DeskBooking[]
  busy: boolean
}

/** What a phone shows of a day's bookings in the month. */
export function BookingMarks({ bookings, busy }: BookingMarksProps) {
  return (
    <span className={styles.marks} aria-hidden="true">
      {bookings.slice(0, MARKS).map((booking) => (
        <i key={booking.id} className={lookClass(bookingLook(booking))} />
      ))}
      {busy && bookings.length < MARKS ? <i className={lookClass('busy')} /> : null}
    </span>
  )
}

/** Its colours, and what only the month draws of it. */
function lookClass(look: BookingLook | 'busy'): string {
  return [looks[look], styles[look]].filter(Boolean).join(' ')
}
