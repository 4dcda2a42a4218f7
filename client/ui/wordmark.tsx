import { Link } from 'react-router-dom'
import { business } from '#shared/site/owner/business.ts'
import styles from './wordmark.module.css'

interface WordmarkProps {
  /** `large` for full-width headers. */
  size?: 'large'
}

export function Wordmark({ size }: WordmarkProps) {
  const className = size ? `${styles.wordmark} ${styles[size]}` : styles.wordmark
  return (
    <Link to="/" className={className} aria-label={`${business.name}, home`}>
      {business.name}
    </Link>
  )
}
