import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { getBook } from '#client/book/book-client.ts'
import type { ClientTrip } from '#client/book/store/types.ts'
import { useBookQuery } from '#client/book/use-book.ts'
import { formatTripDays } from '#shared/clients/format-trip.ts'
import type { TripBand as Band } from '#shared/clients/trip-bands.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { formatDayOfMonth } from './format-day.ts'
import styles from './trip-band.module.css'

interface TripBandProps {
  band: Band<ClientTrip>
  /** Whether to show both dates, where the surrounding days do not show them. */
  showDates?: boolean
  className?: string | undefined
  style?: CSSProperties
}

/**
 * A trip as a band over its days; the end is open where the trip continues outside the range.
 */
export function TripBand({ band, showDates, className, style }: TripBandProps) {
  const { item, startsBefore, endsAfter } = band
  const { clientId, name, trip } = item
  const look = [
    styles.band,
    startsBefore && styles.startsBefore,
    endsAfter && styles.endsAfter,
    className,
  ]
  const until = showDates
    ? `, ${formatTripDays(trip)}`
    : startsBefore && !endsAfter
      ? `, until ${formatDayOfMonth(trip.end)}`
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

const NO_TRIPS: readonly ClientTrip[] = []

/** All clients' trips that overlap these dates. Updates whenever the client book changes. */
export function useTrips(from: PlainDate, to: PlainDate): readonly ClientTrip[] {
  return useBookQuery(`${from} ${to}`, () => getBook().listTrips(from, to))?.answer ?? NO_TRIPS
}
