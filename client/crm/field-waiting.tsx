import { WaitingTag } from './client-tags.tsx'
import { shortMoment } from './day-of.ts'
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
