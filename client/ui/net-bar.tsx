import { OfflineIcon } from './icons.tsx'
import styles from './net-bar.module.css'

/** The strip that says the connection is gone; the region stays, so that it is announced once. */
export function NetBar({ offline, children }: { offline: boolean; children: string }) {
  return (
    <div role="status" data-net={offline ? 'off' : 'on'} data-print="off">
      {offline ? (
        <p className={styles.bar}>
          <OfflineIcon className={styles.icon} />
          {children}
        </p>
      ) : null}
    </div>
  )
}
