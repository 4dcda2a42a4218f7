import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { book } from '#client/book/page-book.ts'
import type { BookState } from '#client/book/store/types.ts'
import { useAttention, useBookState } from '#client/book/use-book.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { closeSyncPanel, SyncPanel, SyncPill } from '#client/desk/shell/sync-pill.tsx'
import { useOnline } from '#client/lib/browser.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import type from '#client/ui/type.module.css'
import { countText } from '#shared/lib/number-words.ts'
import styles from './book-panel.module.css'
import { faceOf, waitingWords } from './queue-words.ts'

/**
 * Loaded separately, because it needs the names of all fields. If it cannot be loaded, the panel
 * still shows the count.
 */
const WaitingList = lazy(async () => {
  try {
    return { default: (await import('./waiting-list.tsx')).WaitingList }
  } catch {
    return { default: () => null }
  }
})

/** The state of the client book takes precedence over that of the desk's other requests. */
export function BookPill() {
  const state = useBookState()
  return <SyncPill face={faceOf(state, useOnline())} syncedAt={state.syncedAt} />
}

/** The sync panel with the pending mutations, the questions for the owner, and the sync button. */
export function BookPanel({ account }: { account: ReactNode }) {
  const { waiting, sync, syncedAt } = useBookState()
  const online = useOnline()
  const { pathname } = useLocation()
  // A link in the panel closes it, so that its target is visible.
  useEffectOn(pathname, closeSyncPanel)
  return (
    <SyncPanel
      {...(waiting > 0 && {
        title: waitingWords(waiting),
        lead: leadOf({ waiting, sync }, online),
      })}
      syncedAt={syncedAt}
      queue={
        <>
          <AttentionList />
          {waiting > 0 ? (
            <Suspense fallback={null}>
              <WaitingList />
            </Suspense>
          ) : null}
        </>
      }
      busy={sync === 'syncing'}
      onSync={() => void book().sync()}
      account={account}
    />
  )
}

function leadOf({ waiting, sync }: Pick<BookState, 'waiting' | 'sync'>, online: boolean): string {
  const they = waiting === 1 ? 'It' : 'They'
  if (!online) return `${they} will sync when you reconnect.`
  if (sync === 'signed out') return `${they} will sync when you have signed in again.`
  const are = waiting === 1 ? 'It is' : 'They are'
  return sync === 'syncing' ? `${are} being sent.` : `${are} sent as soon as the server answers.`
}

/** Further lines appear once these are settled. */
const MOST_QUESTIONS = 20

/** What only the owner can settle, each with a link to the place for it. */
export function AttentionList() {
  const lines = useAttention(MOST_QUESTIONS)
  const { scheduleAsks, missing } = useBookState()
  if (lines.length === 0 && !scheduleAsks && missing === 0) return null
  return (
    <ul className={styles.changes} aria-label="To settle">
      {missing > 0 ? (
        <li>
          <Link className={kit.entry} to="/admin/crm" onClick={closeSyncPanel}>
            Clients
          </Link>
          <span className={type.fine}>{countText(missing)} no longer on the server</span>
        </li>
      ) : null}
      {scheduleAsks ? (
        <li>
          <Link className={kit.entry} to="/admin/settings">
            Calendar Settings
          </Link>
          <span className={type.fine}>Changed on two devices</span>
        </li>
      ) : null}
      {lines.map(({ id, name, mark }) => (
        <li key={id}>
          <Link className={kit.entry} to={`/admin/crm/${id}`}>
            {name}
          </Link>
          <span className={type.fine}>
            {mark === 'refused' ? 'The server rejected a change' : 'Changed in two places'}
          </span>
        </li>
      ))}
    </ul>
  )
}
