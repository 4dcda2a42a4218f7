import { ButtonLink } from '#client/ui/button.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { type Offer, offers } from '#shared/site/content-artistry.ts'
import { Fee } from './fee.tsx'
import styles from './offers.module.css'
import { Points } from './points.tsx'

/** Two sheets of unequal weight: paper for the free call, forest for the whole journey. */
export function Offers() {
  return (
    <section className={styles.offers} aria-labelledby="offers-title">
      <Wrap>
        <div className={styles.head}>
          <h2 className={text.h1} id="offers-title">
            {offers.title}
          </h2>
          <p className={text.lead}>{offers.lead}</p>
        </div>
        <div className={styles.sheets}>
          <Sheet offer={offers.consultation} look="paper" />
          <Sheet offer={offers.planning} look="night" />
        </div>
      </Wrap>
    </section>
  )
}

function Sheet({ offer, look }: { offer: Offer; look: 'paper' | 'night' }) {
  const night = look === 'night'
  return (
    <article
      className={`${styles.sheet} ${styles[look]} ${night ? 'grain' : ''}`}
      data-ground={night ? 'dark' : undefined}
    >
      <h3 className={styles.name}>{offer.name}</h3>
      <p className={styles.description}>{offer.description}</p>
      <Fee amount={offer.fee} note={offer.feeNote} />
      <div className={styles.points}>
        <Points points={offer.points} />
      </div>
      {offer.remark ? <p className={styles.remark}>{offer.remark}</p> : null}
      <div className={styles.end}>
        <ButtonLink variant={night ? 'ghost' : 'primary'} to={offer.to} arrow>
          {offer.link}
        </ButtonLink>
      </div>
    </article>
  )
}
