import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useTitle } from '#client/lib/use-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { ContactList } from '#client/ui/contact-list.tsx'
import { Contours } from '#client/ui/contours.tsx'
import { ChevronDownIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import { Portrait, Signature } from '#client/ui/photographs/portrait.tsx'
import { Plate } from '#client/ui/plate.tsx'
import link from '#client/ui/text-link.module.css'
import { TextLink } from '#client/ui/text-link.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { pageTitles } from '#shared/content/pages/page-titles.ts'
import { listServices, toFirstBooking } from '#shared/content/services.ts'
import { fillInName, getBusiness, getTexts } from '#shared/content/site-content.ts'
import { BOOKING_LABEL } from '#shared/site/links.ts'
import { Emphasis, PlateFrame, Points } from './content-elements.tsx'
import { listDisciplines } from './disciplines.ts'
import styles from './home-page.module.css'
import { SectionLink } from './layout/section-link.tsx'
import { CallToAction, Testimonial } from './sections.tsx'
import { RouteCards } from './services/route-cards.tsx'

export function HomePage({ contactForm }: { contactForm?: ReactNode }) {
  useTitle(pageTitles['/'])
  useEffect(() => {
    const print = matchMedia('print')
    print.addEventListener('change', loadAllPictures)
    return () => print.removeEventListener('change', loadAllPictures)
  }, [])
  const { craft, journeys, values, quotation, contact } = getTexts('home')
  return (
    <>
      <Hero />
      <section
        className={`${layout.section} ${styles.craft}`}
        id="services"
        tabIndex={-1}
        aria-labelledby="craft-title"
      >
        <Wrap>
          <div className={`grid ${styles.head}`} data-part="home.craft">
            <h2 className={text.h1} id="craft-title">
              {craft.title}
            </h2>
            <p className={text.lead}>
              <em>{craft.opening}</em> {craft.lead}
            </p>
          </div>
          <div className={styles.cards}>
            {listDisciplines().map(
              ({ name, part, audience, description, points, plate, to, linkName }) => (
                <article key={to} className={styles.card} data-part={part}>
                  <PlateFrame ruled className={styles.craftFrame}>
                    <Plate name={plate.name} alt={plate.description} loading="later" />
                  </PlateFrame>
                  <p className={`${text.caption} ${styles.craftCaption}`}>{plate.caption}</p>
                  <div className={styles.name}>
                    <h3>{name}</h3>
                    <span>{audience}</span>
                  </div>
                  <p className={styles.description}>{description}</p>
                  <div className={styles.points}>
                    <Points points={points} />
                  </div>
                  <TextLink to={to} label={linkName}>
                    EXPLORE SERVICES
                  </TextLink>
                </article>
              ),
            )}
          </div>
          <WaysToBegin />
        </Wrap>
      </section>
      {getTexts('artistry').journeys.list ? (
        <section
          className={`${layout.section} ${styles.journeys}`}
          aria-labelledby="journeys-title"
        >
          <Wrap>
            <h2 className={text.h1} id="journeys-title" data-part="home.journeys">
              {journeys.title}
            </h2>
            <RouteCards />
          </Wrap>
        </section>
      ) : null}
      <Artisan />
      <section
        className={`${layout.section} ${styles.values}`}
        aria-labelledby="values-title"
        data-part="home.values"
      >
        <Wrap>
          <h2 className={text.h1} id="values-title">
            {values.title}
          </h2>
          <ul className={`grid ${styles.thirds} ${styles.list}`}>
            {values.list.map(({ name, text: description }) => (
              <li key={name}>
                <h3 className={text.h3}>{name}</h3>
                <p>{description}</p>
              </li>
            ))}
          </ul>
        </Wrap>
      </section>
      {quotation.words ? <Testimonial part="home.quotation" {...quotation.words} /> : null}
      <Story />
      <CallToAction />
      {/* `form`: the contact form, passed in because it belongs to another feature. */}
      <section
        className={`${layout.section} ${layout.raised} ${styles.contact}`}
        id="contact"
        tabIndex={-1}
        aria-labelledby="contact-title"
      >
        <Contours side="left" />
        <Wrap className={`grid ${styles.homeContactColumns}`}>
          <div data-part="home.contact">
            <h2 className={`${text.h1} ${styles.homeContactTitle}`} id="contact-title">
              {contact.title}
            </h2>
            <p className={text.lead}>{contact.lead}</p>
            <ContactList>
              <div>
                <dt>Travel</dt>
                <dd>
                  <Link to="/inquiry-form">Fill in the detailed form</Link>
                </dd>
              </div>
            </ContactList>
          </div>
          {contactForm}
        </Wrap>
      </section>
    </>
  )
}

/** Loads the pictures that nobody has scrolled to yet, so that a print shows them. */
function loadAllPictures(): void {
  for (const picture of document.images) picture.loading = 'eager'
}

function Artisan() {
  const { artisan, philosophy } = getTexts('home')
  return (
    <section className={`${layout.section} ${layout.raised}`} aria-labelledby="artisan-title">
      <Wrap className={`grid ${styles.columns}`}>
        <Portrait />
        <div data-part="home.artisan">
          <p className={text.kicker}>{artisan.kicker}</p>
          <h2 className={`${text.h2} ${styles.title}`} id="artisan-title">
            {artisan.title}
          </h2>
          <div className={text.prose}>
            {artisan.paragraphs.map((paragraph) => (
              <p key={paragraph}>{fillInName(paragraph)}</p>
            ))}
          </div>
          <div className={getBusiness().founder ? styles.signature : styles.unsigned}>
            <Signature />
          </div>
          <TextLink to="/about">MEET THE ARTISAN</TextLink>
          <section
            className={styles.philosophy}
            aria-labelledby="philosophy-title"
            data-part="home.philosophy"
          >
            <h3 className={text.kicker} id="philosophy-title">
              {philosophy.title}
            </h3>
            <p className={styles.statement}>
              <Emphasis>{philosophy.statement}</Emphasis>
            </p>
          </section>
        </div>
      </Wrap>
    </section>
  )
}

/** The story, beside a print in its mat on a burgundy wall. */
function Story() {
  const { story } = getTexts('home')
  return (
    <section
      className={`${styles.story} grain`}
      data-ground="dark"
      data-part="home.story"
      aria-labelledby="story-title"
    >
      <Wrap className={`grid ${styles.storyColumns}`}>
        <div className={styles.mat} data-print="picture">
          <div className={styles.bevel}>
            <PlateFrame className={styles.print}>
              <Plate
                name="winter"
                alt="Etching of snow-covered peaks above still water, with one red fisherman’s cabin"
                loading="later"
              />
            </PlateFrame>
          </div>
          <p className={styles.pencil} aria-hidden="true">
            <span>1/1</span>
            <span className={styles.printTitle} lang="nb">
              Vinter, ved sjøen
            </span>
            <span>{getBusiness().name.charAt(0)}.</span>
          </p>
        </div>
        <div>
          <h2 className={styles.storyTitle} id="story-title">
            <Emphasis>{story.title}</Emphasis>
          </h2>
          <p className={`${text.lead} ${styles.lead}`}>{story.lead}</p>
          <TextLink to="/about" label="Discover the story behind my journeys">
            DISCOVER THE STORY
          </TextLink>
        </div>
      </Wrap>
    </section>
  )
}

/** The fjord plate in layers: the northern lights drift, and farther layers scroll more slowly. */
function Hero() {
  const { hero } = getTexts('home')
  return (
    <section
      className={`${styles.hero} grain`}
      id="hero"
      data-ground="dark"
      data-part="home.hero"
      data-prints-pictures
      tabIndex={-1}
    >
      <div className={`${styles.layer} ${styles.sky}`}>
        <Plate name="fjord-sky" position="bottom" loading="first" />
        <div className={styles.aurora}>
          <Plate name="fjord-aurora" position="top" loading="first" />
        </div>
      </div>
      <div className={`${styles.layer} ${styles.mountains}`}>
        <Plate name="fjord-mountains" position="bottom" loading="first" />
      </div>
      <Plate name="fjord-foreground" position="bottom" loading="first" />
      <p className={styles.heroCaption} aria-hidden="true" data-print="off">
        Pl. I — A fjord at the blue hour
      </p>
      <Wrap className={`grid ${styles.body}`}>
        <h1 className={styles.heroTitle}>
          <Emphasis>{hero.title}</Emphasis>
        </h1>
        <div>
          <p className={styles.heroLead}>{hero.lead}</p>
          <div className={styles.bookNow}>
            <ButtonLink variant="cream" to={toFirstBooking()} arrow block>
              {BOOKING_LABEL}
            </ButtonLink>
          </div>
          <div className={styles.heroLinks} data-print="off">
            <SectionLink section="services" className={styles.discover}>
              Discover
            </SectionLink>
            <div className={styles.links}>
              <Link to="/services">Services</Link>
              <SectionLink section="contact">Contact</SectionLink>
            </div>
          </div>
        </div>
      </Wrap>
    </section>
  )
}

/** The three services by name, collapsed at first. */
function WaysToBegin() {
  return (
    <details className={styles.waysToBegin} data-part="home.craft">
      <summary className={`${link.link} ${styles.summary}`}>
        <span className={link.text}>{getTexts('home').craft.waysToBegin}</span>
        <ChevronDownIcon />
      </summary>
      <ul className={`grid ${styles.thirds} ${styles.craftList}`}>
        {listServices().map(({ type, title, kicker, teaser }) => (
          <li key={type}>
            <h3 className={text.h3}>{title}</h3>
            {kicker ? <p className={`${text.label} ${styles.essence}`}>{kicker}</p> : null}
            {teaser ? <p className={styles.waysToBeginDescription}>{teaser}</p> : null}
            <TextLink to={`/service/${type}`} label={`Begin journey: ${title}`}>
              BEGIN JOURNEY
            </TextLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
