import { type ReactNode, useState } from 'react'
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
  // As high as the button beside it.
  const Action = enquiry ? TextAction : Link
  const add = (
    <>
      {enquiry ? (
        <PlanJourney person={{ ...contact, enquiry }}>Add client and journey</PlanJourney>
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
        <PlanJourney person={{ ...contact, enquiry }} clientId={likely.id}>
          Plan the journey
        </PlanJourney>
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

interface PlanJourneyProps {
  person: Person & { enquiry: Enquiry }
  /** The client who the person is; without it, one is added. */
  clientId?: string
  children: ReactNode
}

/** One press for the journey that an enquiry asks for, and its client. */
function PlanJourney({ person, clientId, children }: PlanJourneyProps) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { busy, run } = useOneAtATime()
  const [hasFailed, setFailed] = useState(false)
  const plan = async () => {
    setFailed(false)
    try {
      // Loaded by the press: few messages are enquiries.
      const { planJourney } = await import('./plan-journey.ts')
      const journey = await planJourney({ person, clientId, back: pathname })
      await navigate(`/admin/journeys/${journey}`)
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <TextAction
        onClick={() => void run(plan)}
        disabledReason={busy ? 'This is under way.' : undefined}
      >
        {children}
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
