import { useMinute } from '../desk/use-minute.ts'
import type { ClientView } from '../offline/crm/types.ts'
import { ClientActions } from './client-actions.tsx'
import styles from './client-head.module.css'
import { FieldWaiting } from './field-waiting.tsx'

interface ClientHeadProps {
  view: ClientView
  /** Nothing may be done to it before something is chosen. */
  bare: boolean
}

export function ClientHead({ view, bare }: ClientHeadProps) {
  const { name, location } = view.client
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <h2>{name}</h2>
        <p>{location}</p>
        <FieldWaiting since={view.waiting.name ?? view.waiting.location} now={useMinute()} />
      </div>
      {bare ? null : <ClientActions view={view} />}
    </header>
  )
}
