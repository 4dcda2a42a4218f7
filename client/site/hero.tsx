import { Link } from 'react-router-dom'
import { ButtonLink } from '#client/ui/button.tsx'
import { ArrowDownIcon } from '#client/ui/icons.tsx'
import { Plate } from '#client/ui/plate.tsx'
import { Wrap } from '#client/ui/wrap.tsx'
import { booking } from '#shared/site/content-common.ts'
import { hero } from '#shared/site/content-home.ts'
import { Emphasis } from './emphasis.tsx'
import styles from './hero.module.css'
import { SectionLink } from './layout/section-link.tsx'

/** Plate I in three layers, so that the northern lights alone can move. */
export function Hero() {
  return (
    <section className={`${styles.hero} grain`} id="hero" data-ground="dark" tabIndex={-1}>
      <Plate name="fjord-sky" hold="bottom" when="first" />
      <div className={styles.aurora}>
        <Plate name="fjord-aurora" hold="bottom" when="first" />
      </div>
      <Plate name="fjord-land" hold="bottom" when="first" />
      <p className={styles.caption} aria-hidden="true">
        {hero.caption}
      </p>
      <Wrap className={styles.body}>
        <h1 className={styles.title}>
          <Emphasis>{hero.title}</Emphasis>
        </h1>
        <div>
          <p className={styles.lead}>{hero.lead}</p>
          <div className={styles.bookNow}>
            <ButtonLink variant="cream" to={booking.to} arrow block>
              {booking.label}
            </ButtonLink>
          </div>
          <div className={styles.ways}>
            <SectionLink section="services" className={styles.discover}>
              <span>
                <ArrowDownIcon />
              </span>
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
