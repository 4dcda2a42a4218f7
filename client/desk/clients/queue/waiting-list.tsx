import { Link } from 'react-router-dom'
import type { WaitingChange } from '#client/book/store/types.ts'
import { useBookState, useWaiting } from '#client/book/use-book.ts'
import { dateHere, shortMoment } from '#client/desk/clients/day-of.ts'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { fieldName } from '#shared/clients/field-names.ts'
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

const preferences = ['accommodation', 'dining', 'transport', 'activities', 'specialRequests']

/** `Notes edited`, `Phone and preferences edited`, `Client added`. */
export function changeWords({ op, id, added, fields }: WaitingChange): string {
  if (op === 'publish') return 'Will be published'
  if (op === 'resolve') return 'Conflict settled'
  if (op === 'delete') return 'Client deleted'
  if (id === 'weekly') return 'Draft of the schedule'
  if (added) return 'Client added'
  const names = new Set(fields.map((field) => wordOf(field, fields)))
  return `${sentence([...names])} edited`
}

/** Several preferences are one thing; one goes by its name. */
function wordOf(field: string, fields: readonly string[]): string {
  const many = fields.filter((one) => preferences.includes(one)).length > 1
  return many && preferences.includes(field) ? 'preferences' : fieldName(field).toLowerCase()
}

function sentence(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  const words = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
  return words.charAt(0).toUpperCase() + words.slice(1)
}
