import { Link } from 'react-router-dom'
import { useAttention, useBookState } from '#client/book/use-book.ts'
import { closeSyncPanel } from '#client/desk/shell/sync-pill.tsx'
import { countText } from '#shared/lib/number-words.ts'
import styles from './waiting-list.module.css'

/** The rest is found once these are settled. */
const SHOWN = 20

/** What only the owner can settle, each a way to where that is done. */
export function AttentionList() {
  const lines = useAttention(SHOWN)
  const { scheduleAsks, missing } = useBookState()
  if (lines.length === 0 && !scheduleAsks && missing === 0) return null
  return (
    <ul className={styles.changes} aria-label="To settle">
      {missing > 0 ? (
        <li>
          <Link to="/admin/crm" onClick={closeSyncPanel}>
            Clients
          </Link>
          <span>{countText(missing)} no longer on the server</span>
        </li>
      ) : null}
      {scheduleAsks ? (
        <li>
          <Link to="/admin/settings">Calendar Settings</Link>
          <span>Changed on two devices</span>
        </li>
      ) : null}
      {lines.map(({ id, name, mark }) => (
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
