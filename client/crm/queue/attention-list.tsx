import { Link } from 'react-router-dom'
import type { ClientLine } from '../../offline/crm/types.ts'
import styles from './waiting-list.module.css'

/** The rest is found once these are settled. */
const SHOWN = 20

interface AttentionListProps {
  lines: readonly ClientLine[]
  /** Two versions of the schedule wait for a choice. */
  schedule: boolean
}

/** What only the owner can settle, each a way to where that is done. */
export function AttentionList({ lines, schedule }: AttentionListProps) {
  if (lines.length === 0 && !schedule) return null
  return (
    <ul className={styles.changes} aria-label="To settle">
      {schedule ? (
        <li>
          <Link to="/admin/settings">Calendar Settings</Link>
          <span>Changed on two devices</span>
        </li>
      ) : null}
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
