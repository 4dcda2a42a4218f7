import { Plate } from '#client/ui/plate.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { artisan } from '#shared/site/content-home.ts'
import styles from './artisan.module.css'
import { PlateFrame } from './plate-frame.tsx'
import { Signature } from './signature.tsx'

export function Artisan() {
  return (
    <section className={styles.artisan} aria-labelledby="artisan-title">
      <Wrap className={styles.columns}>
        <figure className={styles.figure}>
          <PlateFrame className={styles.frame}>
            <Plate name="birch" alt={artisan.plate} when="later" />
          </PlateFrame>
          <figcaption className={`${text.caption} ${styles.caption}`}>{artisan.caption}</figcaption>
        </figure>
        <div>
          <p className={text.kicker}>{artisan.kicker}</p>
          <h2 className={`${text.h2} ${styles.title}`} id="artisan-title">
            {artisan.title}
          </h2>
          <div className={text.prose}>
            {artisan.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <div className={styles.sign}>
            <Signature />
          </div>
          <TextLink to="/about">{artisan.link}</TextLink>
        </div>
      </Wrap>
    </section>
  )
}
