import { type InputHTMLAttributes, type Ref, useState } from 'react'
import styles from '#client/ui/controls/field.module.css'
import { formatTimeOfDay } from '#shared/lib/format-date.ts'

interface TimeInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value' | 'onChange'> {
  ref?: Ref<HTMLInputElement> | undefined
  /** `HH:MM`, or empty. */
  value: string
  onChange: (value: string) => void
}

/**
 * A time of day on the 24-hour clock; the browser's own field follows the browser's language.
 * Typing `9`, `930` or `9.30` is enough. Needs a `Field` around it or an `aria-label`.
 */
export function TimeInput({ value, onChange, className = '', ...input }: TimeInputProps) {
  const [typed, setTyped] = useState(value)
  return (
    <input
      {...input}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      className={`${styles.control} ${className}`}
      value={parseTime(typed) === value ? typed : value}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(parseTime(target.value))
      }}
      onBlur={(event) => {
        if (value) setTyped(value)
        input.onBlur?.(event)
      }}
    />
  )
}

/** `09:30` for `9:30`, `9.30`, `930` and `0930`, `09:00` for `9`; empty for what is no time. */
function parseTime(typed: string): string {
  const [, hours = '', minutes = '0'] = /^(\d{1,2})(?:[:.]?(\d\d))?$/.exec(typed.trim()) ?? []
  const minute = Number(hours) * 60 + Number(minutes)
  if (hours === '' || Number(minutes) > 59 || minute > 1440) return ''
  return formatTimeOfDay(minute % 1440)
}
