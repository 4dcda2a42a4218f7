import { catalogue } from '../../shared/booking/catalogue.ts'
import { statusNames } from '../../shared/booking/owner-commands.ts'
import { clockTime } from '../../shared/booking/times.ts'
import type { Call } from '../../shared/desk/api.ts'
import { ButtonLink } from '../ui/button.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './agenda.module.css'
import { VideoIcon } from './desk-icons.tsx'

interface AgendaProps {
  calls: readonly Call[]
  /** The one whose room is to be opened next. */
  next: Call | undefined
  zone: string
}

/** Today's calls; only the next one has the primary button. */
export function Agenda({ calls, next, zone }: AgendaProps) {
  if (calls.length === 0) return <p className={styles.none}>No calls today.</p>
  return (
    <ul className={styles.agenda}>
      {calls.map((call) => (
        <li key={call.id}>
          <p className={styles.time}>
            {clockTime(Date.parse(call.start), zone)}
            <small>to {clockTime(Date.parse(call.end), zone)}</small>
          </p>
          <div>
            <h3>{call.clientName}</h3>
            <p>{callWords(call, zone)}</p>
          </div>
          {call.meetingUrl ? (
            <ButtonLink
              small
              variant={call.id === next?.id ? 'primary' : 'ghost'}
              href={call.meetingUrl}
              target="_blank"
              rel="noreferrer"
            >
              <VideoIcon className={styles.icon} />
              Open meeting<VisuallyHidden> with {call.clientName}</VisuallyHidden>
            </ButtonLink>
          ) : null}
        </li>
      ))}
    </ul>
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
