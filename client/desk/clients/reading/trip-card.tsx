import { Plate } from '#client/ui/plate.tsx'
import type { Trip } from '#shared/clients/schema.ts'
import { tripDates } from '#shared/clients/trip-words.ts'
import { FieldWaiting } from './field-waiting.tsx'
import styles from './trip-card.module.css'

interface TripCardProps {
  trip: Trip
  /** When the trips were edited here, where that waits. */
  since: string | undefined
  now: number
}

/** The next journey. */
export function TripCard({ trip, since, now }: TripCardProps) {
  return (
    <>
      <div className={styles.card} data-ground="dark">
        <Plate name="fjord" hold="low" when="later" />
        <div className={styles.words}>
          <b>{trip.place}</b>
          <span>Upcoming trip, {tripDates(trip)}</span>
        </div>
      </div>
      <FieldWaiting since={since} now={now} />
    </>
  )
}
