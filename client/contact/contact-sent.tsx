import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { plateUrl } from '#client/ui/plate-url.ts'
import styles from './contact-form.module.css'

interface ContactSentProps {
  /** A mail goes out by which the newsletter must be confirmed. */
  confirm: boolean
  onAgain(): void
}

/** In place of the form, once the message is stored. */
export function ContactSent({ confirm, onAgain }: ContactSentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const onHome = useLocation().pathname === '/'
  // Beneath the heading of Home's section, or of the contact page.
  const Heading = onHome ? 'h3' : 'h2'
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={`${styles.form} ${styles.sent}`} role="status">
      <img src={plateUrl('ripples')} alt="" width="144" height="112" className={styles.mark} />
      <div>
        <Heading ref={heading} tabIndex={-1} className={styles.title}>
          Message Sent
        </Heading>
        <p className={styles.lead}>Thank you; we will write back to the address you gave.</p>
        {confirm ? (
          <p className={styles.note}>
            For the seasonal letter, please open the mail we are sending you and confirm it there.
          </p>
        ) : null}
      </div>
      <div>
        {onHome ? (
          <Button variant="ghost" onClick={onAgain}>
            Write another message
          </Button>
        ) : (
          <ButtonLink variant="ghost" to="/">
            Return to Home
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
