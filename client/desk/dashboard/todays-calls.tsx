import { Agenda } from '#client/desk/kit/lists/agenda.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { VideoIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { catalogue } from '#shared/booking/catalogue.ts'
import { statusNames } from '#shared/booking/owner-commands.ts'
import { isLinkMissing, phoneHref } from '#shared/booking/place.ts'
import { clockTime } from '#shared/booking/times.ts'
import type { Call } from '#shared/desk/api.ts'
import { zoneWords } from '#shared/lib/zone.ts'
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
    action: <Begin call={call} next={call.id === next?.id} />,
  }))
  return (
    <div className={styles.calls}>
      <Agenda items={items} zone={zone} none="No calls today." />
    </div>
  )
}

/** The button that begins a call: its room, its link, or the guest's number. */
function Begin({ call, next }: { call: Call; next: boolean }) {
  const { place, meetingUrl, phone, clientName } = call
  const variant = next ? 'primary' : 'ghost'
  if (place === 'phone')
    return (
      <ButtonLink small variant={variant} href={phoneHref(phone)}>
        Call {phone}
        <VisuallyHidden>, {clientName}</VisuallyHidden>
      </ButtonLink>
    )
  if (!meetingUrl) return null
  return (
    <ButtonLink small variant={variant} href={meetingUrl} target="_blank" rel="noreferrer">
      <VideoIcon className={styles.icon} />
      Open meeting<VisuallyHidden> with {clientName}</VisuallyHidden>
    </ButtonLink>
  )
}

/** `Business Consultancy, paid. 14:00 in Europe/London` */
function callWords(call: Call, zone: string): string {
  const { serviceType, payment, status, timezone, start, place, address } = call
  const what = [catalogue[serviceType].title]
  if (payment === 'paid') what.push('paid')
  if (status !== 'confirmed') what.push(statusNames[status].toLowerCase())
  const there = clockTime(Date.parse(start), timezone)
  const sentences = [what.join(', ')]
  if (timezone !== zone) sentences.push(`${there} in ${zoneWords(timezone)}`)
  if (place === 'in_person') sentences.push(address)
  if (isLinkMissing(call) && status === 'confirmed') sentences.push('No link yet')
  return sentences.join('. ')
}
