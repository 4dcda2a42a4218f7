import { TextArea, TextField } from '#client/ui/controls/field.tsx'
import { travellerLabels } from '#shared/inquiry/questions.ts'
import { companionsOf, travellerFields, travellerName } from '#shared/inquiry/travellers.ts'
import styles from './companions.module.css'
import { useAnswers } from './inquiry-context.ts'

/** A row for everyone beside the person who writes. What a row held comes back with the row. */
export function Companions() {
  const { fields, change, told } = useAnswers()
  const companions = companionsOf(fields)
  return (
    <div className={styles.companions}>
      {companions.length > 0 ? <p className={styles.title}>Who travels with you</p> : null}
      <div className={styles.rows}>
        {companions.map(({ index, title }) => (
          <fieldset key={title} className={styles.row}>
            <legend>{title}</legend>
            {travellerFields.map((field) => {
              const name = travellerName(index, field)
              return (
                <TextField
                  key={name}
                  label={travellerLabels[field]}
                  name={name}
                  autoComplete="off"
                  required
                  maxLength={100}
                  value={fields[name] ?? ''}
                  error={told[name]}
                  onChange={(event) => change({ [name]: event.target.value })}
                />
              )
            })}
          </fieldset>
        ))}
      </div>
      <noscript>
        <TextArea
          label="Who travels with you"
          hint="First name, last name and relationship of each, one to a line."
          name="travelers_note"
          optional
          rows={3}
          maxLength={2000}
        />
      </noscript>
    </div>
  )
}
