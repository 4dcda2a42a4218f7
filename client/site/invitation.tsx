import { useId } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { Plate } from '#client/ui/plate.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { booking, invitation } from '#shared/site/content-common.ts'
import styles from './invitation.module.css'

/** The call to action, under the northern lights. */
export function Invitation({ low }: { low?: boolean }) {
  const id = useId()
  return (
    <section
      className={`${styles.invitation} ${low ? styles.low : ''} grain`}
      data-ground="dark"
      data-print="off"
      aria-labelledby={id}
    >
      <Plate name="taiga" hold="bottom" when="later" />
      <Wrap className={styles.words}>
        <h2 className={`${text.h1} ${styles.title}`} id={id}>
          {invitation.title}
        </h2>
        <p className={styles.lead}>{invitation.lead}</p>
        <ButtonLink variant="cream" to={booking.to} arrow>
          {booking.label}
        </ButtonLink>
      </Wrap>
    </section>
  )
}
