import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import layout from '#client/ui/layout.module.css'
import styles from './text-action.module.css'

interface TextActionProps {
  /** Where it leads; leave out for a button. */
  to?: string
  /** What the page it leads to gets along. */
  state?: unknown
  onClick?: () => void
  /** Why it cannot be done now; it stays reachable and does nothing. */
  barred?: string | undefined
  danger?: boolean
  children: ReactNode
}

/** An action in words, for rows and the heads of boxes. */
export function TextAction({ to, state, onClick, barred, danger, children }: TextActionProps) {
  const className = `${layout.linkButton} ${styles.action} ${danger ? styles.danger : ''}`
  if (to !== undefined)
    return (
      <Link to={to} state={state} className={className}>
        {children}
      </Link>
    )
  return (
    <button
      type="button"
      className={className}
      aria-disabled={barred ? true : undefined}
      title={barred}
      onClick={barred ? undefined : onClick}
    >
      {children}
    </button>
  )
}
