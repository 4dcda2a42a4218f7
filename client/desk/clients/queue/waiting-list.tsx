import { Link } from 'react-router-dom'
import type { WaitingChange } from '#client/book/store/types.ts'
import { useBookState, useWaiting } from '#client/book/use-book.ts'
import { dateHere, shortMoment } from '#client/desk/clients/day-of.ts'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { changeWords } from './change-words.ts'
import styles from './waiting-list.module.css'

/** The rest is counted; thousands of edits are no list to read. */
const SHOWN = 50

/** What was edited and not sent yet, the latest first. */
export function WaitingList() {
  const { waiting } = useBookState()
  const changes = useWaiting(SHOWN)
  const now = useMinute()
  if (changes.length === 0) return null
  return (
    <>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={change.n}>
            <Link to={pathOf(change)}>{change.name || 'Calendar Settings'}</Link>
            <time dateTime={change.at}>{timeWords(Date.parse(change.at), now)}</time>
            <span>{changeWords(change)}</span>
          </li>
        ))}
      </ul>
      {changes.length === SHOWN && waiting > SHOWN ? (
        <p className={styles.more}>And {waiting - SHOWN} earlier ones.</p>
      ) : null}
    </>
  )
}

function pathOf({ op, id }: WaitingChange): string {
  return op === 'publish' ? '/admin/settings' : `/admin/crm/${id}`
}

/** `16:40`, and the day where it is another. */
function timeWords(at: number, now: number): string {
  const words = shortMoment(at, now)
  return dateHere(at) === dateHere(now) ? words.replace('Today, ', '') : words
}
