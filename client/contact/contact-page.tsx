import { Link } from 'react-router-dom'
import { isShown } from '#client/lib/shown-content.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Contours } from '#client/ui/contours.tsx'
import layout from '#client/ui/layout.module.css'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { business, mailLink, phoneLink } from '#shared/site/business.ts'
import { titles } from '#shared/site/titles.ts'
import { ContactForm } from './contact-form.tsx'
import styles from './contact-page.module.css'

const ways = [
  { term: 'Write', link: <a href={mailLink()}>{business.email}</a> },
  ...(isShown('phone number')
    ? [{ term: 'Call', link: <a href={phoneLink}>{business.phone}</a> }]
    : []),
  { term: 'Travel', link: <Link to="/inquiry-form">Fill in the travel enquiry</Link> },
  {
    term: 'Meet',
    link: <Link to="/service/initial-consultation">Book a 30-minute video call</Link>,
  },
]

export function ContactPage() {
  useTitle(titles['/contact'])
  return (
    <section className={styles.page} aria-labelledby="contact-title">
      <Contours side="left" />
      <Wrap className={`${layout.columns} ${styles.inside}`}>
        <div>
          <h1 id="contact-title" className={text.h1}>
            One person reads every message.
          </h1>
          <p className={`${text.lead} ${styles.lead}`}>
            A sentence is enough. Tell us the season, or the building, and where to write back.
          </p>
          <dl className={`${layout.ways} ${styles.ways}`}>
            {ways.map(({ term, link }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{link}</dd>
              </div>
            ))}
          </dl>
        </div>
        <ContactForm />
      </Wrap>
    </section>
  )
}
