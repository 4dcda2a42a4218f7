import { ButtonLink } from '#client/ui/button.tsx'
import type { Service } from '#shared/booking/catalogue.ts'
import { alternativeTimeLink } from './alternative-time.ts'
import styles from './payments-off.module.css'

/** Where cards cannot be taken, a paid service is arranged by letter. */
export function PaymentsOff({ service }: { service: Service }) {
  return (
    <>
      <h2 className={styles.title}>Write to us to book</h2>
      <p className={styles.text}>
        {service.title} cannot be booked online at the moment, because card payment is not
        available. Tell us a day that suits you, and we will answer with a time and an invoice.
      </p>
      <ButtonLink href={alternativeTimeLink(service, null)} arrow>
        Request alternative time
      </ButtonLink>
    </>
  )
}
