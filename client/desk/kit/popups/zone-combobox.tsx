import { type KeyboardEvent, startTransition, useState } from 'react'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import fieldStyles from '#client/ui/controls/field.module.css'
import { type ControlProps, Field } from '#client/ui/controls/field.tsx'
import { ChevronDownIcon } from '#client/ui/icons.tsx'
import { formatZone } from '#shared/lib/time-zone.ts'
import styles from './zone-combobox.module.css'

interface ZoneComboboxProps {
  label: string
  hint?: string
  value: string
  /** Zones to list before all others. */
  near?: readonly string[]
  /** The zone of a town that no zone is named after; undefined if it is not known. */
  findZone?: (town: string) => string | undefined
  disabled?: boolean
  onChange: (zone: string) => void
}

export interface ZoneListProps extends Omit<ZoneComboboxProps, 'label' | 'hint'> {
  control: ControlProps
  /** Text typed while the list was closed; the search begins with it. */
  typed: string
}

const LoadedList = lazyNamed(
  () => import('./zone-list.tsx'),
  (module) => module.ZoneList,
)

/** A time zone, chosen from a list that can be searched. The list’s code is loaded when it is first opened. */
export function ZoneCombobox({ label, hint, ...props }: ZoneComboboxProps) {
  const [typed, setTyped] = useState<string>()
  // In a transition this button stays, instead of the fallback of the page, while the code is loading.
  const load = (text = '') => startTransition(() => setTyped(text))
  const onKeyDown = (event: KeyboardEvent) => {
    const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (!isArrow && !isPrinted(event)) return
    event.preventDefault()
    load(isArrow ? '' : event.key)
  }
  return (
    <Field label={label} hint={hint}>
      {(control) =>
        typed === undefined ? (
          <span className={fieldStyles.selectFrame}>
            <button
              {...control}
              type="button"
              role="combobox"
              aria-haspopup="dialog"
              aria-expanded="false"
              className={`${fieldStyles.control} ${fieldStyles.select} ${styles.closed}`}
              disabled={props.disabled}
              onClick={() => load()}
              onKeyDown={onKeyDown}
            >
              {formatZone(props.value)}
            </button>
            <ChevronDownIcon className={fieldStyles.arrow} />
          </span>
        ) : (
          <LoadedList {...props} control={control} typed={typed} />
        )
      }
    </Field>
  )
}

/** Whether the key types a letter or digit; a space opens the list. */
export function isPrinted({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
}
