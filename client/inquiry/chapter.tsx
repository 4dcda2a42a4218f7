import { type ReactNode, useRef } from 'react'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { type ChapterId, chapters } from '#shared/inquiry/questions.ts'
import styles from './chapter.module.css'
import { typedBefore } from './draft.ts'
import { useAnswers } from './inquiry-context.ts'

/** One ruled chapter; the index links to it. */
export function Chapter({ id, children }: { id: ChapterId; children: ReactNode }) {
  const section = useRef<HTMLElement>(null)
  const { change } = useAnswers()
  // Chapters are taken over one by one, and React tells of nothing that was typed until then.
  useEffectOn(id, () => {
    const form = section.current?.closest('form')
    const typed = form ? typedBefore(form) : {}
    if (Object.keys(typed).length > 0) change(typed)
  })
  return (
    <section
      ref={section}
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className={styles.chapter}
    >
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
