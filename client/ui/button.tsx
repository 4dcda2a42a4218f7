import {
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react'
import { Link } from 'react-router-dom'
import { ArrowRightIcon } from '#client/ui/icons.tsx'
import { announce } from './announcer.tsx'
import styles from './button.module.css'

interface ButtonStyle {
  /** Use `primary` once per view; `cream` is the primary button on a dark background. */
  variant?: 'primary' | 'cream' | 'ghost' | 'danger' | 'quiet'
  /** Sentence case and 44 px high, for dense screens. */
  small?: boolean
  arrow?: boolean
  block?: boolean
  children: ReactNode
}

/** For a button that another component renders. */
export function getButtonClass(style: Omit<ButtonStyle, 'children' | 'arrow'>): string {
  const { variant = 'primary', small, block } = style
  const names = [styles.button, styles[variant], small && styles.small, block && styles.block]
  return names.filter(Boolean).join(' ')
}

interface ButtonProps
  extends ButtonStyle,
    Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** While true: disabled, with its label announced; afterwards the focus returns. */
  busy?: boolean
}

export function Button({ variant, small, arrow, block, busy, children, ...rest }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const notePress = useBusyFocus(button, busy === true)
  return (
    <button
      type="button"
      {...rest}
      onClick={(event) => {
        notePress()
        rest.onClick?.(event)
      }}
      ref={button}
      className={getButtonClass({
        variant: variant ?? 'primary',
        small: !!small,
        block: !!block,
      })}
      aria-busy={busy || undefined}
      disabled={busy || rest.disabled}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : null}
      <span>{children}</span>
      {arrow && !busy ? <ArrowRightIcon className={styles.arrow} /> : null}
    </button>
  )
}

/**
 * Announces a busy button and restores its focus, both of which a disabled button loses. Returns what to call when it
 * is pressed: one that is busy with something else, such as a sync in the background, is not announced. Safari does not
 * focus what is pressed, and Enter in a field presses a form's button.
 */
function useBusyFocus(button: RefObject<HTMLButtonElement | null>, busy: boolean): () => void {
  const isPressed = useRef(false)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (busy) {
      hadFocus.current = document.activeElement === button.current
      if (hadFocus.current || isPressed.current) announce(button.current?.textContent ?? '')
      isPressed.current = false
    } else if (hadFocus.current) {
      hadFocus.current = false
      const isFree = document.activeElement === document.body
      if (isFree) button.current?.focus({ preventScroll: true })
    }
  }, [busy, button])
  return () => {
    isPressed.current = true
  }
}

interface ButtonLinkProps
  extends ButtonStyle,
    Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'children'> {
  /** Path on this site. For files, email and other sites set `href` instead. */
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
  const className = getButtonClass({
    variant: variant ?? 'primary',
    small: !!small,
    block: !!block,
  })
  const content = (
    <>
      <span>{children}</span>
      {arrow ? <ArrowRightIcon className={styles.arrow} /> : null}
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
