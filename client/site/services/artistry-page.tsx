import { useId } from 'react'
import { useTitle } from '#client/lib/use-title.ts'
import { Fee, Points } from '#client/site/content-elements.tsx'
import { CallToAction, InquiryPromptStrip, Photos, Testimonial } from '#client/site/sections.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import layout from '#client/ui/layout.module.css'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { pageTitles } from '#shared/content/pages/page-titles.ts'
import type { Service } from '#shared/content/service.ts'
import { formatFee, isPaid, listServices } from '#shared/content/services.ts'
import { getTexts } from '#shared/content/site-content.ts'
import { formatListedTaxNote } from '#shared/payment/seller.ts'
import { inquiryPrompt } from '#shared/site/links.ts'
import styles from './artistry-page.module.css'
import { RouteCards } from './route-cards.tsx'
import { ServiceHero } from './service-hero.tsx'
import { Year } from './year.tsx'

export function ArtistryPage() {
  useTitle(pageTitles['/services/nordic-luxury-travel'])
  const { hero, quotation, photographs } = getTexts('artistry')
  return (
    <>
      <ServiceHero
        part="artistry.hero"
        plate="arch-night"
        kicker="Artistry"
        caption="Pl. II — Skerries, printed at night"
        {...hero}
      />
      <Journeys />
      <Photos part="artistry.photographs" photographs={photographs.list} label="From the road" />
      <Offers />
      <ThreeSteps />
      {quotation.words ? <Testimonial part="artistry.quotation" {...quotation.words} /> : null}
      <InquiryPromptStrip {...inquiryPrompt} />
      <CallToAction low />
    </>
  )
}

/** The sample journeys and the year, or the year alone. */
function Journeys() {
  const { journeys } = getTexts('artistry')
  return (
    <section
      className={layout.section}
      data-part="artistry.journeys"
      aria-labelledby={journeys.list ? 'journeys-title' : 'year-title'}
    >
      <Wrap>
        {journeys.list ? (
          <>
            <h2 className={`${text.h1} ${styles.journeysTitle}`} id="journeys-title">
              {journeys.title}
            </h2>
            <RouteCards />
          </>
        ) : null}
        <Year id="year-title" isAlone={journeys.list === null} />
      </Wrap>
    </section>
  )
}

/** The services for travellers: free ones on a light sheet, paid ones on a dark one. */
export function Offers() {
  const { offers } = getTexts('artistry')
  return (
    <section className={styles.offers} aria-labelledby="offers-title">
      <Wrap>
        <div className={`grid ${styles.head}`} data-part="artistry.offers">
          <h2 className={text.h1} id="offers-title">
            {offers.title}
          </h2>
          <p className={text.lead}>{offers.lead}</p>
        </div>
        <div className={styles.cards}>
          {listServices('artistry').map((service) => (
            <OfferCard key={service.type} service={service} />
          ))}
        </div>
      </Wrap>
    </section>
  )
}

/** A free service on a light sheet, a paid one on a dark one. */
export function OfferCard({ service }: { service: Service }) {
  const { cardTitle, description, points, remark, link, type } = service
  const night = isPaid(service)
  const note = [service.feeLabel, formatListedTaxNote(service)].filter(Boolean).join(', ')
  return (
    <article
      className={`${styles.card} ${styles[night ? 'night' : 'paper']} ${night ? 'grain' : ''}`}
      data-ground={night ? 'dark' : undefined}
    >
      <h3 className={styles.name}>{cardTitle}</h3>
      <p className={styles.description}>{description}</p>
      <Fee amount={formatFee(service)} note={night ? note : undefined} />
      {points.length > 0 ? (
        <div className={styles.points}>
          <Points points={points} />
        </div>
      ) : null}
      {remark ? <p className={styles.remark}>{remark}</p> : null}
      <div className={styles.action} data-print="off">
        <ButtonLink variant={night ? 'ghost' : 'primary'} to={`/service/${type}`} arrow>
          {link}
        </ButtonLink>
      </div>
    </article>
  )
}

/** The three steps of planning a journey, drawn as a route. */
export function ThreeSteps() {
  const { process } = getTexts('artistry')
  return (
    <section
      className={`${layout.section} ${layout.raised} ${styles.process}`}
      data-part="artistry.process"
      aria-labelledby="steps-title"
    >
      <Wrap>
        <h2 className={text.h1} id="steps-title">
          {process.title}
        </h2>
        <RouteDrawing />
        <ol className={styles.steps}>
          {process.steps.map(({ name, text: description }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{description}</p>
            </li>
          ))}
        </ol>
      </Wrap>
    </section>
  )
}

const ROUTE =
  'M8 96C110 20 250 14 332 62s62 86 131 34C560 24 700 150 800 112c54-20 70-34 119-16 90 34 150-60 260-66 60-3 92 12 126 30'

function RouteDrawing() {
  const mask = useId()
  return (
    <svg
      className={styles.route}
      viewBox="0 0 1312 150"
      fill="none"
      aria-hidden="true"
      focusable="false"
      data-print="off"
    >
      <g className={styles.chart}>
        <path d="M0 140h1312" />
        <path d="M8 96 330 0M463 96 180 140M463 96 120 0M463 96 700 0M463 96 980 0M463 96 640 140M919 96 690 0M919 96 1150 0M919 96 1312 20M919 96 1180 140M919 96 720 140" />
      </g>
      {/* A dotted line cannot animate as if it were drawn, so a solid line does, as its mask. */}
      <mask id={mask} maskUnits="userSpaceOnUse" x="0" y="0" width="1312" height="150">
        <path className={styles.reveal} d={ROUTE} pathLength={1} />
      </mask>
      <path className={styles.line} mask={`url(#${mask})`} d={ROUTE} />
      <g className={styles.stops}>
        <circle cx="8" cy="96" r="7" />
        <circle cx="463" cy="96" r="7" />
        <circle className={styles.last} cx="919" cy="96" r="7" />
      </g>
    </svg>
  )
}
