import { type ReactNode, useId } from 'react'
import styles from './card-frame.module.css'

interface CardFrameProps {
  /** One line at the right: who handles the card. */
  aside: ReactNode
  children: ReactNode
}

/** The raised sheet that holds the card's fields. */
export function CardFrame({ aside, children }: CardFrameProps) {
  const id = useId()
  return (
    <section className={styles.frame} aria-labelledby={id}>
      <div className={styles.top}>
        <h3 id={id}>Card details</h3>
        <div className={styles.aside}>{aside}</div>
      </div>
      {children}
    </section>
  )
}
