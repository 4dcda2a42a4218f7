import { Link } from 'react-router-dom'
import { useDataState, usePendingEdits } from '#client/data/use-data.ts'
import { formatDateTime, toDisplayDate } from '#client/desk/kit/format-date-time.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { useNow } from '#client/desk/queries/use-now.ts'
import type from '#client/ui/type.module.css'
import styles from './data-panel.module.css'
import { formatPendingEdit, formatRecordName, getPendingPath } from './records-text.ts'

/** Any further mutations are only counted. */
const MAX_EDITS = 50

/** The pending mutations, latest first. */
export function PendingEdits() {
  const { pending } = useDataState()
  const changes = usePendingEdits(MAX_EDITS)
  const now = useNow()
  if (changes.length === 0) return null
  return (
    <>
      <ul className={styles.items}>
        {changes.map((change) => (
          <li key={change.n}>
            <Link className={kit.rowTitle} to={getPendingPath(change)}>
              {formatRecordName(change)}
            </Link>
            <time className={type.fine} dateTime={change.at}>
              {formatTime(Date.parse(change.at), now)}
            </time>
            <span className={type.fine}>{formatPendingEdit(change)}</span>
          </li>
        ))}
      </ul>
      {changes.length === MAX_EDITS && pending > MAX_EDITS ? (
        <p className={`${type.fine} ${styles.more}`}>And {pending - MAX_EDITS} earlier ones.</p>
      ) : null}
    </>
  )
}

/** `16:40`; on another day with the date. */
function formatTime(at: number, now: number): string {
  const text = formatDateTime(at, now)
  return toDisplayDate(at) === toDisplayDate(now) ? text.replace('Today, ', '') : text
}
