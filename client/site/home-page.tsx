import { catalogue, type Service, serviceTypes } from '../../shared/booking/catalogue.ts'
import { formatPrice } from '../../shared/payment/money.ts'
import { useTitle } from '../lib/use-title.ts'
import { TextLink } from '../ui/text-link.tsx'
import styles from './home-page.module.css'
import { SiteLayout } from './site-layout.tsx'

export function HomePage() {
  useTitle('Nordic journeys and hospitality counsel')
  return (
    <SiteLayout>
      <h1 className={styles.title}>
        Nordic experiences, <em>masterfully</em> crafted.
      </h1>
      <p className={styles.lead}>
        Private journeys through the North, and counsel for the houses that welcome them.
      </p>
      <ul className={styles.services}>
        {serviceTypes.map((type) => (
          <li key={type}>
            <h2>{catalogue[type].title}</h2>
            <p>
              {priceOf(catalogue[type])}, {catalogue[type].durationMinutes} minutes
            </p>
            <TextLink
              to={`/service/${type}`}
              label={`Begin journey: book ${catalogue[type].title}`}
            >
              Begin journey
            </TextLink>
          </li>
        ))}
      </ul>
    </SiteLayout>
  )
}

function priceOf({ amount, currency }: Service): string {
  return amount === 0 ? 'Complimentary' : formatPrice(amount, currency)
}
