import { Link } from 'react-router-dom'
import { catalogue } from '../../../shared/booking/catalogue.ts'
import { clockTime } from '../../../shared/booking/times.ts'
import { tripDays } from '../../../shared/crm/trip-words.ts'
import type { PlainDate } from '../../../shared/lib/date.ts'
import { Box } from '../../desk/box.tsx'
import { longDay } from '../../desk/day-words.ts'
import { lookWords } from './booking-look.ts'
import { bookingsOn, type CalendarData, tripsOn } from './calendar-data.ts'
import styles from './day-list.module.css'

/** What a phone's month has no room for: the chosen day in full. */
export function DayList({ data, date }: { data: CalendarData; date: PlainDate }) {
  const bookings = bookingsOn(data, date)
  const trips = tripsOn(data, date)
  return (
    <Box title={longDay(date)} flush className={styles.box}>
      <ul className={styles.list}>
        {bookings.map((booking) => (
          <li key={booking.id}>
            <p className={styles.time}>
              {clockTime(Date.parse(booking.start), data.zone)}
              <small>to {clockTime(Date.parse(booking.end), data.zone)}</small>
            </p>
            <div>
              <Link to={`/admin/bookings/${booking.id}`}>{booking.clientName}</Link>
              <p>
                {[catalogue[booking.serviceType].title, lookWords(booking)?.toLowerCase()]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </div>
          </li>
        ))}
        {trips.map(({ clientId, name, trip }) => (
          <li key={trip.id}>
            <p className={styles.allDay}>All day</p>
            <div>
              <Link to={`/admin/crm/${clientId}`}>Trip: {name}</Link>
              <p>
                {trip.place}, {tripDays(trip)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {bookings.length + trips.length === 0 ? (
        <p className={styles.none}>Nothing on this day.</p>
      ) : null}
    </Box>
  )
}
