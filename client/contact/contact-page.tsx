import { Link } from 'react-router-dom'
import { isContentVisible } from '#client/lib/sample-content.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Contours } from '#client/ui/contours.tsx'
import layout from '#client/ui/layout.module.css'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { business, phoneLink, toMailLink } from '#shared/site/business.ts'
import { pageTitles } from '#shared/site/page-titles.ts'
import { ContactForm } from './contact-form.tsx'
import styles from './contact-page.module.css'

const contactMethods = [
  { term: 'Write', link: <a href={toMailLink()}>{business.email}</a> },
  ...(isContentVisible('phone number')
    ? [{ term: 'Call', link: <a href={phoneLink}>{business.phone}</a> }]
    : []),
  { term: 'Travel', link: <Link to="/inquiry-form">Fill in the travel enquiry</Link> },
  {
    term: 'Meet',
    link: <Link to="/service/initial-consultation">Book a 30-minute video call</Link>,
  },
]

export function ContactPage() {
  useTitle(pageTitles['/contact'])
  return (
    <section className={styles.page} aria-labelledby="contact-title">
      <Contours side="left" />
      <Wrap className={`${layout.columns} ${styles.content}`}>
        <div>
          <h1 id="contact-title" className={text.h1}>
            One person reads every message.
          </h1>
          <p className={`${text.lead} ${styles.lead}`}>
            A sentence is enough. Tell us the season, or the building, and where to write back.
          </p>
          <dl className={`${layout.contactList} ${styles.methods}`}>
            {contactMethods.map(({ term, link }) => (
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
