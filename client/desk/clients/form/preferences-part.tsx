import { TextArea, TextField } from '#client/ui/controls/field.tsx'
import { ChipList } from './chip-list.tsx'
import styles from './client-form.module.css'
import type { PartProps } from './part.ts'

const dining = [
  'Local seafood',
  'Tasting menus',
  'Vegetarian',
  'Vegan',
  'Gluten free',
  'Halal',
  'Kosher',
  'No shellfish',
]

const activities = [
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
]

export function PreferencesPart({ fields, change }: PartProps) {
  return (
    <fieldset className={styles.part}>
      <legend>Preferences</legend>
      <div className={styles.column}>
        <TextField
          label="Accommodation"
          optional
          name="accommodation"
          maxLength={2000}
          value={fields.accommodation}
          onChange={({ target }) => change({ accommodation: target.value })}
        />
        <ChipList
          label="Dining"
          name="dining"
          offered={dining}
          chosen={fields.dining}
          onChange={(chosen) => change({ dining: chosen })}
        />
        <TextField
          label="Transport"
          optional
          name="transport"
          maxLength={2000}
          hint="For example: private driver, trains, no small planes"
          value={fields.transport}
          onChange={({ target }) => change({ transport: target.value })}
        />
        <ChipList
          label="Activities"
          name="activities"
          offered={activities}
          chosen={fields.activities}
          onChange={(chosen) => change({ activities: chosen })}
        />
        <TextArea
          label="Special requests"
          optional
          name="specialRequests"
          rows={2}
          maxLength={4000}
          value={fields.specialRequests}
          onChange={({ target }) => change({ specialRequests: target.value })}
        />
      </div>
    </fieldset>
  )
}
