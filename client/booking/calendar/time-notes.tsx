import { useMemo } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { formatClockChange, listClockChanges } from '#shared/booking/zoned-time.ts'
import type { Availability } from '#shared/schedule/api.ts'

/**
 * Which of the times may clash with the owner's calendar: the chosen one, all or some; `unread`: the
 * calendar itself is out of date.
 */
type Doubt = 'none' | 'unread' | 'chosen' | 'day' | 'some'

export type DoubtTexts = Record<Exclude<Doubt, 'none'>, string>

interface TimeChoice<Start> {
  /** The times that are shown. */
  starts: readonly Start[]
  /** Whether the owner may be busy at this time. */
  isRequest: (start: Start) => boolean
  chosen: Start | null
}

export function findDoubt<Start>(
  { asOf, fresh }: NonNullable<Availability['calendar']>,
  { starts, isRequest, chosen }: TimeChoice<Start>,
): Doubt {
  if (!fresh || !asOf) return 'unread'
  const doubtful = starts.filter(isRequest)
  if (doubtful.length === 0) return 'none'
  if (doubtful.length === starts.length) return 'day'
  if (chosen === null) return 'some'
  return isRequest(chosen) ? 'chosen' : 'none'
}

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
