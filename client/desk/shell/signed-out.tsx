import type { ReactNode } from 'react'
import { useBookState } from '#client/book/use-book.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import styles from './signed-out.module.css'
import { useSyncState } from './sync-state.ts'

/** The session is no longer the owner's: what is on the screen stays, and the way back in stands above it. */
export function SignedOut({ signIn }: { signIn: ReactNode }) {
  const last = useSyncState((state) => state.last)
  const { sync } = useBookState()
  const other = last === 'another account'
  const out = !other && (last === 'signed out' || sync === 'signed out')
  if (!other && !out) return null
  return (
    <div className={styles.note}>
      <Banner
        tone="warn"
        title={out ? 'You are signed out' : 'This is not the owner’s account'}
        action={signIn}
      >
        {out ? null : 'Another account is signed in with this browser. '}
        What this device last knew is still here. Sign in {out ? null : 'as the owner '}to see what
        is new.
      </Banner>
    </div>
  )
}
