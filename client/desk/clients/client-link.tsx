import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { matchPerson, type PersonMatch } from '#client/data/index/match-person.ts'
import { useDataQuery, useDataState } from '#client/data/use-data.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { Person } from '#client/desk/queries/client-link-component.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import type from '#client/ui/type.module.css'
import styles from './client-link.module.css'

/** Loaded on demand: few messages are enquiries. */
const PlanJourney = lazyNamed(
  () => import('./plan-journey.tsx'),
  (module) => module.PlanJourney,
)

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
  // As high as the button beside it.
  const Action = enquiry ? TextAction : Link
  const add = (
    <>
      {enquiry ? (
        <Suspense>
          <PlanJourney person={{ ...contact, enquiry }} />
        </Suspense>
      ) : null}
      <Action to="/admin/crm/new" state={{ fields: { ...contact, ...enquiry?.fields } }}>
        Add as client
      </Action>
    </>
  )
  if (!likely) return <span className={styles.choice}>{add}</span>
  const path = `/admin/crm/${likely.id}`
  return likely.isCertain ? (
    <span className={styles.choice}>
      <Action to={path}>Open {likely.name}</Action>
      {enquiry ? (
        <Suspense>
          <PlanJourney person={{ ...contact, enquiry }} clientId={likely.id} />
        </Suspense>
      ) : null}
    </span>
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
