import { engagements } from '../../shared/site/content-mastery.ts'
import { ButtonLink } from '../ui/button.tsx'
import { TextLink } from '../ui/text-link.tsx'
import text from '../ui/type.module.css'
import { Wrap } from '../ui/wrap.tsx'
import styles from './engagements.module.css'
import { Fee } from './fee.tsx'

export function Engagements() {
  const { title, consultation, advisory } = engagements
  return (
    <section className={styles.section} aria-labelledby="engagements-title">
      <Wrap>
        <h2 className={`${text.h1} ${styles.title}`} id="engagements-title">
          {title}
        </h2>
        <article className={styles.row}>
          <h3>{consultation.name}</h3>
          <p>{consultation.description}</p>
          <div className={styles.end}>
            <Fee amount={consultation.fee} note={consultation.feeNote} />
            <ButtonLink to={consultation.to} arrow>
              {consultation.link}
            </ButtonLink>
          </div>
        </article>
        <article className={styles.row}>
          <h3>{advisory.name}</h3>
          <p>{advisory.description}</p>
          <div className={styles.end}>
            <Fee amount={advisory.fee} />
            <TextLink to={advisory.to}>{advisory.link}</TextLink>
          </div>
        </article>
      </Wrap>
    </section>
  )
}
