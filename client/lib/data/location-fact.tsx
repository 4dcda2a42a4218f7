import type { Fact } from '#client/ui/page/facts.tsx'
import { formatLocation, type MeetingLocation } from '#shared/booking/meeting-location.ts'

/** The meeting location as a fact for the guest. */
export function toLocationFact(meeting: MeetingLocation): Fact {
  const { label, text, url } = formatLocation(meeting)
  const value = url ? (
    <a href={url} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
      {text}
    </a>
  ) : (
    text
  )
  return { term: label, value }
}
