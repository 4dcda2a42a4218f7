import { TextField } from '#client/ui/controls/field.tsx'
import styles from './client-form.module.css'
import { LikelyMatch } from './likely-match.tsx'
import type { PartProps } from './part.ts'

const controls = [
  { name: 'name', label: 'Name', type: 'text', maxLength: 300 },
  { name: 'location', label: 'Location', type: 'text', maxLength: 300 },
  { name: 'email', label: 'Email', type: 'email', maxLength: 254 },
  { name: 'phone', label: 'Phone', type: 'tel', maxLength: 60 },
] as const

export function ContactPart({
  fields,
  change,
  errorOf,
  id,
}: PartProps & { id?: string | undefined }) {
  return (
    <fieldset className={styles.part}>
      <legend>Contact</legend>
      <div className={styles.pair}>
        {controls.map(({ name, ...control }) => (
          <TextField
            key={name}
            {...control}
            name={name}
            // The owner's own address is no help here.
            autoComplete="off"
            value={fields[name]}
            error={errorOf(name)}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        ))}
      </div>
      <LikelyMatch fields={fields} id={id} />
    </fieldset>
  )
}
