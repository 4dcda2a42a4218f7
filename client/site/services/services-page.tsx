import { useTitle } from '#client/lib/use-title.ts'
import { PlateFrame, Points } from '#client/site/pieces.tsx'
import { Invitation, LongFormStrip } from '#client/site/sections.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { Plate } from '#client/ui/plate.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import text from '#client/ui/type.module.css'
import { travelEnquiry } from '#shared/site/content-common.ts'
import { type Discipline, disciplines, servicesTitle } from '#shared/site/content-services.ts'
import { titles } from '#shared/site/titles.ts'
import styles from './services-page.module.css'

/** Two halves side by side, one for each discipline. */
export function ServicesPage() {
  useTitle(titles['/services'])
  return (
    <>
      <PageHead title={servicesTitle} />
      <div className={styles.spread}>
        {disciplines.map((discipline) => (
          <Leaf key={discipline.name} discipline={discipline} />
        ))}
      </div>
      <LongFormStrip {...travelEnquiry} />
      <Invitation low />
    </>
  )
}

function Leaf({ discipline }: { discipline: Discipline }) {
  const { name, audience, description, points, plate, to, link, linkName } = discipline
  return (
    <article className={styles.leaf}>
      <PlateFrame ruled className={styles.frame}>
        <Plate name={plate.name} alt={plate.description} />
      </PlateFrame>
      <div className={styles.words}>
        <p className={text.caption}>{plate.caption}</p>
        <div className={styles.name}>
          <h2>{name}</h2>
          <span>{audience}</span>
        </div>
        <p className={styles.description}>{description}</p>
        <Points points={points} />
        <div className={styles.link}>
          <TextLink to={to} label={linkName}>
            {link}
          </TextLink>
        </div>
      </div>
    </article>
  )
}
