import { Link } from 'react-router-dom'
import { getBusiness } from '#shared/content/site-content.ts'
import styles from './wordmark.module.css'

interface WordmarkProps {
  /** `large` for full-width headers. */
  size?: 'large'
}

export function Wordmark({ size }: WordmarkProps) {
  const className = size ? `${styles.wordmark} ${styles[size]}` : styles.wordmark
  return (
    <Link to="/" className={className} aria-label={`${getBusiness().name}, home`}>
      {getBusiness().name}
    </Link>
  )
}
