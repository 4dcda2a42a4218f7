import { useTitle } from '#client/lib/use-title.ts'
import { PlateFrame, Points } from '#client/site/content-elements.tsx'
import { listDisciplines } from '#client/site/disciplines.ts'
import { CallToAction, InquiryPromptStrip } from '#client/site/sections.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { Plate } from '#client/ui/plate.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { pageTitles } from '#shared/content/pages/page-titles.ts'
import { getTexts } from '#shared/content/site-content.ts'
import { inquiryPrompt } from '#shared/site/links.ts'
import { RouteList } from './route-cards.tsx'
import styles from './services-page.module.css'

/** Two halves side by side, one for each discipline. */
export function ServicesPage() {
  useTitle(pageTitles['/services'])
  const { journeys } = getTexts('artistry')
  return (
    <>
      <PageHead title={getTexts('services').head.title} part="services.head" />
      <div className={styles.spread}>
        {listDisciplines().map(({ name, part, audience, inShort, points, plate, to }) => (
          <article key={to} className={styles.panel} data-part={part}>
            <PlateFrame ruled className={styles.frame}>
              <Plate name={plate.name} alt={plate.description} />
            </PlateFrame>
            <div className={styles.text}>
              <p className={text.caption}>{plate.caption}</p>
              <div className={styles.name}>
                <h2>{name}</h2>
                <span>{audience}</span>
              </div>
              <p className={styles.description}>{inShort}</p>
              <Points points={points} />
              <div className={styles.link}>
                <TextLink to={to}>{`See ${name}`}</TextLink>
              </div>
            </div>
          </article>
        ))}
      </div>
      {journeys.list ? (
        <section
          className={styles.journeys}
          aria-labelledby="journeys-title"
          data-part="artistry.journeys"
        >
          <Wrap>
            <h2 className={`${text.h2} ${styles.journeysTitle}`} id="journeys-title">
              {journeys.title}
            </h2>
            <RouteList />
          </Wrap>
        </section>
      ) : null}
      <InquiryPromptStrip {...inquiryPrompt} />
      <CallToAction low />
    </>
  )
}
