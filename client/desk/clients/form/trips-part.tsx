import { TextArea, TextField } from '#client/ui/controls/field.tsx'
import styles from './client-form.module.css'
import type { PartProps } from './part.ts'
import { TripList } from './trip-list.tsx'

export function TripsPart({ fields, change, errorOf }: PartProps) {
  return (
    <fieldset className={styles.part}>
      <legend>Trips and notes</legend>
      <div className={styles.column}>
        <TripList trips={fields.trips} errorOf={errorOf} onChange={(trips) => change({ trips })} />
        <div className={styles.pair}>
          <TextField
            label="Last contact"
            optional
            type="date"
            name="lastContact"
            value={fields.lastContact}
            onChange={({ target }) => change({ lastContact: target.value })}
          />
        </div>
        <TextArea
          label="Notes"
          optional
          name="notes"
          rows={5}
          maxLength={20_000}
          value={fields.notes}
          onChange={({ target }) => change({ notes: target.value })}
        />
      </div>
    </fieldset>
  )
}
