import { Emphasis } from '#client/site/content-elements.tsx'
import { Plate } from '#client/ui/plate.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import styles from './service-hero.module.css'

interface ServiceHeroProps {
  /** `sheet` has its own width, crop and title size. */
  plate: 'arch-night' | 'sheet'
  kicker: string
  title: string
  lead?: string
  caption: string
  /** The part of the content that it shows. */
  part: string
}

export function ServiceHero({ plate, kicker, title, lead, caption, part }: ServiceHeroProps) {
  return (
    <section
      className={`${styles.hero} ${plate === 'sheet' ? styles.sheet : styles.chart} grain`}
      data-ground="dark"
      data-part={part}
    >
      <div className={styles.scene} data-print="off">
        <Plate name={plate} loading="first" />
      </div>
      <p className={styles.caption} aria-hidden="true" data-print="off">
        {caption}
      </p>
      <Wrap className={styles.text}>
        <p className={`${text.kicker} ${styles.kicker}`}>{kicker}</p>
        <h1 className={styles.title}>
          <Emphasis>{title}</Emphasis>
        </h1>
        {lead ? <p className={`${text.lead} ${styles.lead}`}>{lead}</p> : null}
      </Wrap>
    </section>
  )
}
