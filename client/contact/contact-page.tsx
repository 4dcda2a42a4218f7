import { Link, useSearchParams } from 'react-router-dom'
import { useHydrated } from '#client/lib/browser.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { ContactList } from '#client/ui/contact-list.tsx'
import { Plate } from '#client/ui/plate.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { type ContactSubject, isContactSubject } from '#shared/contact/schema.ts'
import { contactPlate, contactText, subjectTexts } from '#shared/site/content-contact.ts'
import { travelInquiryPrompt } from '#shared/site/content-mastery.ts'
import { pageTitles } from '#shared/site/page-titles.ts'
import { ContactForm } from './contact-form.tsx'
import styles from './contact-page.module.css'

export function ContactPage() {
  useTitle(pageTitles['/contact'])
  const subject = useSubject()
  const { title, lead } = subject ? subjectTexts[subject] : contactText
  return (
    <section className={styles.page} aria-labelledby="contact-title">
      <Wrap className={styles.content}>
        <div className={styles.head}>
          <h1 id="contact-title" className={text.h1}>
            {title}
          </h1>
          <p className={`${text.lead} ${styles.lead}`}>{lead}</p>
        </div>
        <div className={styles.form}>
          <ContactForm subject={subject} />
        </div>
        <figure className={styles.figure} data-print="off">
          <div className={styles.frame}>
            <Plate name="harbour" alt={contactPlate.description} />
          </div>
          <figcaption className={`${text.caption} ${styles.caption}`}>
            {contactPlate.caption}
          </figcaption>
        </figure>
        <ContactList className={styles.methods}>
          <div>
            <dt>Travel</dt>
            <dd>
              {subject === 'house' ? `${travelInquiryPrompt.question} ` : null}
              <Link to="/inquiry-form">
                {subject === 'house' ? travelInquiryPrompt.link : 'Fill in the travel enquiry'}
              </Link>
            </dd>
          </div>
          <div>
            <dt>Meet</dt>
            <dd>
              {subject === 'house' ? (
                <Link to="/service/business-consultancy">Book an hour about your house</Link>
              ) : (
                <Link to="/service/initial-consultation">Book a 30-minute video call</Link>
              )}
            </dd>
          </div>
        </ContactList>
      </Wrap>
    </section>
  )
}

/** The subject that the address gives; none at first, because the page is prerendered. */
function useSubject(): ContactSubject | undefined {
  const [query] = useSearchParams()
  const about = query.get('about')
  return useHydrated() && isContactSubject(about) ? about : undefined
}
