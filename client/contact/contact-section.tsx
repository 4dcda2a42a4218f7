import type { ReactNode } from 'react'
import { Contours } from '../ui/contours.tsx'
import { ContactForm } from './contact-form.tsx'
import styles from './contact-section.module.css'

interface ContactSectionProps {
  title: string
  lead: string
  /** The ways to reach us, one ruled row each. */
  ways: readonly { term: string; link: ReactNode }[]
  /** The heading of its page, or of a section of it. */
  level: 'page' | 'section'
}

/** Contours and words to the left, the form to the right. */
export function ContactSection({ title, lead, ways, level }: ContactSectionProps) {
  const Heading = level === 'page' ? 'h1' : 'h2'
  return (
    <section
      id="contact"
      tabIndex={-1}
      aria-labelledby="contact-title"
      className={`${styles.section} ${styles[level]}`}
    >
      <Contours side="left" />
      <div className={styles.inside}>
        <div>
          <Heading id="contact-title" className={styles.title}>
            {title}
          </Heading>
          <p className={styles.lead}>{lead}</p>
          <dl className={styles.ways}>
            {ways.map(({ term, link }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{link}</dd>
              </div>
            ))}
          </dl>
        </div>
        <ContactForm />
      </div>
    </section>
  )
}
