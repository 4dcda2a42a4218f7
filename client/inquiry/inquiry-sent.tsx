import { useEffect, useRef } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { Contours } from '#client/ui/contours.tsx'
import { plateUrl } from '#client/ui/plate-url.ts'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import styles from './inquiry-sent.module.css'
import { BOOK_WITH_ANSWERS } from './keep-for-booking.ts'

/** In place of the form. `confirm`: a mail goes out by which the newsletter must be confirmed. */
export function InquirySent({ confirm }: { confirm: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus()
  }, [])
  return (
    <section className={styles.sent} aria-labelledby="sent-title">
      <Contours side="right" />
      <Wrap>
        <img src={plateUrl('ripples')} alt="" width="144" height="112" className={styles.mark} />
        <h1 id="sent-title" ref={heading} tabIndex={-1} className={text.h1}>
          Your enquiry is sent.
        </h1>
        <p className={`${text.lead} ${styles.lead}`}>
          Thank you; we will write back to the address you gave.
        </p>
        {confirm ? (
          <p className={styles.note}>
            For the seasonal letter, please open the mail we are sending you and confirm it there.
          </p>
        ) : null}
        <p className={styles.note}>
          Your answers are no longer kept on this device; only destination and contact details stay
          for 30 days, so that a booking can begin with them.
        </p>
        <div className={styles.actions}>
          <ButtonLink variant="primary" to={BOOK_WITH_ANSWERS} arrow>
            Book with these answers
          </ButtonLink>
          <ButtonLink variant="ghost" to="/">
            Return to Home
          </ButtonLink>
        </div>
      </Wrap>
    </section>
  )
}
