import { Link, useLocation } from 'react-router-dom'
import { useOnline, useSomethingWaits } from '#client/lib/browser.ts'
import { OfflineIcon } from './icons.tsx'
import styles from './net-bar.module.css'

const LIST = '/on-this-device'

/** The offline strip. Always mounted, because its live region must exist before it changes. */
export function NetBar({ offline, children }: { offline: boolean; children: string }) {
  return (
    <section
      aria-label={offline ? 'Connection' : undefined}
      className={offline ? styles.bar : ''}
      data-net={offline ? 'off' : 'on'}
      data-print="off"
    >
      {offline ? <OfflineIcon className={styles.icon} /> : null}
      <p role="status">{offline ? children : null}</p>
      {offline ? <WayToList /> : null}
    </section>
  )
}

function WayToList() {
  const waits = useSomethingWaits()
  const { pathname } = useLocation()
  return waits && pathname !== LIST ? (
    <Link to={LIST} className={styles.link}>
      On this device
    </Link>
  ) : null
}

/** For pages that work fully offline. */
export function OfflineBar() {
  return (
    <NetBar offline={!useOnline()}>You are offline. This page works without a connection.</NetBar>
  )
}
