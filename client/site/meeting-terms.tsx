import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { business, mailLink } from '#shared/site/business.ts'
import { clientNote, meetings, paymentTerms } from '#shared/site/content-mastery.ts'
import styles from './meeting-terms.module.css'
import { Points } from './points.tsx'

export function MeetingTerms() {
  return (
    <section className={styles.section} aria-labelledby="meetings-title">
      <Wrap className={styles.columns}>
        <div>
          <h2 className={text.h2} id="meetings-title">
            {meetings.title}
          </h2>
          <div className={styles.options}>
            {meetings.options.map(({ name, text: words, points }) => (
              <div key={name}>
                <h3>{name}</h3>
                <p>{words}</p>
                <Points points={points} />
              </div>
            ))}
          </div>
        </div>
        <div>
          <PaymentTerms />
          <ClientHouse />
        </div>
      </Wrap>
    </section>
  )
}

function PaymentTerms() {
  return (
    <section className={styles.terms} aria-labelledby="terms-title">
      <h2 id="terms-title">{paymentTerms.title}</h2>
      <dl>
        <div>
          <dt>VAT</dt>
          <dd>{paymentTerms.vat}</dd>
        </div>
        <div>
          <dt>Card</dt>
          <dd>{paymentTerms.card}</dd>
        </div>
        <div>
          <dt>Invoice</dt>
          <dd>
            {paymentTerms.invoice}{' '}
            <a href={mailLink(paymentTerms.invoiceSubject)}>{paymentTerms.invoiceLink}</a>
          </dd>
        </div>
      </dl>
    </section>
  )
}

function ClientHouse() {
  const { name, logo } = business.clientHouse
  if (!logo) return null
  return (
    <figure className={styles.client}>
      <img src={logo} alt={name} width="168" height="101" loading="lazy" decoding="async" />
      <figcaption>{clientNote}</figcaption>
    </figure>
  )
}
