import type { InputHTMLAttributes } from 'react'
import styles from './chip.module.css'

interface ChipProps extends InputHTMLAttributes<HTMLInputElement> {
  type?: 'checkbox' | 'radio'
  children: string
}

/** A checkbox or radio button; chosen shows by the filled dot as well as by colour. */
export function Chip({ type = 'checkbox', children, ...input }: ChipProps) {
  return (
    <label className={styles.chip}>
      <input {...input} type={type} className={styles.input} />
      <span className={styles.face}>{children}</span>
    </label>
  )
}
