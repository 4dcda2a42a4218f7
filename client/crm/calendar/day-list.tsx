import { Link } from 'react-router-dom'
import { catalogue } from '../../../shared/booking/catalogue.ts'
import { tripDays } from '../../../shared/crm/trip-words.ts'
import type { PlainDate } from '../../../shared/lib/date.ts'
import { Agenda, type AgendaItem } from '../../desk/agenda.tsx'
import { Box } from '../../desk/box.tsx'
import { longDay } from '../../desk/day-words.ts'
import { lookWords } from './booking-look.ts'
import { bookingsOn, type CalendarData, tripsOn } from './calendar-data.ts'
import styles from './day-list.module.css'

/** What a phone's month has no room for: the chosen day in full. */
export function DayList({ data, date }: { data: CalendarData; date: PlainDate }) {
  return (
    <Box title={longDay(date)} flush className={styles.box}>
      <Agenda items={itemsOn(data, date)} zone={data.zone} none="Nothing on this day." />
    </Box>
  )
}

function itemsOn(data: CalendarData, date: PlainDate): AgendaItem[] {
  const bookings = bookingsOn(data, date).map((booking) => ({
    id: booking.id,
    hours: booking,
    title: <Link to={`/admin/bookings/${booking.id}`}>{booking.clientName}</Link>,
    words: [catalogue[booking.serviceType].title, lookWords(booking)?.toLowerCase()]
      .filter(Boolean)
      .join(', '),
  }))
  const trips = tripsOn(data, date).map(({ clientId, name, trip }) => ({
    id: trip.id,
    title: <Link to={`/admin/crm/${clientId}`}>Trip: {name}</Link>,
    words: `${trip.place}, ${tripDays(trip)}`,
  }))
  return [...bookings, ...trips]
}
