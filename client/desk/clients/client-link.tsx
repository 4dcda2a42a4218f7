import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { matchPerson, type PersonMatch } from '#client/data/index/match-person.ts'
import { useDataQuery, useDataState } from '#client/data/use-data.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { Enquiry, Person } from '#client/desk/queries/client-link-component.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
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
  const { enquiry, ...contact } = person
  const add = (
    <>
      {enquiry ? <AddWithJourney person={{ ...contact, enquiry }} /> : null}
      <Link to="/admin/crm/new" state={{ fields: { ...contact, ...enquiry?.fields } }}>
        Add as client
      </Link>
    </>
  )
  if (!likely) return <span className={styles.choice}>{add}</span>
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

/** One press for the client and the journey that an enquiry asks for. */
function AddWithJourney({ person }: { person: Person & { enquiry: Enquiry } }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { busy, run } = useOneAtATime()
  const [hasFailed, setFailed] = useState(false)
  const add = async () => {
    setFailed(false)
    try {
      // Loaded by the press: few messages are enquiries.
      const { addWithJourney } = await import('./add-with-journey.ts')
      const journey = await addWithJourney(person, pathname)
      await navigate(`/admin/journeys/${journey}`)
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <TextAction
        onClick={() => void run(add)}
        disabledReason={busy ? 'This is under way.' : undefined}
      >
        Add client and journey
      </TextAction>
      {hasFailed ? <span role="alert">This could not be saved on this device.</span> : null}
    </>
  )
}

/** The client that a person is or may be; undefined if there is none. */
function usePersonMatch(person: Person): PersonMatch | 'opening' | undefined {
  const about = [person.email, person.phone, person.name].join('\n')
  const result = useDataQuery(about, () => matchPerson(person))
  return result ? result.answer : 'opening'
}
