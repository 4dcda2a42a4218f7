import { Link } from 'react-router-dom'
import { ArrowRightIcon } from '#client/ui/icons.tsx'
import styles from './text-link.module.css'

interface TextLinkProps {
  to: string
  children: string
  /** Accessible name if the text repeats on the page; must begin with the visible text. */
  label?: string
}

export function TextLink({ to, children, label }: TextLinkProps) {
  return (
    <Link to={to} className={styles.link} aria-label={label}>
      <span className={styles.text}>{children}</span>
      <ArrowRightIcon className={styles.arrow} />
    </Link>
  )
}
