import { useId } from 'react'
import layout from '#client/ui/layout.module.css'
import styles from './segmented-control.module.css'

interface SegmentedControlProps<Value extends string> {
  /** Accessible name: what is being chosen. */
  label: string
  options: readonly { value: Value; label: string; count?: number }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice of one among a few visible options; native radio buttons provide the arrow keys. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onChange } = props
  const group = useId()
  return (
    <fieldset className={styles.choice} aria-label={label}>
      <div className={styles.row}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              className={layout.inputOverlay}
              name={group}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.label}
              {option.count === undefined ? null : <b> {option.count}</b>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
