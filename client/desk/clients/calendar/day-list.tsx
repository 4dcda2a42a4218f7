import { Link } from 'react-router-dom'
import { Agenda, type AgendaItem } from '#client/desk/kit/agenda.tsx'
import { Box } from '#client/desk/kit/box.tsx'
import { longDay } from '#client/desk/kit/day-words.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { tripDays } from '#shared/clients/trip-words.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { firstInstantFrom } from '#shared/lib/wall.ts'
import { lookWords } from './booking-look.ts'
import { bookingsOn, type CalendarData, tripsOn } from './calendar-data.ts'
import styles from './day-list.module.css'
import { busyOn } from './week-hours.ts'

/** What a phone's month has no room for: the chosen day in full. */
export function DayList({ data, date }: { data: CalendarData; date: PlainDate }) {
  return (
    <Box title={longDay(date)} flush className={styles.box}>
      <Agenda items={itemsOn(data, date)} zone={data.zone} none="Nothing on this day." />
    </Box>
  )
}

/** What is busy all day has no hours. */
function busyItems(data: CalendarData, date: PlainDate): AgendaItem[] {
  const at = (minute: number) => new Date(firstInstantFrom(date, minute, data.zone)).toISOString()
  return busyOn(data, date).map(({ from, to }) => ({
    id: `busy ${from}`,
    title: 'Busy',
    words: 'From your calendar',
    ...(to - from < 1440 && { hours: { start: at(from), end: at(to) } }),
  }))
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
  const timed = [...bookings, ...busyItems(data, date)]
  timed.sort((a, b) => (a.hours?.start ?? '').localeCompare(b.hours?.start ?? ''))
  return [...timed, ...trips]
}
