import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { book } from '#client/book/page-book.ts'
import type { ClientTrip } from '#client/book/store/types.ts'
import { useBookAnswer } from '#client/book/use-book.ts'
import type { TripBand as Band } from '#shared/clients/trip-bands.ts'
import { tripDays } from '#shared/clients/trip-words.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { dayOfMonth } from './day-words.ts'
import styles from './trip-band.module.css'

interface TripBandProps {
  band: Band<ClientTrip>
  /** Whether to show both dates, where the surrounding days do not show them. */
  dated?: boolean
  className?: string | undefined
  style?: CSSProperties
}

/**
 * A journey as a band over its days; the end is open where the journey continues outside the range.
 */
export function TripBand({ band, dated, className, style }: TripBandProps) {
  const { item, goesBack, goesOn } = band
  const { clientId, name, trip } = item
  const look = [styles.band, goesBack && styles.back, goesOn && styles.on, className]
  const until = dated
    ? `, ${tripDays(trip)}`
    : goesBack && !goesOn
      ? `, until ${dayOfMonth(trip.end)}`
      : ''
  return (
    <Link to={`/admin/crm/${clientId}`} className={look.filter(Boolean).join(' ')} style={style}>
      <b>Trip</b>
      <span>
        {name}, {trip.place}
        {until}
      </span>
    </Link>
  )
}

const NONE: readonly ClientTrip[] = []

/** All clients' journeys that overlap these dates. Updates whenever the client book changes. */
export function useTrips(from: PlainDate, to: PlainDate): readonly ClientTrip[] {
  return useBookAnswer(`${from} ${to}`, () => book().trips(from, to))?.answer ?? NONE
}
