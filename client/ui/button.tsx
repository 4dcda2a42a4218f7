import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './button.module.css'
import { GoIcon } from './icons.tsx'

interface Look {
  /** `primary` once per view; `cream` is the primary on a dark ground. */
  variant?: 'primary' | 'cream' | 'ghost' | 'danger' | 'quiet'
  /** Sentence case and 44 px, for dense screens. */
  small?: boolean
  arrow?: boolean
  block?: boolean
  children: ReactNode
}

function classOf({ variant = 'primary', small, block }: Look): string {
  const names = [styles.button, styles[variant], small && styles.small, block && styles.block]
  return names.filter(Boolean).join(' ')
}

interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** The work runs: the label tells of it, the focus stays, pressing again does nothing. */
  busy?: boolean
}

export function Button({ variant, small, arrow, block, busy, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({
        variant: variant ?? 'primary',
        small: !!small,
        block: !!block,
        children,
      })}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <span className={styles.ring} aria-hidden="true" /> : null}
      <span>{children}</span>
      {arrow && !busy ? <GoIcon className={styles.go} /> : null}
    </button>
  )
}

interface ButtonLinkProps extends Look, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children'> {
  /** A page of this site; leave out and set `href` for files, mail and other sites. */
  to?: string
}

export function ButtonLink({
  variant,
  small,
  arrow,
  block,
  to,
  children,
  ...rest
}: ButtonLinkProps) {
  const className = classOf({
    variant: variant ?? 'primary',
    small: !!small,
    block: !!block,
    children,
  })
  const content = (
    <>
      <span>{children}</span>
      {arrow ? <GoIcon className={styles.go} /> : null}
    </>
  )
  return to === undefined ? (
    <a {...rest} className={className}>
      {content}
    </a>
  ) : (
    <Link {...rest} to={to} className={className}>
      {content}
    </Link>
  )
}
