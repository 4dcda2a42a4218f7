import { placeFact } from '#client/lib/data/place-fact.tsx'
import { type Fact, Facts } from '#client/ui/page/facts.tsx'
import type { BookingView } from '#shared/booking/api.ts'
import { zoneWords } from '#shared/lib/zone-names.ts'
import styles from './manage-facts.module.css'
import { meetingTimes } from './manage-words.ts'

export function ManageFacts({ booking }: { booking: BookingView }) {
  return <Facts facts={factsOf(booking)} />
}

function factsOf(booking: BookingView): Fact[] {
  const { yours, ours } = meetingTimes(booking)
  const stands = booking.status === 'confirmed'
  const gone = ['cancelled', 'expired', 'needs_new_time'].includes(booking.status)
  const when = (date: string, time: string) =>
    gone ? <s>{`${date}, ${time}`}</s> : `${date}, ${time}`
  return [
    { term: 'Your time', value: <Time main={when(yours.date, yours.time)} zone={yours.zone} /> },
    ...(ours
      ? [{ term: 'Our time', value: <Time main={when(ours.date, ours.time)} zone={ours.zone} /> }]
      : []),
    ...(stands ? [placeFact(booking)] : []),
    { term: 'E-mail', value: booking.email },
    { term: 'Reference', value: booking.id },
  ]
}

function Time({ main, zone }: { main: React.ReactNode; zone: string }) {
  return (
    <>
      {main}
      <small className={styles.zone}>{zoneWords(zone)}</small>
    </>
  )
}
