import { randomKey } from '#client/lib/data/ids.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { BinIcon, PlusIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Trip } from '#shared/clients/fields.ts'
import styles from './trip-list.module.css'

interface TripListProps {
  trips: readonly Trip[]
  errorOf: (control: string) => string | undefined
  onChange: (trips: Trip[]) => void
}

/** Journeys, each with a place and two dates. */
export function TripList({ trips, errorOf, onChange }: TripListProps) {
  const change = (at: number, part: Partial<Trip>) =>
    onChange(trips.map((trip, index) => (index === at ? { ...trip, ...part } : trip)))
  return (
    <fieldset>
      <legend className={styles.label}>Trips</legend>
      {trips.length > 0 ? (
        <ol className={styles.trips}>
          {trips.map((trip, at) => (
            <li key={trip.id}>
              <TripFields
                trip={trip}
                at={at}
                errorOf={(name) => errorOf(`trip-${at}-${name}`)}
                onChange={(part) => change(at, part)}
                onRemove={() => onChange(trips.filter(({ id }) => id !== trip.id))}
              />
            </li>
          ))}
        </ol>
      ) : null}
      <Button
        small
        variant="ghost"
        onClick={() => onChange([...trips, { id: randomKey(), place: '', start: '', end: '' }])}
      >
        <span className={styles.add}>
          <PlusIcon />
          Add a trip
        </span>
      </Button>
    </fieldset>
  )
}

interface TripFieldsProps {
  trip: Trip
  at: number
  errorOf: (name: string) => string | undefined
  onChange: (part: Partial<Trip>) => void
  onRemove: () => void
}

function TripFields({ trip, at, errorOf, onChange, onRemove }: TripFieldsProps) {
  return (
    <fieldset className={styles.trip}>
      <legend>
        <VisuallyHidden>Trip {at + 1}</VisuallyHidden>
      </legend>
      <TextField
        label="Place"
        name={`trip-${at}-place`}
        maxLength={300}
        autoComplete="off"
        value={trip.place}
        error={errorOf('place')}
        onChange={({ target }) => onChange({ place: target.value })}
      />
      <TextField
        label="From"
        type="date"
        name={`trip-${at}-start`}
        value={trip.start}
        error={errorOf('start')}
        onChange={({ target }) => onChange({ start: target.value })}
      />
      <TextField
        label="To"
        type="date"
        name={`trip-${at}-end`}
        {...(trip.start && { min: trip.start })}
        value={trip.end}
        error={errorOf('end')}
        onChange={({ target }) => onChange({ end: target.value })}
      />
      <button type="button" className={styles.remove} onClick={onRemove}>
        <BinIcon />
        <VisuallyHidden>Remove trip {at + 1}</VisuallyHidden>
      </button>
    </fieldset>
  )
}
