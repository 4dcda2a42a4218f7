import { Link } from 'react-router-dom'
import type { WaitingChange } from '#client/book/store/types.ts'
import { useBookState, useWaiting } from '#client/book/use-book.ts'
import { dateHere, shortMoment } from '#client/desk/clients/day-of.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import type from '#client/ui/type.module.css'
import styles from './book-panel.module.css'
import { changeWords } from './change-words.ts'

/** More mutations are only counted: nobody reads thousands of them. */
const MOST_CHANGES = 50

/** The pending mutations, latest first. */
export function WaitingList() {
  const { waiting } = useBookState()
  const changes = useWaiting(MOST_CHANGES)
  const now = useMinute()
  if (changes.length === 0) return null
  return (
    <>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={change.n}>
            <Link className={kit.entry} to={pathOf(change)}>
              {change.name || 'Calendar Settings'}
            </Link>
            <time className={type.fine} dateTime={change.at}>
              {timeWords(Date.parse(change.at), now)}
            </time>
            <span className={type.fine}>{changeWords(change)}</span>
          </li>
        ))}
      </ul>
      {changes.length === MOST_CHANGES && waiting > MOST_CHANGES ? (
        <p className={`${type.fine} ${styles.more}`}>And {waiting - MOST_CHANGES} earlier ones.</p>
      ) : null}
    </>
  )
}

function pathOf({ op, id }: WaitingChange): string {
  return op === 'publish' ? '/admin/settings' : `/admin/crm/${id}`
}

/** `16:40`; on another day with the date. */
function timeWords(at: number, now: number): string {
  const words = shortMoment(at, now)
  return dateHere(at) === dateHere(now) ? words.replace('Today, ', '') : words
}
