import { useMemo } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { formatClockChange, listClockChanges } from '#shared/booking/zoned-time.ts'

interface ClockChangeNotesProps {
  className: string | undefined
  start: number
  zones: { visitor: string; owner: string }
}

/** Notes on clock changes between now and the meeting, in either zone. */
export function ClockChangeNotes({ className, start, zones }: ClockChangeNotesProps) {
  const { visitor, owner } = zones
  const changes = useMemo(
    () => listClockChanges(start, systemClock(), { visitor, owner }),
    [start, visitor, owner],
  )
  return changes.map((change) => (
    <p key={change.zone} className={className}>
      {formatClockChange(change)}
    </p>
  ))
}
