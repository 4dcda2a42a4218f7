import { useId } from 'react'
import { Contours } from '#client/ui/contours.tsx'
import text from '#client/ui/type.module.css'
import { Wrap } from '#client/ui/wrap.tsx'
import { Emphasis } from './emphasis.tsx'
import styles from './philosophy.module.css'

interface PhilosophyProps {
  title: string
  statement: string
}

/** One sentence on forest, height lines around it. */
export function Philosophy({ title, statement }: PhilosophyProps) {
  const id = useId()
  return (
    <section className={`${styles.philosophy} grain`} data-ground="dark" aria-labelledby={id}>
      <Contours side="night" />
      <Wrap className={styles.words}>
        <h2 className={`${text.kicker} ${styles.title}`} id={id}>
          {title}
        </h2>
        <p className={styles.statement}>
          <Emphasis>{statement}</Emphasis>
        </p>
      </Wrap>
    </section>
  )
}
