import { TextArea, TextField } from '#client/ui/controls/field.tsx'
import { type Client, type ClientField, fieldOf } from '#shared/clients/fields.ts'
import { ChipList } from './chip-list.tsx'
import styles from './client-form.module.css'
import { TripList } from './trip-list.tsx'

/** What each part of the form gets. */
export interface PartProps {
  fields: Client
  change: (fields: Partial<Client>) => void
  /** What is wrong with the control of this name. */
  errorOf: (control: string) => string | undefined
}

const hints: Partial<Record<ClientField, string>> = {
  transport: 'For example: private driver, trains, no small planes',
}

/** What a list of words offers to begin with. */
const choices: Partial<Record<ClientField, readonly string[]>> = {
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

/** The control of one field, of the kind that `shared/clients/fields.ts` gives it. */
export function FieldControl({ name, fields, change, errorOf }: PartProps & { name: ClientField }) {
  const { label, control, section, rows, max } = fieldOf(name)
  const put = (value: unknown) => change({ [name]: value })
  if (control === 'trips') return <TripList trips={fields.trips} errorOf={errorOf} onChange={put} />
  if (control === 'chips') {
    const chosen = fields[name] as string[]
    return <ChipList {...{ label, name, chosen }} offered={choices[name] ?? []} onChange={put} />
  }
  const field = {
    label,
    name,
    // Only how somebody is reached is needed.
    optional: section !== 'contact',
    maxLength: max,
    hint: hints[name],
    value: fields[name] as string,
    error: errorOf(name),
    onChange: ({ target }: { target: { value: string } }) => put(target.value),
  }
  if (control === 'area') return <TextArea {...field} rows={rows} />
  if (control === 'date')
    return (
      <div className={styles.pair}>
        <TextField {...field} type="date" maxLength={undefined} />
      </div>
    )
  // The owner's own address is no help here.
  return (
    <TextField
      {...field}
      type={control === 'line' ? 'text' : (control ?? 'text')}
      autoComplete="off"
    />
  )
}
