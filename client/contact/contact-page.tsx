import { Link, useSearchParams } from 'react-router-dom'
import { useHydrated } from '#client/lib/browser.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { ContactList } from '#client/ui/contact-list.tsx'
import { Plate } from '#client/ui/plate.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { type ContactSubject, isContactSubject } from '#shared/contact/schema.ts'
import { pageTitles } from '#shared/content/pages/page-titles.ts'
import { toFirstBooking } from '#shared/content/services.ts'
import { getTexts } from '#shared/content/site-content.ts'
import { travelInquiryPrompt } from '#shared/site/links.ts'
import { ContactForm } from './contact-form.tsx'
import styles from './contact-page.module.css'

export function ContactPage() {
  useTitle(pageTitles['/contact'])
  const subject = useSubject()
  const { title, lead } = subject ? getSubjectText(subject) : getTexts('contact').head
  return (
    <section className={styles.page} aria-labelledby="contact-title">
      <Wrap className={styles.content}>
        <div className={styles.head} data-part="contact.head">
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
            <Plate
              name="harbour"
              alt="A fishing harbour before sunrise: boathouses, a moored boat, a light on the mole"
            />
          </div>
          <figcaption className={`${text.caption} ${styles.caption}`}>
            Pl. VII — Harbour at first light
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
                <Link to={toFirstBooking('mastery')}>Book an hour about your house</Link>
              ) : (
                <Link to={toFirstBooking()}>Book a 30-minute video call</Link>
              )}
            </dd>
          </div>
        </ContactList>
      </Wrap>
    </section>
  )
}

interface ContactText {
  title: string
  lead: string
}

const subjectTexts: Partial<Record<ContactSubject, ContactText>> = {
  booking: {
    title: 'Write about your booking',
    lead: 'Its reference is in the confirmation and on its page.',
  },
  invoice: {
    title: 'Ask for an invoice',
    lead: 'Name the company, its address, and what the invoice is for.',
  },
  privacy: {
    title: 'Ask about your data',
    lead: 'Say what you would like to see, correct or have erased.',
  },
  accessibility: {
    title: 'Tell me what stands in your way',
    lead: 'Name the page, what you wanted to do, and what you use to read it. I will answer, and help you meanwhile.',
  },
  house: {
    title: 'Tell me about your house',
    lead: 'How many rooms, which season worries you, and what you have already tried.',
  },
}

/** The page's texts when a link gave the form a subject; by default, a time for a service. */
function getSubjectText(subject: ContactSubject): ContactText {
  return (
    subjectTexts[subject] ?? {
      title: 'Ask for a time',
      lead: 'Two or three days that suit you, the hours you prefer, and where in the world you will be.',
    }
  )
}

/** The subject that the address gives; none at first, because the page is prerendered. */
function useSubject(): ContactSubject | undefined {
  const [query] = useSearchParams()
  const about = query.get('about')
  return useHydrated() && isContactSubject(about) ? about : undefined
}
