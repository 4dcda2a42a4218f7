import { useTitle } from '#client/lib/use-title.ts'
import { Fee, PlateFrame, Points } from '#client/site/content-elements.tsx'
import { CallToAction, InquiryPromptStrip, Photos } from '#client/site/sections.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { ArrowRightIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import { Plate } from '#client/ui/plate.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import text from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { Wrap } from '#client/ui/wrap.tsx'
import { masteryInvitation } from '#shared/site/content-invitations.ts'
import {
  clientNote,
  engagements,
  example,
  expertise,
  masteryHero,
  meetings,
  paymentTerms,
  travelInquiryPrompt,
} from '#shared/site/content-mastery.ts'
import { business, toWriteLink } from '#shared/site/owner/business.ts'
import { workedExample } from '#shared/site/owner/mastery.ts'
import { photographs } from '#shared/site/owner/photographs.ts'
import { isSample } from '#shared/site/owner/samples.ts'
import { pageTitles } from '#shared/site/page-titles.ts'
import styles from './mastery-page.module.css'
import { ServiceHero } from './service-hero.tsx'

export function MasteryPage() {
  useTitle(pageTitles['/services/hospitality-consultancy'])
  return (
    <>
      <ServiceHero plate="sheet" {...masteryHero} />
      <Engagements />
      <Example />
      <FloorPlan />
      <Photos photographs={photographs.mastery} label="Houses" isApart />
      <MeetingTerms />
      <InquiryPromptStrip {...travelInquiryPrompt} />
      <CallToAction plate="table" invitation={masteryInvitation} />
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
        <article className={`grid ${styles.row}`}>
          <h3>
            {consultation.name} <em>{consultation.audience}</em>
          </h3>
          <p>{consultation.description}</p>
          <div className={styles.action}>
            <Fee amount={consultation.fee} note={consultation.feeNote} />
            <ButtonLink to={consultation.to} arrow>
              {consultation.link}
            </ButtonLink>
          </div>
        </article>
        <article className={`grid ${styles.row}`}>
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

/** A worked example: what one house changed, and the result. */
function Example() {
  if (!workedExample) return null
  const { title, before, after, changes } = workedExample
  return (
    <section className={`${layout.section} ${styles.example}`} aria-labelledby="example-title">
      <Wrap className={`grid ${styles.exampleColumns}`}>
        <figure className={styles.figure} data-print="off">
          <PlateFrame className={styles.frame}>
            <Plate name="lodge" alt={example.plate} loading="later" />
          </PlateFrame>
          <figcaption className={`${text.caption} ${styles.caption}`}>{example.caption}</figcaption>
        </figure>
        <div>
          <p className={text.kicker}>{example.title}</p>
          <h2 className={`${text.h2} ${styles.exampleTitle}`} id="example-title">
            {title}
          </h2>
          <div className={styles.states}>
            <div>
              <h3>{example.before}</h3>
              <Points points={before} />
            </div>
            <div>
              <h3>{example.after}</h3>
              <Points points={after} />
            </div>
          </div>
          <h3 className={styles.changesTitle}>{example.changes}</h3>
          <dl className={styles.changes}>
            {changes.map((change) => (
              <div key={change.measure}>
                <dt>{change.measure}</dt>
                <dd>
                  <span>{change.before}</span>
                  <ArrowRightIcon />
                  <VisuallyHidden>to</VisuallyHidden>
                  <b>{change.after}</b> {change.unit}
                </dd>
              </div>
            ))}
          </dl>
          {isSample('worked example on the Mastery page') ? (
            <p className={`${text.fine} ${styles.note}`}>{example.note}</p>
          ) : null}
        </div>
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
      <Wrap className={`grid ${styles.columns}`}>
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
          <section className={styles.terms} aria-labelledby="terms-title">
            <h2 id="terms-title">{paymentTerms.title}</h2>
            <dl>
              {paymentTerms.vat ? (
                <div>
                  <dt>VAT</dt>
                  <dd>{paymentTerms.vat}</dd>
                </div>
              ) : null}
              {paymentTerms.card ? (
                <div>
                  <dt>Card</dt>
                  <dd>{paymentTerms.card}</dd>
                </div>
              ) : null}
              <div>
                <dt>Invoice</dt>
                <dd>
                  {paymentTerms.invoice}{' '}
                  <a href={toWriteLink({ about: 'invoice', subject: paymentTerms.invoiceSubject })}>
                    {paymentTerms.invoiceLink}
                  </a>
                </dd>
              </div>
            </dl>
          </section>
          <ClientLogo />
        </div>
      </Wrap>
    </section>
  )
}

function ClientLogo() {
  if (!business.clientHouse) return null
  const { name, logo } = business.clientHouse
  return (
    <figure className={styles.client}>
      <img src={logo} alt={name} width="168" height="101" loading="lazy" decoding="async" />
      <figcaption>{clientNote}</figcaption>
    </figure>
  )
}
