import styles from './calendar-key.module.css'
import looks from './looks.module.css'

const signs = [
  ['booked', 'Booking'],
  ['open', 'Awaiting payment'],
  ['conflict', 'Needs new time'],
  ['trip', 'Trip'],
  ['busy', 'Busy, from your calendar'],
  ['shut', 'Not available'],
] as const

/** What the signs of the calendar mean. */
export function CalendarKey() {
  return (
    <ul className={styles.key} aria-label="Key">
      {signs.map(([sign, words]) => (
        <li key={sign}>
          <i className={looks[sign] ?? styles[sign]} aria-hidden="true" />
          {words}
        </li>
      ))}
    </ul>
  )
}
