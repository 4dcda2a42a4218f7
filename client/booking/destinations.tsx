import { useEffect, useRef } from 'react'
import { Chip } from '#client/ui/controls/chip.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { destinationChoices, OTHER_DESTINATION } from '#shared/booking/catalogue.ts'
import styles from './calendar-step.module.css'

interface DestinationsProps {
  chosen: readonly string[]
  other: string
  /** Set after a try to go on without the free text. */
  error: string | undefined
  onChange(chosen: string[], other: string): void
}

export function Destinations({ chosen, other, error, onChange }: DestinationsProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])
  const toggle = (name: string, on: boolean) => {
    const next = destinationChoices.filter((choice) =>
      choice === name ? on : chosen.includes(choice),
    )
    onChange(next, next.includes(OTHER_DESTINATION) ? other : '')
  }
  return (
    <fieldset className={styles.block}>
      <legend className={styles.question}>Where are you drawn to?</legend>
      <div className={styles.chips}>
        {destinationChoices.map((name) => (
          <Chip
            key={name}
            name="destinations"
            value={name}
            checked={chosen.includes(name)}
            onChange={(event) => toggle(name, event.target.checked)}
          >
            {name}
          </Chip>
        ))}
      </div>
      {chosen.includes(OTHER_DESTINATION) ? (
        <div className={styles.other}>
          <TextField
            ref={field}
            label="Which country or region?"
            name="other_destination"
            value={other}
            maxLength={200}
            required
            error={error}
            onChange={(event) => onChange([...chosen], event.target.value)}
          />
        </div>
      ) : null}
    </fieldset>
  )
}
