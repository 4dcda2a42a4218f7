import { useState } from 'react'
import { BinIcon, PlusIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { randomKey } from '#client/lib/data/ids.ts'
import type { Form } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/button.tsx'
import { Chip } from '#client/ui/controls/chip.tsx'
import field from '#client/ui/controls/field.module.css'
import { TextArea, TextField } from '#client/ui/controls/field.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import {
  type Client,
  type ClientField,
  getField,
  type Trip,
} from '#shared/clients/client-fields.ts'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'
import styles from './client-form.module.css'

const hints: Partial<Record<ClientField, string>> = {
  transport: 'For example: private driver, trains, no small planes',
}

/** The options that a field of chips offers from the start. */
const suggestionsByField: Partial<Record<ClientField, readonly string[]>> = {
  dining: [
    'Local seafood',
    'Tasting menus',
    'Vegetarian',
    'Vegan',
    'Gluten free',
    'Halal',
    'Kosher',
    'No shellfish',
  ],
  activities: [
    'Hiking',
    'Kayaking',
    'Sailing',
    'Biking',
    'Fishing',
    'Dog sledding',
    'Glacier walks',
    'Art',
    'History',
    'Culinary arts',
  ],
}

/** The control of one field, of the kind that `shared/clients/client-fields.ts` defines. */
export function FieldControl({ name, form }: { name: ClientField; form: Form<Client> }) {
  const { label, control, rows, max } = getField(name)
  const put = (value: unknown) => form.change({ [name]: value })
  if (control === 'trips') return <TripList form={form} />
  if (control === 'chips') {
    const chosen = form.values[name] as string[]
    return (
      <ChipList
        {...{ label, name, chosen }}
        suggestions={suggestionsByField[name] ?? []}
        onChange={put}
      />
    )
  }
  const field = {
    label,
    ...form.field(name),
    optional: name !== 'name',
    maxLength: max,
    hint: hints[name],
  }
  if (control === 'area') return <TextArea {...field} rows={rows} />
  if (control === 'date')
    return (
      <div className={styles.pair}>
        <TextField {...field} type="date" maxLength={undefined} />
      </div>
    )
  // Autocompletion would offer the owner's own data.
  return (
    <TextField
      {...field}
      type={control === 'line' ? 'text' : (control ?? 'text')}
      autoComplete="off"
    />
  )
}

interface ChipListProps {
  label: string
  name: string
  /** The options that are shown from the start. */
  suggestions: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** A choice of any number of options; the owner can add others. */
function ChipList({ label, name, suggestions, chosen, onChange }: ChipListProps) {
  const [own, setOwn] = useState(() => chosen.filter((one) => !suggestions.includes(one)))
  const [typed, setTyped] = useState('')
  // `chosen` may have options of a restored draft that are not in `own`.
  const options = [...new Set([...suggestions, ...own, ...chosen])]
  const choose = (next: ReadonlySet<string>) => onChange(options.filter((one) => next.has(one)))
  const add = () => {
    const text = typed.trim()
    if (text === '') return
    const same = options.find((one) => normalizeForSearch(one) === normalizeForSearch(text))
    const added = same ?? text
    if (!same) setOwn([...own, text])
    if (!chosen.includes(added)) onChange([...chosen, added])
    setTyped('')
  }
  return (
    <fieldset>
      <legend className={styles.label}>{label}</legend>
      <div className="row wrap gap-2">
        {options.map((option) => (
          <Chip
            key={option}
            name={name}
            checked={chosen.includes(option)}
            onChange={({ target }) => {
              const next = new Set(chosen)
              if (target.checked) next.add(option)
              else next.delete(option)
              choose(next)
            }}
          >
            {option}
          </Chip>
        ))}
      </div>
      <div className={`row wrap gap-2 ${styles.customOption}`}>
        <input
          aria-label={`Add another to ${label.toLowerCase()}`}
          className={field.control}
          placeholder="Something else"
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button small variant="ghost" onClick={add}>
          Add <VisuallyHidden>to {label.toLowerCase()}</VisuallyHidden>
        </Button>
      </div>
    </fieldset>
  )
}

/** A list of journeys, each with a place and two dates. */
function TripList({ form }: { form: Form<Client> }) {
  const { trips } = form.values
  const onChange = (next: Trip[]) => form.change({ trips: next })
  const change = (at: number, part: Partial<Trip>) =>
    onChange(trips.map((trip, index) => (index === at ? { ...trip, ...part } : trip)))
  return (
    <fieldset>
      <legend className={styles.label}>Trips</legend>
      {trips.length > 0 ? (
        <ol className={`stack gap-5 ${styles.trips}`}>
          {trips.map((trip, at) => (
            <li key={trip.id}>
              <TripFields
                trip={trip}
                index={at}
                getError={(name) => form.errors[`trip-${at}-${name}`]}
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
        <span className={`${kit.inline} ${styles.add}`}>
          <PlusIcon />
          Add a trip
        </span>
      </Button>
    </fieldset>
  )
}

interface TripFieldsProps {
  trip: Trip
  index: number
  getError: (name: string) => string | undefined
  onChange: (part: Partial<Trip>) => void
  onRemove: () => void
}

function TripFields({ trip, index, getError, onChange, onRemove }: TripFieldsProps) {
  return (
    <fieldset className={styles.trip}>
      <legend>
        <VisuallyHidden>Trip {index + 1}</VisuallyHidden>
      </legend>
      <TextField
        label="Place"
        name={`trip-${index}-place`}
        maxLength={300}
        autoComplete="off"
        value={trip.place}
        error={getError('place')}
        onChange={({ target }) => onChange({ place: target.value })}
      />
      <TextField
        label="From"
        type="date"
        name={`trip-${index}-start`}
        value={trip.start}
        error={getError('start')}
        onChange={({ target }) => onChange({ start: target.value })}
      />
      <TextField
        label="To"
        type="date"
        name={`trip-${index}-end`}
        {...(trip.start && { min: trip.start })}
        value={trip.end}
        error={getError('end')}
        onChange={({ target }) => onChange({ end: target.value })}
      />
      <button
        type="button"
        className={`${kit.plainIconButton} ${styles.remove}`}
        onClick={onRemove}
      >
        <BinIcon />
        <VisuallyHidden>Remove trip {index + 1}</VisuallyHidden>
      </button>
    </fieldset>
  )
}
