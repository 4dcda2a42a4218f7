import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { getDeviceZone } from '#client/lib/data/device-zone.ts'
import { enableSmoothScroll, useCurrentSection } from '#client/lib/section-scroll.ts'
import type { Form } from '#client/lib/use-form.ts'
import { AlertIcon, TickIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import text from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import type { InquiryFields } from '#shared/inquiry/fields.ts'
import {
  type ActiveQuestion,
  chapters as allChapters,
  type ChapterId,
  chapters,
  listActiveQuestions,
} from '#shared/inquiry/questions.ts'
import styles from './form-progress.module.css'

export interface ChapterProgress {
  id: ChapterId
  numeral: string
  title: string
  /** Number of its messages that are shown now. */
  errorCount: number
  isComplete: boolean
}

export interface FormProgress {
  chapters: ChapterProgress[]
  /** Number of valid required answers, out of `requiredCount`. */
  answeredCount: number
  requiredCount: number
}

/** Progress of the form; a chapter without required answers is complete once it has any answer. */
export function calculateProgress(form: Form<InquiryFields>): FormProgress {
  const { values, problems, errors } = form
  const activeQuestions = listActiveQuestions(values)
  const needed = activeQuestions.filter(({ required }) => required)
  return {
    requiredCount: needed.length,
    answeredCount: needed.filter(({ name }) => !problems[name]).length,
    chapters: chapters.map((chapter) => {
      const mine = activeQuestions.filter((one) => one.chapter === chapter.id)
      return {
        ...chapter,
        errorCount: mine.filter(({ name }) => errors[name]).length,
        isComplete: isChapterComplete(mine, form),
      }
    }),
  }
}

function isChapterComplete(
  activeQuestions: ActiveQuestion[],
  { values, problems }: Form<InquiryFields>,
): boolean {
  if (activeQuestions.some(({ name }) => problems[name])) return false
  return activeQuestions.some(({ name, required }) => required || values[name])
}

const chapterIds = allChapters.map(({ id }) => id)

/** Links to the chapters, each with its progress and errors. */
export function ChapterIndex({ chapters }: { chapters: ChapterProgress[] }) {
  const current = useCurrentSection(chapterIds)
  return (
    <nav aria-label="Chapters" className={styles.index}>
      <ol>
        {chapters.map((chapter) => (
          <li key={chapter.id}>
            <Link
              to={`#${chapter.id}`}
              replace
              aria-current={chapter.id === current || undefined}
              onClick={enableSmoothScroll}
            >
              <i>{chapter.numeral}</i>
              {chapter.title}
              <ChapterStatus {...chapter} />
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function ChapterStatus({ errorCount, isComplete }: ChapterProgress) {
  if (errorCount > 0)
    return (
      <span className={styles.errorCount}>
        <AlertIcon className={styles.icon} />
        {errorCount}
        <VisuallyHidden>{errorCount === 1 ? ' answer needed' : ' answers needed'}</VisuallyHidden>
      </span>
    )
  if (!isComplete) return null
  return (
    <span className={styles.complete}>
      <TickIcon className={styles.icon} />
      <VisuallyHidden>Complete</VisuallyHidden>
    </span>
  )
}

interface SavedNoteProps {
  /** UTC milliseconds; undefined if nothing is saved. */
  savedAt: number | undefined
  progress: FormProgress
  onClear(): void
}

/** Progress and time of the last save, with a button that clears the form. */
export function SavedNote({ savedAt, progress, onClear }: SavedNoteProps) {
  const { answeredCount, requiredCount } = progress
  return (
    <div className={styles.note} data-print="off">
      <p className={text.muted}>
        <span className={styles.progressLine}>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(100 * answeredCount) / requiredCount} height="1" />
          </svg>
        </span>
        {answeredCount === 0
          ? `${requiredCount} questions need an answer; the rest are optional.`
          : `${answeredCount} of ${requiredCount} required answers given`}
      </p>
      {savedAt === undefined ? null : (
        <>
          <p className={`row gap-2 ${styles.saved}`}>
            <TickIcon className={styles.tick} />
            Saved on this device, {formatSavedTime(savedAt)}
          </p>
          <ClearForm onClear={onClear} />
        </>
      )}
    </div>
  )
}

/** Clears the form after a second question: there is no undo. */
function ClearForm({ onClear }: { onClear(): void }) {
  const [asking, setAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (asking) keep.current?.focus()
  }, [asking])
  if (!asking)
    return (
      <button
        type="button"
        className={`${layout.linkButton} ${styles.clearButton}`}
        onClick={() => setAsking(true)}
      >
        Clear the form
      </button>
    )
  return (
    <fieldset className={styles.clearConfirmation}>
      <legend>Clear everything you wrote here?</legend>
      <button
        type="button"
        className={`${layout.linkButton} ${styles.clearButton}`}
        onClick={onClear}
      >
        Yes, clear
      </button>
      <button
        ref={keep}
        type="button"
        className={`${layout.linkButton} ${styles.clearButton}`}
        onClick={() => setAsking(false)}
      >
        Keep it
      </button>
    </fieldset>
  )
}

function formatSavedTime(instant: number): string {
  return formatClockTime(instant, getDeviceZone())
}
