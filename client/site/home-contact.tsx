import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { isShown } from '#client/lib/shown-content.ts'
import { Contours } from '#client/ui/contours.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { business, mailLink, phoneLink } from '#shared/site/business.ts'
import { contact } from '#shared/site/content-home.ts'
import styles from './home-contact.module.css'

/** `form`: the contact form, which is another feature's. */
export function HomeContact({ form }: { form: ReactNode }) {
  return (
    <section className={styles.contact} id="contact" tabIndex={-1} aria-labelledby="contact-title">
      <Contours side="left" />
      <Wrap className={styles.columns}>
        <div>
          <h2 className={`${text.h1} ${styles.title}`} id="contact-title">
            {contact.title}
          </h2>
          <p className={text.lead}>{contact.lead}</p>
          <dl className={styles.ways}>
            <div>
              <dt>Write</dt>
              <dd>
                <a href={mailLink()}>{business.email}</a>
              </dd>
            </div>
            {isShown('phone number') ? (
              <div>
                <dt>Call</dt>
                <dd>
                  <a href={phoneLink}>{business.phone}</a>
                </dd>
              </div>
            ) : null}
            <div>
              <dt>{contact.inquiry.term}</dt>
              <dd>
                <Link to="/inquiry-form">{contact.inquiry.link}</Link>
              </dd>
            </div>
          </dl>
        </div>
        {form}
      </Wrap>
    </section>
  )
}
