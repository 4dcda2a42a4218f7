import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import styles from './primitives.module.css'

interface DeskButtonProps extends ComponentProps<typeof Button> {
  /**
   * Why the action is unavailable now. The button stays focusable but does nothing; the page states
   * the reason in visible text as well.
   */
  disabledReason?: string | undefined
}

/**
 * A small button that can be barred for a time, for example while offline. Unlike a disabled button
 * it keeps the focus.
 */
export function DeskButton({ disabledReason, ...button }: DeskButtonProps) {
  const state: ComponentProps<typeof Button> = disabledReason
    ? {
        ...button,
        'aria-disabled': true,
        title: disabledReason,
        onClick: (event) => event.preventDefault(),
      }
    : button
  const filled = button.variant === 'quiet' ? '' : styles.filled
  return (
    <span className={`${styles.wrapper} ${disabledReason ? `${styles.disabled} ${filled}` : ''}`}>
      <Button small {...state} />
    </span>
  )
}

/** A button's label with an icon before it. */
export function IconLabel({ children }: { children: ReactNode }) {
  return <span className={styles.iconLabel}>{children}</span>
}
