import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { getData } from '#client/data/data-client.ts'
import type { DataState } from '#client/data/store/types.ts'
import { useDataState, useNeedingAttention } from '#client/data/use-data.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { closeSyncPanel, SyncPanel, SyncPill } from '#client/desk/shell/sync-pill.tsx'
import { useOnline } from '#client/lib/browser.ts'
import { useLayoutEffectOn } from '#client/lib/use-effect-on.ts'
import type from '#client/ui/type.module.css'
import { formatCount } from '#shared/lib/format-number.ts'
import styles from './data-panel.module.css'
import { FULL_TEXT, formatPending, getDataStatus } from './data-status.ts'

/**
 * Loaded separately, because it needs the names of all fields. If it cannot be loaded, the panel
 * still shows the count.
 */
const PendingEdits = lazy(async () => {
  try {
    return { default: (await import('./pending-edits.tsx')).PendingEdits }
  } catch {
    return { default: () => null }
  }
})

/** The state of the local data takes precedence over that of the desk's other requests. */
export function DataPill() {
  const state = useDataState()
  return <SyncPill status={getDataStatus(state, useOnline())} syncedAt={state.syncedAt} />
}

/** The sync panel with the pending mutations, the questions for the owner, and the sync button. */
export function DataPanel({ account }: { account: ReactNode }) {
  const { pending, sync, syncedAt } = useDataState()
  const online = useOnline()
  const { pathname } = useLocation()
  // A link in the panel closes it, so that its target is visible. In a layout effect, because a later
  // effect could close a panel that the owner has opened again.
  useLayoutEffectOn(pathname, closeSyncPanel)
  return (
    <SyncPanel
      {...(pending > 0 && {
        title: formatPending(pending),
        lead: formatLead({ pending, sync }, online),
      })}
      {...(sync === 'full' && { lead: FULL_TEXT })}
      syncedAt={syncedAt}
      pendingList={
        <>
          <AttentionList />
          {pending > 0 ? (
            <Suspense fallback={null}>
              <PendingEdits />
            </Suspense>
          ) : null}
        </>
      }
      busy={sync === 'syncing'}
      onSync={() => void getData().sync.run()}
      account={account}
    />
  )
}

function formatLead(
  { pending, sync }: Pick<DataState, 'pending' | 'sync'>,
  online: boolean,
): string {
  const they = pending === 1 ? 'It' : 'They'
  if (!online) return `${they} will sync when you reconnect.`
  if (sync === 'signed out') return `${they} will sync when you have signed in again.`
  const are = pending === 1 ? 'It is' : 'They are'
  return sync === 'syncing' ? `${are} being sent.` : `${are} sent as soon as the server answers.`
}

/** Further lines appear once these are settled. */
const MAX_ITEMS = 20

/** What only the owner can settle, each with a link to the place for it. */
export function AttentionList() {
  const lines = useNeedingAttention(MAX_ITEMS)
  const { missing } = useDataState()
  if (lines.length === 0 && missing === 0) return null
  return (
    <ul className={styles.items} aria-label="To settle">
      {missing > 0 ? (
        <li>
          <Link className={kit.rowTitle} to="/admin/crm" onClick={closeSyncPanel}>
            Clients
          </Link>
          <span className={type.fine}>{formatCount(missing)} no longer on the server</span>
        </li>
      ) : null}
      {lines.map(({ id, name, mark, path }) => (
        <li key={id}>
          <Link className={kit.rowTitle} to={path}>
            {name}
          </Link>
          <span className={type.fine}>
            {mark === 'rejected' ? 'The server rejected a change' : 'Changed in two places'}
          </span>
        </li>
      ))}
    </ul>
  )
}
