import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { call } from '#client/lib/data/api.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { catalogue } from '#shared/booking/catalogue.ts'
import { getMyBookings, type OwnBooking } from '#shared/booking/own-api.ts'
import { statusNames } from '#shared/booking/owner-commands.ts'
import { clockTime, longDate } from '#shared/booking/times.ts'
import { zoneWords } from '#shared/lib/zone-names.ts'
import styles from './account-page.module.css'

/** What was booked with this account's address; each leads to its own page. */
export function OwnBookings() {
  const [bookings, setBookings] = useState<OwnBooking[]>()
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => {
    let current = true
    void call(getMyBookings, {}).then((answer) => {
      if (!current) return
      if (answer.ok) setBookings(answer.value)
      else setTrouble(answer.refusal.error)
    })
    return () => {
      current = false
    }
  }, [])
  return (
    <section className={styles.section}>
      <h2>Your bookings</h2>
      {trouble ? <p>{trouble}</p> : null}
      {bookings?.length === 0 ? <p>No bookings found</p> : null}
      {bookings && bookings.length > 0 ? (
        <ul className={styles.list}>
          {bookings.map((booking) => (
            <li key={booking.id}>
              <div>
                {catalogue[booking.serviceType].title}
                <small>{timeOf(booking)}</small>
              </div>
              <Link to={booking.manageUrl}>
                {statusNames[booking.status]}
                <VisuallyHidden>, see this booking</VisuallyHidden>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function timeOf({ start, timezone }: OwnBooking): string {
  const instant = Date.parse(start)
  return `${longDate(instant, timezone)}, ${clockTime(instant, timezone)} (${zoneWords(timezone)})`
}
