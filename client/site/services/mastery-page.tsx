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
import { pageTitles } from '#shared/content/pages/page-titles.ts'
import type { Service } from '#shared/content/service.ts'
import { formatFee, isPaid, listServices, toFirstBooking } from '#shared/content/services.ts'
import { getBusiness, getTexts, isSample } from '#shared/content/site-content.ts'
import { formatListedTaxNote, getSeller } from '#shared/payment/seller.ts'
import { toWriteLink } from '#shared/site/contact-links.ts'
import { travelInquiryPrompt } from '#shared/site/links.ts'
import styles from './mastery-page.module.css'
import { ServiceHero } from './service-hero.tsx'

export function MasteryPage() {
  useTitle(pageTitles['/services/hospitality-consultancy'])
  const { hero, invitation, photographs } = getTexts('mastery')
  return (
    <>
      <ServiceHero
        part="mastery.hero"
        plate="sheet"
        kicker="Mastery"
        caption="Pl. III — A lodge, elevation and plan"
        {...hero}
      />
      <Engagements />
      <Example />
      <FloorPlan />
      <Photos part="mastery.photographs" photographs={photographs.list} label="Houses" isApart />
      <MeetingTerms />
      <InquiryPromptStrip {...travelInquiryPrompt} />
      <CallToAction
        part="mastery.invitation"
        plate="table"
        invitation={{ ...invitation, link: 'Book an hour', to: toFirstBooking('mastery') }}
      />
    </>
  )
}

export function Engagements() {
  const { title, advisory, description, fee } = getTexts('mastery').engagements
  return (
    <section
      className={layout.section}
      aria-labelledby="engagements-title"
      data-part="mastery.engagements"
    >
      <Wrap>
        <h2 className={`${text.h1} ${styles.title}`} id="engagements-title">
          {title}
        </h2>
        {listServices('mastery').map((service) => (
          <Engagement key={service.type} service={service} />
        ))}
        <article className={`grid ${styles.row}`}>
          <h3>{advisory}</h3>
          <p>{description}</p>
          <div className={styles.action}>
            <Fee amount={fee} />
            <TextLink to="/contact?about=house">Describe your house</TextLink>
          </div>
        </article>
      </Wrap>
    </section>
  )
}

export function Engagement({ service }: { service: Service }) {
  return (
    <article className={`grid ${styles.row}`}>
      <h3>
        {service.cardTitle} {service.audience ? <em>{service.audience}</em> : null}
      </h3>
      <p>{service.description}</p>
      <div className={styles.action}>
        <Fee amount={formatCardFee(service)} note={formatListedTaxNote(service)} />
        <ButtonLink to={`/service/${service.type}`} arrow>
          {service.link}
        </ButtonLink>
      </div>
    </article>
  )
}

/** `from NOK 1,500/hour` */
function formatCardFee(service: Service): string {
  return isPaid(service) && service.isPerHour
    ? `from ${formatFee(service)}/hour`
    : formatFee(service)
}

/** A worked example: what one house changed, and the result. */
function Example() {
  const { title: heading, house } = getTexts('mastery').example
  if (!house) return null
  const { title, before, after, changes } = house
  return (
    <section
      className={`${layout.section} ${styles.example}`}
      aria-labelledby="example-title"
      data-part="mastery.example"
    >
      <Wrap className={`grid ${styles.exampleColumns}`}>
        <figure className={styles.figure} data-print="off">
          <PlateFrame className={styles.frame}>
            <Plate
              name="lodge"
              alt="A lodge by a lake at night, its hall lit, under bare mountains"
              loading="later"
            />
          </PlateFrame>
          <figcaption className={`${text.caption} ${styles.caption}`}>
            Pl. IV — The lodge at night
          </figcaption>
        </figure>
        <div>
          <p className={text.kicker}>{heading}</p>
          <h2 className={`${text.h2} ${styles.exampleTitle}`} id="example-title">
            {title}
          </h2>
          <div className={styles.states}>
            <div>
              <h3>Before</h3>
              <Points points={before} />
            </div>
            <div>
              <h3>After</h3>
              <Points points={after} />
            </div>
          </div>
          <h3 className={styles.changesTitle}>What changed</h3>
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
            <p className={`${text.fine} ${styles.note}`}>
              A sample, until a house agrees to be named here.
            </p>
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
  const { expertise } = getTexts('mastery')
  return (
    <section
      className={`${layout.section} ${layout.raised} ${styles.floorPlanSection}`}
      data-part="mastery.expertise"
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

const INVOICE_SUBJECT = 'Invoice for a business consultancy'

export function MeetingTerms() {
  const { meetings } = getTexts('mastery')
  return (
    <section className={layout.section} aria-labelledby="meetings-title">
      <Wrap className={`grid ${styles.columns}`}>
        <div data-part="mastery.meetings">
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
            <h2 id="terms-title">Payment terms</h2>
            <dl>
              {getBusiness().vatRegistered ? (
                <div>
                  <dt>VAT</dt>
                  <dd>
                    25% VAT is charged on all services. The prices shown include it. Buyers who live
                    or have their seat outside Norway pay the same price, without VAT.
                  </dd>
                </div>
              ) : null}
              {getSeller() ? (
                <div>
                  <dt>Card</dt>
                  <dd>Paid when you book. I pay the processing fee: there is no surcharge.</dd>
                </div>
              ) : null}
              <div>
                <dt>Invoice</dt>
                <dd>
                  30-day terms.{' '}
                  <a href={toWriteLink({ about: 'invoice', subject: INVOICE_SUBJECT })}>
                    Ask for an invoice
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
  const { house } = getTexts('mastery').client
  if (!house) return null
  const { name, logo } = house
  return (
    <figure className={styles.client} data-part="mastery.client">
      <img src={logo} alt={name} width="168" height="101" loading="lazy" decoding="async" />
      <figcaption>A house I work with, shown with permission.</figcaption>
    </figure>
  )
}
