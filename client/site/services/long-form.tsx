import { Contours } from '#client/ui/contours.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { Wrap } from '#client/ui/wrap.tsx'
import type { LongForm } from '#shared/site/content-common.ts'
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
