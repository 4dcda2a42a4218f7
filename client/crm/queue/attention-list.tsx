import { Link } from 'react-router-dom'
import type { ClientLine } from '../../offline/crm/types.ts'
import styles from './waiting-list.module.css'

/** The rest is found once these are settled. */
const SHOWN = 20

/** Whom only the owner can settle, each a way to where that is done. */
export function AttentionList({ lines }: { lines: readonly ClientLine[] }) {
  if (lines.length === 0) return null
  return (
    <ul className={styles.changes} aria-label="To settle">
      {lines.slice(0, SHOWN).map(({ id, name, mark }) => (
        <li key={id}>
          <Link to={`/admin/crm/${id}`}>{name}</Link>
          <span>
            {mark === 'refused' ? 'The server would not take an edit' : 'Changed in two places'}
          </span>
        </li>
      ))}
    </ul>
  )
}
