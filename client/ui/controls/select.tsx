import type { SelectHTMLAttributes } from 'react'
import { DownIcon } from '#client/ui/icons.tsx'
import field from './field.module.css'
import styles from './select.module.css'

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** Stands for the chosen option's text while the list is closed, where that is too long. */
  brief?: string
}

/** The platform's own select in the site's dress; put it into a `Field`, or give it an `aria-label`. */
export function Select({ brief, ...props }: SelectProps) {
  return (
    <span className={styles.frame}>
      <select
        {...props}
        className={`${field.control} ${styles.select} ${brief ? styles.silent : ''}`}
      />
      {brief ? (
        <span className={styles.brief} aria-hidden="true">
          {brief}
        </span>
      ) : null}
      <DownIcon className={styles.arrow} />
    </span>
  )
}
