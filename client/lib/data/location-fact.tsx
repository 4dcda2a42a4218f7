import type { Fact } from '#client/ui/page/facts.tsx'
import {
  formatLocation,
  isLinkMissing,
  type MeetingLocation,
} from '#shared/booking/meeting-location.ts'
import { wordByMail } from './mail-wording.ts'
import { useSiteConfig } from './use-endpoint.ts'

export function toLocationFact(meeting: MeetingLocation): Fact {
  const { label, text, url } = formatLocation(meeting)
  if (isLinkMissing(meeting)) return { term: label, value: <LinkFollows text={text} /> }
  const value = url ? (
    <a href={url} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
      {text}
    </a>
  ) : (
    text
  )
  return { term: label, value }
}

function LinkFollows({ text }: { text: string }) {
  return wordByMail(useSiteConfig(), {
    sent: text,
    notSent: 'The link will be on the page of your booking.',
  })
}
