import { dateHere, plainDateWords } from '#client/desk/clients/day-of.ts'
import { useIsCutOff } from '#client/desk/kit/as-of.tsx'
import { momentWords } from '#client/lib/data/moment-words.ts'
import type { BusyTimes } from './use-calendar-data.ts'

/** How old the busy times are that the calendar shows, and how far they go. */
export function BusyAge({ desk, now }: { desk: BusyTimes['desk']; now: number }) {
  const cut = useIsCutOff(desk)
  const { data, state, asOf } = desk
  if (state === 'none') return <p>Your busy times of these weeks are not on this device yet.</p>
  if (!data?.readAt) return null
  const until = data.readUntil && plainDateWords(dateHere(Date.parse(data.readUntil)))
  return (
    <p>
      Your own calendar was read {momentWords(Date.parse(data.readAt), now)}
      {until ? `, until ${until}` : ''}.
      {cut && asOf ? ` Busy times are shown as of ${momentWords(asOf, now)}.` : ''}
    </p>
  )
}
