import { useTitle } from '#client/lib/use-title.ts'
import { Fee, Points } from '#client/site/content-elements.tsx'
import { InquiryPromptStrip } from '#client/site/sections.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import layout from '#client/ui/layout.module.css'
import { TextLink } from '#client/ui/text-link.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { business, toMailLink } from '#shared/site/business.ts'
import {
  clientNote,
  engagements,
  expertise,
  masteryHero,
  meetings,
  paymentTerms,
  travelInquiryPrompt,
} from '#shared/site/content-mastery.ts'
import { pageTitles } from '#shared/site/page-titles.ts'
import styles from './mastery-page.module.css'
import { ServiceHero } from './service-hero.tsx'

export function MasteryPage() {
  useTitle(pageTitles['/services/hospitality-consultancy'])
  return (
    <>
      <ServiceHero plate="sheet" {...masteryHero} />
      <Engagements />
      <FloorPlan />
      <MeetingTerms />
      <InquiryPromptStrip {...travelInquiryPrompt} />
    </>
  )
}

export function Engagements() {
  const { title, consultation, advisory } = engagements
  return (
    <section className={layout.section} aria-labelledby="engagements-title">
      <Wrap>
        <h2 className={`${text.h1} ${styles.title}`} id="engagements-title">
          {title}
        </h2>
        <article className={`${layout.columns} ${styles.row}`}>
          <h3>{consultation.name}</h3>
          <p>{consultation.description}</p>
          <div className={styles.action}>
            <Fee amount={consultation.fee} note={consultation.feeNote} />
            <ButtonLink to={consultation.to} arrow>
              {consultation.link}
            </ButtonLink>
          </div>
        </article>
        <article className={`${layout.columns} ${styles.row}`}>
          <h3>{advisory.name}</h3>
          <p>{advisory.description}</p>
          <div className={styles.action}>
            <Fee amount={advisory.fee} />
            <TextLink to={advisory.to}>{advisory.link}</TextLink>
          </div>
        </article>
      </Wrap>
    </section>
  )
}

/** Doors of each room in the three-column plan: to the room on the right or the one below. */
const DOORS: readonly (readonly ('right' | 'below')[])[] = [
  ['right', 'below'],
  ['right'],
  ['below'],
  ['right'],
  ['right'],
  [],
]

const WINDOWS = ['north1', 'north2', 'north3', 'south1', 'south2'] as const

/** The areas of expertise, drawn as rooms of a floor plan. */
export function FloorPlan() {
  return (
    <section
      className={`${layout.section} ${layout.raised} ${styles.floorPlanSection}`}
      aria-labelledby="expertise-title"
    >
      <Wrap>
        <h2 className={text.h1} id="expertise-title">
          {expertise.title}
        </h2>
        <div className={styles.measure} aria-hidden="true" data-print="off">
          <i />
          <i />
          <i />
        </div>
        <div className={styles.plan}>
          {WINDOWS.map((window) => (
            <span
              key={window}
              className={`${styles.window} ${styles[window]}`}
              data-print="off"
              aria-hidden="true"
            />
          ))}
          <ul className={styles.rooms}>
            {expertise.rooms.map(({ name, text: description }, place) => (
              <li key={name} className={styles.room}>
                <h3>{name}</h3>
                <p>{description}</p>
                {DOORS[place]?.map((door) => (
                  <span
                    key={door}
                    className={`${styles.door} ${styles[door]}`}
                    data-print="off"
                    aria-hidden="true"
                  />
                ))}
              </li>
            ))}
          </ul>
        </div>
      </Wrap>
    </section>
  )
}

export function MeetingTerms() {
  return (
    <section className={layout.section} aria-labelledby="meetings-title">
      <Wrap className={`${layout.columns} ${styles.columns}`}>
        <div>
          <h2 className={text.h2} id="meetings-title">
            {meetings.title}
          </h2>
          <div className={styles.options}>
            {meetings.options.map(({ name, text: description, points }) => (
              <div key={name}>
                <h3>{name}</h3>
                <p>{description}</p>
                <Points points={points} />
              </div>
            ))}
          </div>
        </div>
        <div>
          <PaymentTerms />
          <ClientLogo />
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
            <a href={toMailLink(paymentTerms.invoiceSubject)}>{paymentTerms.invoiceLink}</a>
          </dd>
        </div>
      </dl>
    </section>
  )
}

function ClientLogo() {
  const { name, logo } = business.clientHouse
  if (!logo) return null
  return (
    <figure className={styles.client}>
      <img src={logo} alt={name} width="168" height="101" loading="lazy" decoding="async" />
      <figcaption>{clientNote}</figcaption>
    </figure>
  )
}
