import type { SelectHTMLAttributes } from 'react'
import field from './field.module.css'
import { DownIcon } from './icons.tsx'
import styles from './select.module.css'

/** The platform's own select in the site's dress; put it into a `Field`, or give it an `aria-label`. */
export function Select(props: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={styles.frame}>
      <select {...props} className={`${field.control} ${styles.select}`} />
      <DownIcon className={styles.arrow} />
    </span>
  )
}
