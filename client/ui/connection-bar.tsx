import { Link, useLocation } from 'react-router-dom'
import { useHasQueuedEntries, useOnline } from '#client/lib/browser.ts'
import styles from './connection-bar.module.css'
import { OfflineIcon } from './icons.tsx'

const LIST_PATH = '/on-this-device'

/** The offline strip. Always mounted, because its live region must exist before it changes. */
export function ConnectionBar({ offline, children }: { offline: boolean; children: string }) {
  return (
    <section
      aria-label={offline ? 'Connection' : undefined}
      className={offline ? styles.bar : ''}
      data-net={offline ? 'off' : 'on'}
      data-print="off"
    >
      {offline ? <OfflineIcon className={styles.icon} /> : null}
      <p role="status">{offline ? children : null}</p>
      {offline ? <OnThisDeviceLink /> : null}
    </section>
  )
}

function OnThisDeviceLink() {
  const hasQueued = useHasQueuedEntries()
  const { pathname } = useLocation()
  return hasQueued && pathname !== LIST_PATH ? (
    <Link to={LIST_PATH} className={styles.link}>
      On this device
    </Link>
  ) : null
}

/** For pages that work fully offline. */
export function OfflineBar() {
  return (
    <ConnectionBar offline={!useOnline()}>
      You are offline. This page works without a connection.
    </ConnectionBar>
  )
}
