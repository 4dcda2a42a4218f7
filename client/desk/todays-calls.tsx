import { catalogue } from '../../shared/booking/catalogue.ts'
import { statusNames } from '../../shared/booking/owner-commands.ts'
import { clockTime } from '../../shared/booking/times.ts'
import type { Call } from '../../shared/desk/api.ts'
import { ButtonLink } from '../ui/button.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { Agenda } from './agenda.tsx'
import { VideoIcon } from './desk-icons.tsx'
import styles from './todays-calls.module.css'

interface TodaysCallsProps {
  calls: readonly Call[]
  /** The one whose room is to be opened next. */
  next: Call | undefined
  zone: string
}

/** Today's calls; only the next one has the primary button. */
export function TodaysCalls({ calls, next, zone }: TodaysCallsProps) {
  const items = calls.map((call) => ({
    id: call.id,
    hours: call,
    title: call.clientName,
    words: callWords(call, zone),
    action: call.meetingUrl ? (
      <OpenMeeting url={call.meetingUrl} name={call.clientName} next={call.id === next?.id} />
    ) : null,
  }))
  return (
    <div className={styles.calls}>
      <Agenda items={items} zone={zone} none="No calls today." />
    </div>
  )
}

function OpenMeeting({ url, name, next }: { url: string; name: string; next: boolean }) {
  return (
    <ButtonLink
      small
      variant={next ? 'primary' : 'ghost'}
      href={url}
      target="_blank"
      rel="noreferrer"
    >
      <VideoIcon className={styles.icon} />
      Open meeting<VisuallyHidden> with {name}</VisuallyHidden>
    </ButtonLink>
  )
}

/** `Business Consultancy, paid. 14:00 in Europe/London` */
function callWords(call: Call, zone: string): string {
  const { serviceType, payment, status, timezone, start, meetingUrl } = call
  const what = [catalogue[serviceType].title]
  if (payment === 'paid') what.push('paid')
  if (status !== 'confirmed') what.push(statusNames[status].toLowerCase())
  const there = clockTime(Date.parse(start), timezone)
  const sentences = [what.join(', ')]
  if (timezone !== zone) sentences.push(`${there} in ${timezone.replaceAll('_', ' ')}`)
  if (!meetingUrl && status === 'confirmed') sentences.push('No meeting room yet')
  return sentences.join('. ')
}
