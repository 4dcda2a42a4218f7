import type { ComponentType, ReactNode } from 'react'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { useOnline } from '#client/lib/browser.ts'
import { momentWords } from '#client/lib/data/device-zone.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertIcon, ClockIcon, OfflineIcon, TickIcon } from '#client/ui/icons.tsx'
import text from '#client/ui/type.module.css'
import styles from './sync-pill.module.css'
import {
  bookSyncedAt,
  deskSyncedAt,
  earliest,
  hasFailed,
  type SyncState,
  syncNow,
  useSyncState,
} from './sync-state.ts'

const MINUTE = 60_000
const PANEL = 'sync-panel'

export interface PillFace {
  Icon: ComponentType
  text: string
  look: 'calm' | 'off' | 'grave'
}

const whole = (state: SyncState) => state

export function closeSyncPanel(): void {
  const panel = document.getElementById(PANEL)
  if (panel?.matches(':popover-open')) panel.hidePopover()
}

interface SyncPillProps {
  /** Shown in place of the desk's own sync state, for example while mutations are pending. */
  face?: PillFace | undefined
  /** When the client book was last synced, UTC milliseconds. */
  syncedAt?: number | undefined
}

/** The sync state of this device in one button, which opens the sync panel. */
export function SyncPill({ face, syncedAt }: SyncPillProps) {
  const state = useSyncState(whole)
  const desk = faceOf(state, syncedAtOf(state, syncedAt), { online: useOnline(), now: useMinute() })
  const { Icon, text, look } = face ?? desk
  return (
    <button type="button" className={`${styles.pill} ${styles[look]}`} popoverTarget={PANEL}>
      <Icon />
      <span>{text}</span>
    </button>
  )
}

interface SyncPanelProps {
  title?: string
  /** A sentence under the title, in place of the time of the last sync. */
  lead?: string | undefined
  /** When the client book was last synced, UTC milliseconds. */
  syncedAt?: number | undefined
  /** Questions for the owner, and the list of pending mutations. */
  queue?: ReactNode
  /** Called in addition to fetching again what is on the screen. */
  onSync?: () => void
  busy?: boolean
  /** Who is signed in, and the sign-out button. */
  account: ReactNode
}

/** Rendered outside the header, whose colours are dark. */
export function SyncPanel(props: SyncPanelProps) {
  const { title = 'This device', lead, queue, onSync, busy = false, account } = props
  const state = useSyncState(whole)
  const { asking } = state
  const syncedAt = syncedAtOf(state, props.syncedAt)
  const online = useOnline()
  const now = useMinute()
  const synced = syncedAt ? `Last synced ${momentWords(syncedAt, now)}.` : waitWords(online)
  const sync = () => {
    syncNow()
    onSync?.()
  }
  return (
    <section id={PANEL} popover="auto" className={styles.panel} aria-label={title}>
      <h2>{title}</h2>
      <p className={text.note}>{lead ?? synced}</p>
      {queue}
      <div className={styles.actions}>
        {online ? (
          <Button small block variant="ghost" busy={busy || asking > 0} onClick={sync}>
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
 * When the screen and the client book last matched the server, UTC milliseconds; undefined while an
 * answer for the screen is missing.
 */
function syncedAtOf(state: SyncState, exchangedAt: number | undefined): number | undefined {
  const desk = deskSyncedAt(state)
  const isOpening = desk === undefined && state.shown.size > 0
  return isOpening ? undefined : earliest([desk, bookSyncedAt(state, exchangedAt)])
}

function waitWords(online: boolean): string {
  return online
    ? 'The server has not answered yet.'
    : 'You are seeing what is stored on this device.'
}

function faceOf(
  state: SyncState,
  syncedAt: number | undefined,
  { online, now }: { online: boolean; now: number },
): PillFace {
  const { asking, last } = state
  if (!online) return { Icon: OfflineIcon, text: 'Offline', look: 'off' }
  if (last === 'signed out') return { Icon: AlertIcon, text: 'Signed out', look: 'off' }
  const minutes =
    syncedAt === undefined ? undefined : Math.max(0, Math.floor((now - syncedAt) / MINUTE))
  if (asking > 0 && minutes !== 0) return { Icon: ClockIcon, text: 'Syncing', look: 'calm' }
  if (hasFailed(state)) return { Icon: AlertIcon, text: 'Couldn’t sync. Retry', look: 'off' }
  if (minutes === undefined) return { Icon: TickIcon, text: 'Ready', look: 'calm' }
  const text = minutes < 1 ? 'Synced just now' : `Synced ${minutes} min ago`
  return { Icon: TickIcon, text, look: 'calm' }
}
