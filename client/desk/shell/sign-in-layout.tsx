import { type ReactNode, useContext, useState } from 'react'
import { isDeviceRemoved } from '#client/lib/data/stored-account.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { PageFrame } from '#client/ui/page-frame.ts'
import { Plate } from '#client/ui/plate.tsx'
import { Wordmark } from '#client/ui/wordmark.tsx'
import styles from './sign-in-layout.module.css'

/** The page frame around sign-in and unlocking: a picture on one side, the form on the other. */
export function SignInLayout({ title, children }: { title: string; children: ReactNode }) {
  const { menu, legal } = useContext(PageFrame)
  return (
    <div className={styles.page}>
      <header className={styles.art} data-ground="dark">
        <Plate name="lodge" />
        <div className={`split ${styles.top}`}>
          <Wordmark size="large" />
          {menu}
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.content}>
        <h1>{title}</h1>
        {children}
      </main>
      <div className={styles.legal}>{legal}</div>
    </div>
  )
}

/** Shown at every address of the desk while this device knows no owner. */
export function SignInPage({ children }: { children: ReactNode }) {
  useTitle('Sign in')
  const [removed] = useState(isDeviceRemoved)
  return (
    <SignInLayout title="Sign in">
      {removed ? (
        <Banner tone="warn" title="This device was removed">
          It was removed from another device, so it is signed out and its copy of your clients was
          deleted. Sign in to use the desk here again.
        </Banner>
      ) : (
        <p>This is the owner’s desk. Sign in to continue.</p>
      )}
      {children}
    </SignInLayout>
  )
}
