import type { Fact } from '#client/ui/page/facts.tsx'
import { type MeetingPlace, placeWords } from '#shared/booking/place.ts'

/** The meeting location as a fact for the guest. */
export function placeFact(meeting: MeetingPlace): Fact {
  const { label, text, url } = placeWords(meeting)
  const value = url ? (
    <a href={url} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
      {text}
    </a>
  ) : (
    text
  )
  return { term: label, value }
}
