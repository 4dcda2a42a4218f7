import { catalogue } from '../../../shared/booking/catalogue.ts'
import type { DeskBooking } from '../../../shared/booking/desk-api.ts'
import type { BookingList, DayOfBookings } from '../../../shared/booking/desk-list.ts'
import { clockTime } from '../../../shared/booking/times.ts'
import { wallOf } from '../../../shared/lib/zone.ts'
import { ListGroup, ListRow } from '../../desk/list-row.tsx'
import { BookingStatus } from './booking-status.tsx'
import { dayWords, isOff } from './booking-words.ts'
import styles from './bookings-list.module.css'

interface BookingsListProps {
  list: BookingList
  now: number
  /** The owner's. */
  zone: string
  opened: string | undefined
  /** The address of one booking. */
  pathOf: (booking: DeskBooking) => string
}

/** From today on, and below that what is over. */
export function BookingsList({ list, ...rest }: BookingsListProps) {
  return (
    <>
      {list.upcoming.map((day) => (
        <Day key={day.date} day={day} {...rest} />
      ))}
      {list.past.length > 0 && list.upcoming.length > 0 ? (
        <p className={styles.past}>Past</p>
      ) : null}
      {list.past.map((day) => (
        <Day key={day.date} day={day} {...rest} />
      ))}
    </>
  )
}

function Day({
  day,
  now,
  zone,
  opened,
  pathOf,
}: Omit<BookingsListProps, 'list'> & { day: DayOfBookings }) {
  const first = day.bookings[0]
  if (!first) return null
  const today = day.date === wallOf(now, zone).date
  const words = dayWords(Date.parse(first.start), zone, now)
  return (
    <ListGroup title={today ? `Today, ${words}` : words} today={today}>
      {day.bookings.map((booking) => (
        <ListRow
          key={booking.id}
          to={pathOf(booking)}
          current={booking.id === opened}
          lead={<time>{clockTime(Date.parse(booking.start), zone)}</time>}
          title={booking.clientName}
          aside={<BookingStatus booking={booking} />}
          note={catalogue[booking.serviceType].title}
          className={isOff(booking) ? styles.off : undefined}
        />
      ))}
    </ListGroup>
  )
}
