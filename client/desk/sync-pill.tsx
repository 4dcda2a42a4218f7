import type { ComponentType, ReactNode } from 'react'
import { momentWords } from '../lib/moment-words.ts'
import { useOnline } from '../lib/use-online.ts'
import { Button } from '../ui/button.tsx'
import { OfflineIcon } from '../ui/icons.tsx'
import { AlertIcon, ClockIcon, TickIcon } from '../ui/more-icons.tsx'
import styles from './sync-pill.module.css'
import { type SyncState, syncNow, useSyncState } from './sync-state.ts'
import { useMinute } from './use-minute.ts'

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
  /** What comes before how the desk's own questions were answered. */
  face?: PillFace | undefined
  /** When all that is edited here was last exchanged, UTC milliseconds. */
  syncedAt?: number | undefined
}

/** How this device stands with the server, in one place; opens what there is to do about it. */
export function SyncPill({ face, syncedAt }: SyncPillProps) {
  const desk = faceOf(exchanged(useSyncState(whole), syncedAt), useOnline(), useMinute())
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
  /** A sentence under the title, in place of when all was last synced. */
  lead?: string | undefined
  /** When all that is edited here was last exchanged, UTC milliseconds. */
  syncedAt?: number | undefined
  /** What waits. */
  queue?: ReactNode
  /** Beside asking anew for what is on the screen. */
  onSync?: () => void
  busy?: boolean
  /** Who is signed in, and the way out. */
  account: ReactNode
}

/** On paper, so not inside the dark bar. */
export function SyncPanel(props: SyncPanelProps) {
  const { title = 'This device', lead, queue, onSync, busy = false, account } = props
  const { syncedAt: answeredAt, asking } = useSyncState(whole)
  const syncedAt = later(answeredAt, props.syncedAt)
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
      <p>{lead ?? synced}</p>
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

/** The desk's state after an exchange of edits: what failed before it is no news any more. */
function exchanged(state: SyncState, at: number | undefined): SyncState {
  const reached = at !== undefined && at >= (state.endedAt ?? 0)
  const last = reached && state.last === 'failed' ? 'answered' : state.last
  return { ...state, last, syncedAt: later(state.syncedAt, at) }
}

function later(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other)
}

function waitWords(online: boolean): string {
  return online ? 'The server has not answered yet.' : 'What is shown was kept on this device.'
}

function faceOf({ asking, syncedAt, last }: SyncState, online: boolean, now: number): PillFace {
  if (!online) return { Icon: OfflineIcon, text: 'Offline', look: 'off' }
  if (asking > 0 && syncedAt === undefined)
    return { Icon: ClockIcon, text: 'Syncing', look: 'calm' }
  if (last === 'signed out') return { Icon: AlertIcon, text: 'Signed out', look: 'off' }
  if (last === 'failed') return { Icon: AlertIcon, text: 'Couldn’t sync. Retry', look: 'off' }
  if (syncedAt === undefined) return { Icon: TickIcon, text: 'Ready', look: 'calm' }
  const minutes = Math.floor((now - syncedAt) / MINUTE)
  const text = minutes < 1 ? 'Synced just now' : `Synced ${minutes} min ago`
  return { Icon: TickIcon, text, look: 'calm' }
}
