import { useTitle } from '#client/lib/use-title.ts'
import layout from '#client/ui/layout.module.css'
import { Plate } from '#client/ui/plate.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { aboutHead, aboutPhilosophy, biography, creed } from '#shared/site/content-about.ts'
import { pageTitles } from '#shared/site/page-titles.ts'
import styles from './about-page.module.css'
import { PlateFrame, Signature } from './content-elements.tsx'
import { CallToAction, Philosophy } from './sections.tsx'

export function AboutPage() {
  useTitle(pageTitles['/about'])
  return (
    <>
      <AboutHead />
      <Biography />
      <Philosophy {...aboutPhilosophy} />
      <Creed />
      <CallToAction low />
    </>
  )
}

function AboutHead() {
  return (
    <div className={`${layout.columns} ${layout.raised} ${styles.head}`}>
      <PlateFrame className={styles.frame}>
        <Plate name="birch" alt={aboutHead.plate} loading="first" />
      </PlateFrame>
      <div className={styles.text}>
        <h1 className={text.h1}>{aboutHead.title}</h1>
        <p className={`${text.lead} ${styles.lead}`}>{aboutHead.lead}</p>
        <p className={`${text.caption} ${styles.caption}`}>{aboutHead.caption}</p>
      </div>
    </div>
  )
}

function Biography() {
  return (
    <section className={layout.section} aria-labelledby="founder">
      <Wrap className={`${layout.columns} ${styles.biography}`}>
        <Signature heading="founder" />
        <div className={`${text.prose} ${styles.columns}`}>
          {biography.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </Wrap>
    </section>
  )
}

function Creed() {
  return (
    <section className={layout.section} aria-labelledby="creed-title">
      <Wrap>
        <h2 className={`${text.h1} ${styles.creedTitle}`} id="creed-title">
          {creed.title}
        </h2>
        <dl className={styles.creed}>
          {creed.list.map(({ name, text: description }) => (
            <div key={name}>
              <dt className={text.h3}>{name}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </Wrap>
    </section>
  )
}
