import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import styles from './checkbox.module.css'
import { FieldError } from './field.tsx'

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> {
  error?: string | undefined
  children: ReactNode
}

export function Checkbox({ error, children, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <label className={styles.row}>
        <input
          {...input}
          type="checkbox"
          className={styles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>{children}</span>
      </label>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
