import { useEffect, useRef, useState } from 'react'
import { deviceZone } from '#client/lib/data/device-zone.ts'
import { TickIcon } from '#client/ui/icons.tsx'
import { clockTime } from '#shared/booking/times.ts'
import type { Progress } from './progress.ts'
import styles from './saved-note.module.css'

interface SavedNoteProps {
  /** UTC milliseconds; undefined while nothing is kept. */
  savedAt: number | undefined
  progress: Progress
  onClear(): void
}

/** How far the form is, and that it is kept; with the way to forget it. */
export function SavedNote({ savedAt, progress, onClear }: SavedNoteProps) {
  const { given, needed } = progress
  return (
    <div className={styles.note} data-print="off">
      <p className={styles.progress}>
        <span className={styles.line}>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(100 * given) / needed} height="1" />
          </svg>
        </span>
        {given === 0
          ? `${needed} answers are needed; the rest is as you like.`
          : `${given} of ${needed} needed answers given`}
      </p>
      {savedAt === undefined ? null : (
        <>
          <p className={styles.saved}>
            <TickIcon className={styles.tick} />
            Kept on this device, {clockOf(savedAt)}
          </p>
          <Clear onClear={onClear} />
        </>
      )}
    </div>
  )
}

/** Asks once more: there is no way back. */
function Clear({ onClear }: { onClear(): void }) {
  const [asking, setAsking] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (asking) keep.current?.focus()
  }, [asking])
  if (!asking)
    return (
      <button type="button" className={styles.button} onClick={() => setAsking(true)}>
        Clear the form
      </button>
    )
  return (
    <fieldset className={styles.sure}>
      <legend>Clear everything you wrote here?</legend>
      <button type="button" className={styles.button} onClick={onClear}>
        Yes, clear
      </button>
      <button ref={keep} type="button" className={styles.button} onClick={() => setAsking(false)}>
        Keep it
      </button>
    </fieldset>
  )
}

function clockOf(instant: number): string {
  return clockTime(instant, deviceZone())
}
