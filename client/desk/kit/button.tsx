import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import styles from './button.module.css'

interface DeskButtonProps extends ComponentProps<typeof Button> {
  /**
   * Why the action is unavailable now. The button stays focusable but does nothing; the page states
   * the reason in visible text as well.
   */
  barred?: string | undefined
}

/**
 * A small button that can be barred for a time, for example while offline. Unlike a disabled button
 * it keeps the focus.
 */
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

/** A button's label with an icon before it. */
export function Iconed({ children }: { children: ReactNode }) {
  return <span className={styles.iconed}>{children}</span>
}
