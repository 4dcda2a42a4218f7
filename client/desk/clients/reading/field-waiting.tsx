import type { ClientView } from '#client/book/store/types.ts'
import { shortMoment } from '#client/desk/clients/day-of.ts'
import { WaitingTag } from './client-tags.tsx'
import styles from './field-waiting.module.css'

interface FieldWaitingProps {
  /** When it was edited here, ISO 8601; nothing where the server has it. */
  since: string | undefined
  now: number
}

/** Under a value that waits to be synced. */
export function FieldWaiting({ since, now }: FieldWaitingProps) {
  if (since === undefined) return null
  return (
    <span className={styles.waiting}>
      <WaitingTag />
      <time dateTime={since}>{shortMoment(Date.parse(since), now)}</time>
    </span>
  )
}

/** Which fields wait by themselves: a client that the server never had waits whole, and its head says so. */
export function waitingFields({ rev, waiting }: ClientView): ClientView['waiting'] {
  return rev === 0 ? {} : waiting
}
