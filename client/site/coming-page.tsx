import { business } from '../../shared/site/business.ts'
import { useTitle } from '../lib/use-title.ts'
import { TextLink } from '../ui/text-link.tsx'
import styles from './home-page.module.css'
import { SiteLayout } from './site-layout.tsx'

/** Stands at an address whose page is not written yet. */
export function ComingPage() {
  useTitle('In preparation')
  return (
    <SiteLayout>
      <h1 className={styles.title}>This page is in preparation.</h1>
      <p className={styles.lead}>
        Until it is here, write to <a href={`mailto:${business.email}`}>{business.email}</a>.
      </p>
      <TextLink to="/">Return to Home</TextLink>
    </SiteLayout>
  )
}
