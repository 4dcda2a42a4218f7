import type { ReactNode } from 'react'
import { Banner } from '../ui/banner.tsx'
import styles from './signed-out.module.css'
import { useSyncState } from './sync-state.ts'

/** The session has ended: what is on the screen stays, and the way back in stands above it. */
export function SignedOut({ signIn }: { signIn: ReactNode }) {
  const { last } = useSyncState()
  if (last !== 'signed out') return null
  return (
    <div className={styles.note}>
      <Banner tone="warn" title="You are signed out" action={signIn}>
        What this device last knew is still here. Sign in to see what is new.
      </Banner>
    </div>
  )
}
