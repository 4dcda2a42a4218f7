import { type ReactNode, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { ClockIcon } from '#client/ui/icons.tsx'
import styles from './queued-note.module.css'
import { hasBackgroundSync } from './worker-protocol.ts'

interface QueuedNoteProps {
  /** UTC milliseconds. */
  savedAt: number
  /** `box` is a block of its own on a page, `line` part of a form. */
  variant?: 'line' | 'box'
  children?: ReactNode
}

/** Says since when a submission is on this device, and what has to happen for it to be sent. */
export function QueuedNote({ savedAt, variant = 'line', children }: QueuedNoteProps) {
  return (
    <div className={`${styles.note} ${styles[variant]}`}>
      <ClockIcon className={styles.icon} />
      <div>
        <p className={styles.title}>Waiting, saved {formatRelativeTime(savedAt, systemClock())}</p>
        {children}
        {hasBackgroundSync() ? null : <p>Open this page again when you are online.</p>}
        <NotificationPrompt />
      </div>
    </div>
  )
}

/** Asks for notification permission only here, where there is something to report. */
function NotificationPrompt() {
  const [permission, setPermission] = useState(getPermission)
  if (permission === 'granted') return <p>This device will tell you when it is sent.</p>
  if (permission !== 'default') return null
  const requestPermission = async () => setPermission(await Notification.requestPermission())
  return (
    <button
      type="button"
      className={styles.permissionButton}
      onClick={() => void requestPermission()}
    >
      Tell me when it is sent
    </button>
  )
}

/** Undefined without a controlling service worker, because only a worker sends the notification. */
function getPermission(): NotificationPermission | undefined {
  const worker = 'serviceWorker' in navigator && navigator.serviceWorker.controller
  return worker && 'Notification' in globalThis ? Notification.permission : undefined
}
