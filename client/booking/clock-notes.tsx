import { useMemo } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { clockChangeNote, clockChangesBefore } from '#shared/booking/clock-change.ts'
import styles from './calendar-step.module.css'

interface ClockNotesProps {
  start: number
  visitor: string
  owner: string
}

/** Says so where clocks are changed between today and the meeting. */
export function ClockNotes({ start, visitor, owner }: ClockNotesProps) {
  const changes = useMemo(
    () => clockChangesBefore(start, systemClock(), { visitor, owner }),
    [start, visitor, owner],
  )
  return changes.map((change) => (
    <p key={change.zone} className={styles.clocks}>
      {clockChangeNote(change)}
    </p>
  ))
}
