import { useTitle } from '#client/lib/use-title.ts'
import { PlateFrame, Points } from '#client/site/content-elements.tsx'
import { CallToAction, InquiryPromptStrip } from '#client/site/sections.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { Plate } from '#client/ui/plate.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { journeysTitle } from '#shared/site/content-artistry.ts'
import { inquiryPrompt } from '#shared/site/content-common.ts'
import { disciplines, servicesTitle } from '#shared/site/content-services.ts'
import { journeys } from '#shared/site/owner/journeys.ts'
import { pageTitles } from '#shared/site/page-titles.ts'
import { RouteList } from './route-cards.tsx'
import styles from './services-page.module.css'

/** Two halves side by side, one for each discipline. */
export function ServicesPage() {
  useTitle(pageTitles['/services'])
  return (
    <>
      <PageHead title={servicesTitle} />
      <div className={styles.spread}>
        {disciplines.map((discipline) => {
          const { name, audience, inShort, inShortLink, points, plate, to } = discipline
          return (
            <article key={discipline.name} className={styles.panel}>
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
                  <TextLink to={to}>{inShortLink}</TextLink>
                </div>
              </div>
            </article>
          )
        })}
      </div>
      {journeys ? (
        <section className={styles.journeys} aria-labelledby="journeys-title">
          <Wrap>
            <h2 className={`${text.h2} ${styles.journeysTitle}`} id="journeys-title">
              {journeysTitle}
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
