import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import styles from './button.module.css'

interface DeskButtonProps extends ComponentProps<typeof Button> {
  /** Why it cannot be done now: it stays reachable, and does nothing. Said in words nearby as well. */
  barred?: string | undefined
}

/** A small button that can be barred for a time, such as while there is no connection, and keeps the focus meanwhile. */
export function DeskButton({ barred, ...button }: DeskButtonProps) {
  const state: ComponentProps<typeof Button> = barred
    ? {
        ...button,
        'aria-disabled': true,
        title: barred,
        onClick: (event) => event.preventDefault(),
      }
    : button
  const filled = button.variant === 'quiet' ? '' : styles.filled
  return (
    <span className={`${styles.place} ${barred ? `${styles.barred} ${filled}` : ''}`}>
      <Button small {...state} />
    </span>
  )
}

/** A button's words with a sign before them. */
export function Iconed({ children }: { children: ReactNode }) {
  return <span className={styles.iconed}>{children}</span>
}
