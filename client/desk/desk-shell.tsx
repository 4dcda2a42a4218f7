import type { ReactNode } from 'react'
import { Wordmark } from '../ui/wordmark.tsx'
import styles from './desk-shell.module.css'
import { DeskTabs } from './desk-tabs.tsx'
import { SignedOut } from './signed-out.tsx'
import { SyncPanel, SyncPill } from './sync-pill.tsx'

interface DeskShellProps {
  /** What signs the owner in again where the session has ended. */
  signIn: ReactNode
  /** Who is signed in, and the way out; stands in the pill's panel. */
  account: ReactNode
  children: ReactNode
}

/** The frame of the owner's pages. */
export function DeskShell({ signIn, account, children }: DeskShellProps) {
  return (
    <div className={styles.desk}>
      <header className={styles.top} data-ground="dark" data-print="off">
        <Wordmark />
        <DeskTabs />
        <SyncPill />
      </header>
      <SyncPanel>{account}</SyncPanel>
      <SignedOut signIn={signIn} />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  )
}
