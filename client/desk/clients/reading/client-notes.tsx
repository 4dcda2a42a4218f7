import type { ClientView } from '#client/book/store/types.ts'
import { shortMoment } from '#client/desk/clients/day-of.ts'
import styles from './client-notes.module.css'
import { SyncedTag, WaitingTag } from './client-tags.tsx'

export function ClientNotes({ view, now }: { view: ClientView; now: number }) {
  const { client, waiting, updatedAt, unbegun } = view
  const since = waiting.notes
  const at = since === undefined ? updatedAt : Date.parse(since)
  if (!client.notes && since === undefined)
    return <p className={`${styles.note} ${styles.none}`}>Nothing noted yet.</p>
  return (
    <div className={styles.note}>
      <p className={styles.text}>{client.notes || 'Nothing noted any more.'}</p>
      {unbegun && since === undefined ? null : (
        <footer>
          {since === undefined ? <SyncedTag /> : <WaitingTag />}
          {at === undefined ? null : (
            <time dateTime={new Date(at).toISOString()}>{shortMoment(at, now)}</time>
          )}
        </footer>
      )}
    </div>
  )
}
