import type { LongForm } from '../../shared/site/content-common.ts'
import { Contours } from '../ui/contours.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Wrap } from '../ui/wrap.tsx'
import styles from './long-form.module.css'

/** The strip that closes the pages on services. */
export function LongFormStrip({ question, link }: LongForm) {
  return (
    <section className={styles.strip} aria-label="Enquiry form">
      <Contours side="right" />
      <Wrap className={styles.row}>
        <p className={styles.question}>{question}</p>
        <TextLink to="/inquiry-form">{link}</TextLink>
      </Wrap>
    </section>
  )
}
