import type { ReactNode } from 'react'
import { Plate } from '../ui/plate.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import styles from './door-frame.module.css'

/** What stands before the desk: the lodge at night, and beside it the way in. */
export function DoorFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <header className={styles.art} data-ground="dark">
        <Plate name="lodge" />
        <Wordmark size="large" />
      </header>
      <main id="main" tabIndex={-1} className={styles.words}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  )
}
