import type { ReactNode } from 'react'
import { type ChapterId, chapters } from '../../shared/inquiry/questions.ts'
import styles from './chapter.module.css'

/** One ruled chapter; the index links to it. */
export function Chapter({ id, children }: { id: ChapterId; children: ReactNode }) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={styles.chapter}>
      <h2 id={`${id}-title`} className={styles.title}>
        {chapters.find((chapter) => chapter.id === id)?.title}
      </h2>
      {children}
    </section>
  )
}

/** Questions in two columns, in one on a phone. */
export function Questions({ children }: { children: ReactNode }) {
  return <div className={styles.questions}>{children}</div>
}
