import { Link } from 'react-router-dom'
import { business } from '../../shared/site/business.ts'
import styles from './wordmark.module.css'

export function Wordmark() {
  return (
    <Link to="/" className={styles.wordmark} aria-label={`${business.name}, home`}>
      {business.name}
    </Link>
  )
}
