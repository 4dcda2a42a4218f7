import { type ReactNode, useContext } from 'react'
import { PageFrame } from '#client/ui/page-frame.ts'
import { Plate } from '#client/ui/plate.tsx'
import { Wordmark } from '#client/ui/wordmark.tsx'
import styles from './door-frame.module.css'

/** What stands before the desk: the lodge at night, and beside it the way in. */
export function DoorFrame({ title, children }: { title: string; children: ReactNode }) {
  const { menu, legal } = useContext(PageFrame)
  return (
    <div className={styles.page}>
      <header className={styles.art} data-ground="dark">
        <Plate name="lodge" />
        <div className={styles.top}>
          <Wordmark size="large" />
          {menu}
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.words}>
        <h1>{title}</h1>
        {children}
      </main>
      <div className={styles.legal}>{legal}</div>
    </div>
  )
}
