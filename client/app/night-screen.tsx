import type { ReactNode } from 'react'
import { Plate } from '../ui/plate.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import styles from './night-screen.module.css'

interface NightScreenProps {
  title: string
  message: string
  /** Reads the message out at once. */
  alert?: boolean
  /** The buttons. */
  children: ReactNode
}

/** One sentence in the sky over the lodge. */
export function NightScreen({ title, message, alert, children }: NightScreenProps) {
  return (
    <main id="main" tabIndex={-1} className={`${styles.screen} grain`} data-ground="dark">
      <div className={styles.scene}>
        <Plate name="lodge" />
      </div>
      <div className={styles.top}>
        <Wordmark size="large" />
      </div>
      <div className={styles.body}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.message} role={alert ? 'alert' : undefined}>
          {message}
        </p>
        <div className={styles.actions}>{children}</div>
      </div>
    </main>
  )
}
