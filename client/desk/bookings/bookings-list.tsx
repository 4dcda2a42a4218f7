import { useState } from 'react'
import { ListGroup, ListRow } from '#client/desk/kit/lists/list-row.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { catalogue } from '#shared/booking/catalogue.ts'
import type { DeskBooking } from '#shared/booking/desk-api.ts'
import type { BookingList, DayOfBookings } from '#shared/booking/desk-list.ts'
import { clockTime } from '#shared/booking/times.ts'
import { wallOf } from '#shared/lib/zone.ts'
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

/** Rows of the past that are drawn at once: years of them would make the page slow to open. */
const PAST_ROWS = 40

/** From today on, and below that what is over, the latest first. */
export function BookingsList({ list, ...rest }: BookingsListProps) {
  const [rows, setRows] = useState(PAST_ROWS)
  const past = firstRows(list.past, rows)
  return (
    <>
      {list.upcoming.map((day) => (
        <Day key={day.date} day={day} {...rest} />
      ))}
      {past.length > 0 && list.upcoming.length > 0 ? <p className={styles.past}>Past</p> : null}
      {past.map((day) => (
        <Day key={day.date} day={day} {...rest} />
      ))}
      {past.length < list.past.length ? (
        <div className={styles.more}>
          <TextAction onClick={() => setRows(rows + PAST_ROWS)}>Show earlier bookings</TextAction>
        </div>
      ) : null}
    </>
  )
}

/** Whole days, until so many rows are full. */
function firstRows(days: readonly DayOfBookings[], rows: number): DayOfBookings[] {
  let count = 0
  return days.filter(({ bookings }) => {
    const room = count < rows
    count += bookings.length
    return room
  })
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
