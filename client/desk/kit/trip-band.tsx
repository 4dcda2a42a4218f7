import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { getData } from '#client/data/data-client.ts'
import type { ClientTrip } from '#client/data/store/types.ts'
import { useDataQuery } from '#client/data/use-data.ts'
import { formatTripDays } from '#shared/clients/format-trip.ts'
import type { TripBand as Band } from '#shared/clients/trip-bands.ts'
import type { PlainDate } from '#shared/lib/date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { formatDayOfMonth } from './format-date.ts'
import styles from './trip-band.module.css'

interface TripBandProps {
  band: Band<ClientTrip>
  /** Whether to show both dates, where the surrounding days do not show them. */
  showDates?: boolean
  className?: string | undefined
  style?: CSSProperties
}

/**
 * A trip or journey as a band over its days; the end is open where the trip continues outside the range.
 */
export function TripBand({ band, showDates, className, style }: TripBandProps) {
  const { item, startsBefore, endsAfter } = band
  const { journeyId, name, trip } = item
  const look = [
    `row gap-2 ${styles.band}`,
    startsBefore && styles.startsBefore,
    endsAfter && styles.endsAfter,
    className,
  ]
  const until = showDates
    ? `, ${formatTripDays(trip)}`
    : startsBefore && !endsAfter
      ? `, until ${formatDayOfMonth(trip.end)}`
      : ''
  const text = `${formatTrip(name, trip)}${until}`
  return (
    <Link to={getTripPath(item)} className={look.filter(Boolean).join(' ')} style={style}>
      <b>{journeyId ? 'Journey' : 'Trip'}</b>
      <span title={text}>{text}</span>
    </Link>
  )
}

/** The page of a journey, or of the client whose trip it is. */
export function getTripPath({ clientIds, journeyId }: ClientTrip): string {
  return journeyId ? `/admin/journeys/${journeyId}` : `/admin/crm/${clientIds[0]}`
}

/** `Claire Marchetti, Lofoten`; a journey may have no clients. */
function formatTrip(name: string, { place }: ClientTrip['trip']): string {
  return name ? `${name}, ${place}` : place
}

/** `2 trips`, `1 journey`; nothing for neither. */
export function countTravels(items: readonly ClientTrip[]): string[] {
  const journeys = items.filter(({ journeyId }) => journeyId).length
  const trips = items.length - journeys
  return [
    ...(trips > 0 ? [pluralize(trips, 'trip')] : []),
    ...(journeys > 0 ? [pluralize(journeys, 'journey')] : []),
  ]
}

const NO_TRIPS: readonly ClientTrip[] = []

/** All journeys, and all clients' trips, that overlap these dates. Updates whenever the local data changes. */
export function useTrips(from: PlainDate, to: PlainDate): readonly ClientTrip[] {
  return (
    useDataQuery(`${from} ${to}`, () => getData().clients.listTrips(from, to))?.answer ?? NO_TRIPS
  )
}
