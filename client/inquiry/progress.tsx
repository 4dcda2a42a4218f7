import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { glideOnce, useCurrentSection } from '#client/lib/sections.ts'
import { AlertIcon, TickIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import text from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { clockTime } from '#shared/booking/times.ts'
import type { InquiryFields } from '#shared/inquiry/fields.ts'
import {
  type Asked,
  chapters as allChapters,
  askedIn,
  type ChapterId,
  chapters,
} from '#shared/inquiry/questions.ts'
import styles from './progress.module.css'

export interface ChapterProgress {
  id: ChapterId
  numeral: string
  title: string
  /** Number of its messages that are shown now. */
  wrong: number
  complete: boolean
}

export interface Progress {
  chapters: ChapterProgress[]
  /** Number of valid required answers, out of `needed`. */
  given: number
  needed: number
}

type Problems = Record<string, string>

/** Progress of the form; a chapter without required answers is complete once it has any answer. */
export function progressOf(fields: InquiryFields, problems: Problems, told: Problems): Progress {
  const asked = askedIn(fields)
  const needed = asked.filter(({ required }) => required)
  return {
    needed: needed.length,
    given: needed.filter(({ name }) => !problems[name]).length,
    chapters: chapters.map((chapter) => {
      const mine = asked.filter((one) => one.chapter === chapter.id)
      return {
        ...chapter,
        wrong: mine.filter(({ name }) => told[name]).length,
        complete: isComplete(mine, fields, problems),
      }
    }),
  }
}

function isComplete(asked: Asked[], fields: InquiryFields, problems: Problems): boolean {
  if (asked.some(({ name }) => problems[name])) return false
  return asked.some(({ name, required }) => required || fields[name])
}

const ids = allChapters.map(({ id }) => id)

/** Links to the chapters, each with its progress and errors. */
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

interface SavedNoteProps {
  /** UTC milliseconds; undefined if nothing is saved. */
  savedAt: number | undefined
  progress: Progress
  onClear(): void
}

/** Progress and time of the last save, with a button that clears the form. */
export function SavedNote({ savedAt, progress, onClear }: SavedNoteProps) {
  const { given, needed } = progress
  return (
    <div className={styles.note} data-print="off">
      <p className={text.muted}>
        <span className={styles.line}>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(100 * given) / needed} height="1" />
          </svg>
        </span>
        {given === 0
          ? `${needed} questions need an answer; the rest are optional.`
          : `${given} of ${needed} required answers given`}
      </p>
      {savedAt === undefined ? null : (
        <>
          <p className={styles.saved}>
            <TickIcon className={styles.tick} />
            Saved on this device, {clockOf(savedAt)}
          </p>
          <Clear onClear={onClear} />
        </>
      )}
    </div>
  )
}

/** Clears the form after a second question: there is no undo. */
function Clear({ onClear }: { onClear(): void }) {
  const [asking, setAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (asking) keep.current?.focus()
  }, [asking])
  if (!asking)
    return (
      <button
        type="button"
        className={`${layout.linkButton} ${styles.button}`}
        onClick={() => setAsking(true)}
      >
        Clear the form
      </button>
    )
  return (
    <fieldset className={styles.sure}>
      <legend>Clear everything you wrote here?</legend>
      <button type="button" className={`${layout.linkButton} ${styles.button}`} onClick={onClear}>
        Yes, clear
      </button>
      <button
        ref={keep}
        type="button"
        className={`${layout.linkButton} ${styles.button}`}
        onClick={() => setAsking(false)}
      >
        Keep it
      </button>
    </fieldset>
  )
}

function clockOf(instant: number): string {
  return clockTime(instant, deviceZone())
}
