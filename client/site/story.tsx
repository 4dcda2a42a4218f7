import { Plate } from '#client/ui/plate.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { business } from '#shared/site/business.ts'
import { story } from '#shared/site/content-home.ts'
import { Emphasis } from './emphasis.tsx'
import { PlateFrame } from './plate-frame.tsx'
import styles from './story.module.css'

/** One framed print on a burgundy wall. */
export function Story() {
  return (
    <section className={`${styles.story} grain`} data-ground="dark" aria-labelledby="story-title">
      <Wrap className={styles.columns}>
        <div className={styles.gilt}>
          <div className={styles.mat}>
            <div className={styles.bevel}>
              <PlateFrame className={styles.print}>
                <Plate name="winter" alt={story.plate} when="later" />
              </PlateFrame>
            </div>
            <p className={styles.pencil} aria-hidden="true">
              <span>1/1</span>
              <span className={styles.printTitle} lang="nb">
                {story.printTitle}
              </span>
              <span>{business.name.charAt(0)}.</span>
            </p>
          </div>
        </div>
        <div>
          <h2 className={styles.title} id="story-title">
            <Emphasis>{story.title}</Emphasis>
          </h2>
          <p className={`${text.lead} ${styles.lead}`}>{story.lead}</p>
          <TextLink to="/about" label={story.linkName}>
            {story.link}
          </TextLink>
        </div>
      </Wrap>
    </section>
  )
}
