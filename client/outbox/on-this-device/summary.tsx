import type { OutboxEntry } from '#client/outbox/entry.ts'
import { ClockIcon, DiamondIcon, TickIcon } from '#client/ui/controls/more-icons.tsx'
import styles from './device-list.module.css'
import { summaryId } from './focus.ts'

/** How many of each; takes the focus when what had it is gone. */
export function Summary({ entries }: { entries: readonly OutboxEntry[] }) {
  const count = (...states: OutboxEntry['state'][]) =>
    entries.filter(({ state }) => states.includes(state)).length
  const attention = count('attention')
  const waiting = count('queued', 'sending')
  const sent = count('sent')
  return (
    <section id={summaryId} tabIndex={-1} aria-label="In short" className={styles.summary}>
      {entries.length === 0 ? (
        <p className={styles.empty}>
          Nothing is kept here. What you send from this device is listed until it has arrived, and
          for 30 days after.
        </p>
      ) : null}
      {attention > 0 ? (
        <span className={`${styles.pill} ${styles.attention}`}>
          <DiamondIcon className={styles.icon} />
          {attention} {attention === 1 ? 'needs' : 'need'} attention
        </span>
      ) : null}
      {waiting > 0 ? (
        <span className={`${styles.pill} ${styles.waiting}`}>
          <ClockIcon className={styles.icon} />
          {waiting} waiting
        </span>
      ) : null}
      {sent > 0 ? (
        <span className={`${styles.pill} ${styles.sent}`}>
          <TickIcon className={styles.icon} />
          {sent} sent
        </span>
      ) : null}
    </section>
  )
}
