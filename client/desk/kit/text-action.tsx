import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import layout from '#client/ui/layout.module.css'
import styles from './primitives.module.css'

interface TextActionProps {
  /** The address of a link; leave it out for a button. */
  to?: string
  /** Router state for the target page. */
  state?: unknown
  onClick?: () => void
  /** Why the action is unavailable now; the button stays focusable but does nothing. */
  disabledReason?: string | undefined
  danger?: boolean
  children: ReactNode
}

/** A link or button that looks like text, for rows and the heads of boxes. */
export function TextAction({
  to,
  state,
  onClick,
  disabledReason,
  danger,
  children,
}: TextActionProps) {
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
      aria-disabled={disabledReason ? true : undefined}
      title={disabledReason}
      onClick={disabledReason ? undefined : onClick}
    >
      {children}
    </button>
  )
}
