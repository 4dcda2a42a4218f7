import { ButtonLink } from '#client/ui/button.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { engagements } from '#shared/site/content-mastery.ts'
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
