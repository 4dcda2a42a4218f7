import type { ReactNode } from 'react'
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

/** How this device stands with the server, in one place; opens what there is to do about it. */
export function SyncPill() {
  const { Icon, text, look } = pillOf(useSyncState(), useOnline(), useMinute())
  return (
    <button type="button" className={`${styles.pill} ${styles[look]}`} popoverTarget={PANEL}>
      <Icon />
      <span>{text}</span>
    </button>
  )
}

/** On paper, so not inside the dark bar. */
export function SyncPanel({ children }: { children: ReactNode }) {
  const { syncedAt, asking } = useSyncState()
  const online = useOnline()
  const now = useMinute()
  return (
    <section id={PANEL} popover="auto" className={styles.panel} aria-label="This device">
      <h2>This device</h2>
      <p>{syncedAt ? `Last synced ${momentWords(syncedAt, now)}.` : waitWords(online)}</p>
      <div className={styles.actions}>
        <Button small variant="ghost" busy={asking > 0} onClick={syncNow}>
          Sync now
        </Button>
      </div>
      {children}
    </section>
  )
}

function waitWords(online: boolean): string {
  return online ? 'The server has not answered yet.' : 'What is shown was kept on this device.'
}

function pillOf({ asking, syncedAt, last }: SyncState, online: boolean, now: number) {
  if (!online) return { Icon: OfflineIcon, text: 'Offline', look: 'off' } as const
  if (asking > 0 && syncedAt === undefined)
    return { Icon: ClockIcon, text: 'Syncing', look: 'calm' } as const
  if (last === 'signed out') return { Icon: AlertIcon, text: 'Signed out', look: 'off' } as const
  if (last === 'another account')
    return { Icon: AlertIcon, text: 'Another account', look: 'off' } as const
  if (last === 'failed')
    return { Icon: AlertIcon, text: 'Couldn’t sync. Retry', look: 'off' } as const
  if (syncedAt === undefined) return { Icon: TickIcon, text: 'Ready', look: 'calm' } as const
  const minutes = Math.floor((now - syncedAt) / MINUTE)
  const text = minutes < 1 ? 'Synced just now' : `Synced ${minutes} min ago`
  return { Icon: TickIcon, text, look: 'calm' } as const
}
