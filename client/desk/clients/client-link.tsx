import { Link } from 'react-router-dom'
import { matchPerson, type PersonMatch } from '#client/data/index/match-person.ts'
import { useDataQuery, useDataState } from '#client/data/use-data.ts'
import type { Person } from '#client/desk/queries/client-link-component.ts'
import type from '#client/ui/type.module.css'
import styles from './client-link.module.css'

/**
 * Links to the client that a person is or may be, or to the form that adds the person as a client.
 */
export function ClientLink({ person }: { person: Person }) {
  const likely = usePersonMatch(person)
  const { phase } = useDataState()
  if (phase === 'unavailable')
    return <span className={type.muted}>Your client list cannot be opened here</span>
  if (likely === 'opening') return <span className={type.muted}>Looking in your clients</span>
  const add = (
    <Link to="/admin/crm/new" state={{ fields: person }}>
      Add as client
    </Link>
  )
  if (!likely) return add
  const path = `/admin/crm/${likely.id}`
  return likely.isCertain ? (
    <Link to={path}>Open {likely.name}</Link>
  ) : (
    <span className={styles.choice}>
      <span>
        May be <Link to={path}>{likely.name}</Link>
      </span>
      {add}
    </span>
  )
}

/** The client that a person is or may be; undefined if there is none. */
function usePersonMatch(person: Person): PersonMatch | 'opening' | undefined {
  const about = [person.email, person.phone, person.name].join('\n')
  const result = useDataQuery(about, () => matchPerson(person))
  return result ? result.answer : 'opening'
}
