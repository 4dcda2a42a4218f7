import type { ClientView } from '#client/book/store/types.ts'
import { dateHere } from '#client/desk/clients/day-of.ts'
import { EmptyState } from '#client/desk/kit/empty-state.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import type { Trip } from '#shared/clients/schema.ts'
import { tripDates } from '#shared/clients/trip-words.ts'
import styles from './client-trips.module.css'
import { FieldWaiting } from './field-waiting.tsx'

/** All journeys: those ahead first, the nearest at the top. */
export function ClientTrips({ view }: { view: ClientView }) {
  const now = useMinute()
  const { trips } = view.client
  const edit = <TextAction to={`/admin/crm/${view.id}/edit`}>Edit trips</TextAction>
  if (trips.length === 0)
    return (
      <EmptyState title="No trips yet" action={edit}>
        A trip has a place and two dates.
      </EmptyState>
    )
  const today = dateHere(now)
  const ahead = trips.filter(({ end }) => end >= today).sort((a, b) => order(a, b))
  const past = trips.filter(({ end }) => end < today).sort((a, b) => order(b, a))
  return (
    <div className={styles.trips}>
      <Stretch title="Ahead" trips={ahead} />
      <Stretch title="Travelled" trips={past} />
      <FieldWaiting since={view.waiting.trips} now={now} />
      {edit}
    </div>
  )
}

function Stretch({ title, trips }: { title: string; trips: readonly Trip[] }) {
  if (trips.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {trips.map((trip) => (
          <li key={trip.id}>
            <b>{trip.place}</b>
            <span>{tripDates(trip)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function order(a: Trip, b: Trip): number {
  return a.start < b.start ? -1 : 1
}
