import { type ReactNode, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { momentWords } from '#client/lib/data/device-zone.ts'
import { ClockIcon } from '#client/ui/icons.tsx'
import styles from './waiting-note.module.css'
import { hasBackgroundSync } from './worker.ts'

interface WaitingNoteProps {
  /** UTC milliseconds. */
  savedAt: number
  /** `box` is a block of its own on a page, `line` part of a form. */
  look?: 'line' | 'box'
  children?: ReactNode
}

/** Says since when a submission is on this device, and what has to happen for it to be sent. */
export function WaitingNote({ savedAt, look = 'line', children }: WaitingNoteProps) {
  return (
    <div className={`${styles.note} ${styles[look]}`}>
      <ClockIcon className={styles.icon} />
      <div>
        <p className={styles.title}>Waiting, saved {momentWords(savedAt, systemClock())}</p>
        {children}
        {hasBackgroundSync() ? null : <p>Open this page again when you are online.</p>}
        <AskToTell />
      </div>
    </div>
  )
}

/** Asks for notification permission only here, where there is something to report. */
function AskToTell() {
  const [permission, setPermission] = useState(permissionNow)
  if (permission === 'granted') return <p>This device will tell you when it is sent.</p>
  if (permission !== 'default') return null
  const ask = async () => setPermission(await Notification.requestPermission())
  return (
    <button type="button" className={styles.ask} onClick={() => void ask()}>
      Tell me when it is sent
    </button>
  )
}

/** Undefined without a controlling service worker, because only a worker sends the notification. */
function permissionNow(): NotificationPermission | undefined {
  const worker = 'serviceWorker' in navigator && navigator.serviceWorker.controller
  return worker && 'Notification' in globalThis ? Notification.permission : undefined
}
