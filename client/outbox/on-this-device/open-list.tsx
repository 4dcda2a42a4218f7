import { systemClock } from '#client/lib/clock.ts'
import { hasBackgroundSync } from '#client/outbox/background-sync.ts'
import type { OutboxEntry } from '#client/outbox/entry.ts'
import styles from './device-list.module.css'
import { EntryCard } from './entry-card.tsx'
import { inOrder } from './entry-words.ts'
import { ListActions } from './list-actions.tsx'
import { Summary } from './summary.tsx'
import { useAnnouncedChanges } from './use-announced-changes.ts'

/** Everything on this device: what needs attention, what waits, what was sent. */
export function OpenList({ entries }: { entries: readonly OutboxEntry[] }) {
  const ordered = inOrder(entries)
  const view = { now: systemClock(), syncs: hasBackgroundSync() }
  useAnnouncedChanges(entries)
  return (
    <>
      <Summary entries={entries} />
      {ordered.length > 0 ? (
        <ul className={styles.list}>
          {ordered.map((entry, index) => (
            <EntryCard
              key={entry.key}
              entry={entry}
              view={view}
              neighbour={(ordered[index + 1] ?? ordered[index - 1])?.key}
            />
          ))}
        </ul>
      ) : null}
      <ListActions entries={entries} />
    </>
  )
}
