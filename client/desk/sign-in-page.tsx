import type { ReactNode } from 'react'
import { useTitle } from '../lib/use-title.ts'
import { Plate } from '../ui/plate.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import styles from './sign-in-page.module.css'

/** What stands at every address of the desk while nobody is known here. */
export function SignInPage({ children }: { children: ReactNode }) {
  useTitle('Sign in')
  return (
    <div className={styles.page}>
      <div className={styles.art} data-ground="dark">
        <Plate name="lodge" />
        <Wordmark size="large" />
      </div>
      <main id="main" tabIndex={-1} className={styles.words}>
        <h1>Sign in</h1>
        <p>This is the owner’s desk. It opens for whoever keeps the books of this house.</p>
        {children}
      </main>
    </div>
  )
}
