import type { ComponentType, ReactNode } from 'react'
import {
  earliest,
  getDataSyncedAt,
  getDeskSyncedAt,
  hasFailedQuery,
  refetchAll,
  type SyncState,
  useSyncState,
} from '#client/desk/queries/sync-state.ts'
import { useNow } from '#client/desk/queries/use-now.ts'
import { useOnline } from '#client/lib/browser.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertIcon, ClockIcon, OfflineIcon, TickIcon } from '#client/ui/icons.tsx'
import text from '#client/ui/type.module.css'
import styles from './sync-pill.module.css'

const MINUTE = 60_000
const PANEL_ID = 'sync-panel'

export interface SyncStatus {
  Icon: ComponentType
  text: string
  tone: 'calm' | 'off' | 'grave'
}

const selectAll = (state: SyncState) => state

export function closeSyncPanel(): void {
  const panel = document.getElementById(PANEL_ID)
  if (panel?.matches(':popover-open')) panel.hidePopover()
}

interface SyncPillProps {
  /** Shown in place of the desk's own sync state, for example while mutations are pending. */
  status?: SyncStatus | undefined
  /** When the local data was last synced, UTC milliseconds. */
  syncedAt?: number | undefined
}

/** The sync state of this device in one button, which opens the sync panel. */
export function SyncPill({ status, syncedAt }: SyncPillProps) {
  const state = useSyncState(selectAll)
  const desk = getSyncStatus(state, getSyncedAt(state, syncedAt), {
    online: useOnline(),
    now: useNow(),
  })
  const { Icon, text, tone } = status ?? desk
  const [, lead, rest = text] = /^(Offline, )(.*)$/.exec(text) ?? []
  return (
    <button type="button" className={`${styles.pill} ${styles[tone]}`} popoverTarget={PANEL_ID}>
      <Icon />
      <span title={text}>
        {lead ? <span className={styles.lead}>{lead}</span> : null}
        {rest}
      </span>
    </button>
  )
}

interface SyncPanelProps {
  title?: string
  /** A sentence under the title, in place of the time of the last sync. */
  lead?: string | undefined
  /** When the local data was last synced, UTC milliseconds. */
  syncedAt?: number | undefined
  /** Questions for the owner, and the list of pending mutations. */
  pendingList?: ReactNode
  /** Called in addition to fetching again what is on the screen. */
  onSync?: () => void
  busy?: boolean
  /** Who is signed in, and the sign-out button. */
  account: ReactNode
}

/** Rendered outside the header, whose colours are dark. */
export function SyncPanel(props: SyncPanelProps) {
  const { title = 'This device', lead, pendingList, onSync, busy = false, account } = props
  const state = useSyncState(selectAll)
  const { pendingRequests } = state
  const syncedAt = getSyncedAt(state, props.syncedAt)
  const online = useOnline()
  const now = useNow()
  const synced = syncedAt
    ? `Last synced ${formatRelativeTime(syncedAt, now)}.`
    : getNeverSyncedText(online)
  const sync = () => {
    refetchAll()
    onSync?.()
  }
  return (
    <section id={PANEL_ID} popover="auto" className={styles.panel} aria-label={title}>
      <h2>{title}</h2>
      <p className={text.note}>{lead ?? synced}</p>
      {pendingList}
      <div className={styles.actions}>
        {online ? (
          <Button small block variant="ghost" busy={busy || pendingRequests > 0} onClick={sync}>
            Sync now
          </Button>
        ) : (
          <Button small block variant="ghost" aria-disabled="true">
            Sync when online
          </Button>
        )}
      </div>
      {account}
    </section>
  )
}

/**
 * When the screen and the local data last matched the server, UTC milliseconds; undefined while an
 * answer for the screen is missing.
 */
function getSyncedAt(state: SyncState, exchangedAt: number | undefined): number | undefined {
  const desk = getDeskSyncedAt(state)
  const isOpening = desk === undefined && state.activeQueries.size > 0
  return isOpening ? undefined : earliest([desk, getDataSyncedAt(state, exchangedAt)])
}

function getNeverSyncedText(online: boolean): string {
  return online
    ? 'The server has not answered yet.'
    : 'You are seeing what is stored on this device.'
}

function getSyncStatus(
  state: SyncState,
  syncedAt: number | undefined,
  { online, now }: { online: boolean; now: number },
): SyncStatus {
  const { pendingRequests, lastOutcome } = state
  if (!online) return { Icon: OfflineIcon, text: 'Offline', tone: 'off' }
  if (lastOutcome === 'signed out') return { Icon: AlertIcon, text: 'Signed out', tone: 'off' }
  const minutes =
    syncedAt === undefined ? undefined : Math.max(0, Math.floor((now - syncedAt) / MINUTE))
  if (pendingRequests > 0 && minutes !== 0)
    return { Icon: ClockIcon, text: 'Syncing', tone: 'calm' }
  if (hasFailedQuery(state)) return { Icon: AlertIcon, text: 'Couldn’t sync. Retry', tone: 'off' }
  if (minutes === undefined) return { Icon: TickIcon, text: 'Ready', tone: 'calm' }
  const text = minutes < 1 ? 'Synced just now' : `Synced ${minutes} min ago`
  return { Icon: TickIcon, text, tone: 'calm' }
}
