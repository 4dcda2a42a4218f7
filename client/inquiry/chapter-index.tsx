import { Link } from 'react-router-dom'
import { glideOnce } from '#client/lib/glide.ts'
import { useCurrentSection } from '#client/lib/use-current-section.ts'
import { AlertIcon, TickIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { chapters as allChapters } from '#shared/inquiry/questions.ts'
import styles from './chapter-index.module.css'
import type { ChapterProgress } from './progress.ts'

const ids = allChapters.map(({ id }) => id)

/** The chapters, with what is done and what is wrong in each. */
export function ChapterIndex({ chapters }: { chapters: ChapterProgress[] }) {
  const current = useCurrentSection(ids)
  return (
    <nav aria-label="Chapters" className={styles.index}>
      <ol>
        {chapters.map((chapter) => (
          <li key={chapter.id}>
            <Link
              to={`#${chapter.id}`}
              replace
              aria-current={chapter.id === current || undefined}
              onClick={glideOnce}
            >
              <i>{chapter.numeral}</i>
              {chapter.title}
              <Mark {...chapter} />
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Mark({ wrong, complete }: ChapterProgress) {
  if (wrong > 0)
    return (
      <span className={styles.wrong}>
        <AlertIcon className={styles.icon} />
        {wrong}
        <VisuallyHidden>{wrong === 1 ? ' answer needed' : ' answers needed'}</VisuallyHidden>
      </span>
    )
  if (!complete) return null
  return (
    <span className={styles.complete}>
      <TickIcon className={styles.icon} />
      <VisuallyHidden>Complete</VisuallyHidden>
    </span>
  )
}
