import type { ReactNode, RefObject } from 'react'
import { useOwnerHere } from '#client/lib/data/owner-here.ts'
import { Wordmark } from '#client/ui/wordmark.tsx'
import styles from './shell.module.css'
import { SignedOut } from './signed-out.tsx'
import { DeskTabs } from './tabs.tsx'
import { useChangeWatch } from './use-change-watch.ts'

interface DeskShellProps {
  main: RefObject<HTMLElement | null>
  /** What signs the owner in again where the session has ended. */
  signIn: ReactNode
  /** How this device stands with the server, and the panel that it opens. */
  pill: ReactNode
  panel: ReactNode
  children: ReactNode
}

/** The frame of the owner's pages. */
export function DeskShell({ main, signIn, pill, panel, children }: DeskShellProps) {
  useChangeWatch(useOwnerHere()?.userId)
  return (
    <div className={styles.desk}>
      <header className={styles.top} data-ground="dark" data-print="off">
        <Wordmark />
        <DeskTabs />
        {pill}
      </header>
      {panel}
      <SignedOut signIn={signIn} />
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  )
}
