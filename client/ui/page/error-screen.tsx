import { type ReactNode, useContext } from 'react'
import { useTitle } from '#client/lib/use-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import layout from '#client/ui/layout.module.css'
import { PageFrame } from '#client/ui/page-frame.ts'
import { Plate } from '#client/ui/plate.tsx'
import { Wordmark } from '#client/ui/wordmark.tsx'
import styles from './error-screen.module.css'

interface ErrorScreenProps {
  message: string
  /** Whether a reload would change nothing, so that Home is the way out. */
  isHomeFirst?: boolean
}

/** For a page that failed, and for an address without a page. */
export function ErrorScreen({ message, isHomeFirst = false }: ErrorScreenProps) {
  useTitle('Oops! Something went wrong')
  const home = (
    <ButtonLink variant={isHomeFirst ? 'cream' : 'ghost'} to="/">
      Return to Home
    </ButtonLink>
  )
  return (
    <MessageScreen
      title="Oops! Something went wrong"
      message={message || 'An unexpected error occurred'}
    >
      {isHomeFirst ? home : null}
      <Button variant={isHomeFirst ? 'ghost' : 'cream'} onClick={() => location.reload()}>
        Refresh Page
      </Button>
      {isHomeFirst ? null : home}
    </MessageScreen>
  )
}

interface MessageScreenProps {
  title: string
  message: string
  /** Buttons. */
  children: ReactNode
}

/** Full-screen message over the picture of the lodge. */
export function MessageScreen({ title, message, children }: MessageScreenProps) {
  const { menu, legal } = useContext(PageFrame)
  return (
    <div className={`${styles.screen} grain`} data-ground="dark">
      <div className={styles.scene}>
        <Plate name="lodge" />
      </div>
      <header className={`split ${styles.top}`}>
        <Wordmark size="large" />
        {menu}
      </header>
      <main id="main" tabIndex={-1} className={styles.body}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.message} role="alert">
          {message}
        </p>
        <div className={layout.buttons}>{children}</div>
      </main>
      <div className={styles.legal}>{legal}</div>
    </div>
  )
}
