import { DownIcon } from '#client/ui/icons.tsx'
import { Plate } from '#client/ui/plate.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { craft, waysToBegin } from '#shared/site/content-home.ts'
import { type Discipline, disciplines } from '#shared/site/content-services.ts'
import styles from './craft.module.css'
import { PlateFrame } from './plate-frame.tsx'
import { Points } from './points.tsx'

export function Craft() {
  return (
    <section className={styles.craft} id="services" tabIndex={-1} aria-labelledby="craft-title">
      <Wrap>
        <div className={styles.head}>
          <h2 className={text.h1} id="craft-title">
            {craft.title}
          </h2>
          <p className={text.lead}>
            <em>{craft.opening}</em> {craft.lead}
          </p>
        </div>
        <div className={styles.cards}>
          {disciplines.map((discipline) => (
            <Card key={discipline.name} discipline={discipline} />
          ))}
        </div>
        <WaysToBegin />
      </Wrap>
    </section>
  )
}

function Card({ discipline }: { discipline: Discipline }) {
  const { name, audience, description, points, plate, to, link, linkName } = discipline
  return (
    <article className={styles.card}>
      <PlateFrame ruled className={styles.frame}>
        <Plate name={plate.name} alt={plate.description} when="later" />
      </PlateFrame>
      <p className={`${text.caption} ${styles.caption}`}>{plate.caption}</p>
      <div className={styles.name}>
        <h3>{name}</h3>
        <span>{audience}</span>
      </div>
      <p className={styles.description}>{description}</p>
      <div className={styles.points}>
        <Points points={points} />
      </div>
      <TextLink to={to} label={linkName}>
        {link}
      </TextLink>
    </article>
  )
}

/** The three services by name, for those who already know; closed until asked for. */
function WaysToBegin() {
  return (
    <details className={styles.ways}>
      <summary className={styles.summary}>
        <span>{waysToBegin.title}</span>
        <DownIcon />
      </summary>
      <ul className={styles.list}>
        {waysToBegin.teasers.map(({ slug, title, essence, description }) => (
          <li key={slug}>
            <h3 className={text.h3}>{title}</h3>
            <p className={`${text.label} ${styles.essence}`}>{essence}</p>
            <p className={styles.waysToBeginDescription}>{description}</p>
            <TextLink to={`/service/${slug}`} label={`Begin journey: ${title}`}>
              {waysToBegin.link}
            </TextLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
