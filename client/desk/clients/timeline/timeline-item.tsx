import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { bookingTones, Status } from '#client/desk/kit/page/status.tsx'
import {
  AlertIcon,
  CalendarIcon,
  CardIcon,
  ClientsIcon,
  ClockIcon,
  DiamondIcon,
  type IconProps,
  MailIcon,
  PencilIcon,
  PlaceIcon,
  SyncIcon,
  TickIcon,
  VideoIcon,
} from '#client/ui/icons.tsx'
import { statusNames } from '#shared/booking/owner-commands.ts'
import type { BookingStatus } from '#shared/booking/status.ts'
import { momentLabel } from '#shared/clients/timeline.ts'
import type {
  Reading,
  TimelineEntry,
  TimelineMark,
  TimelineSign,
} from '#shared/clients/timeline-entry.ts'
import styles from './client-timeline.module.css'

const marks = {
  waiting: { Icon: ClockIcon, words: 'Waiting to sync' },
  conflict: { Icon: DiamondIcon, words: 'Conflict' },
  refused: { Icon: AlertIcon, words: 'Needs attention' },
} as const

interface TimelineItemProps {
  entry: TimelineEntry
  reading: Reading
  /** In the place of the words while they are edited. */
  form: ReactNode
  /** What can be done with it, given what its moment is called. */
  actions: (when: string) => ReactNode
}

export function TimelineItem({ entry, reading, form, actions }: TimelineItemProps) {
  const { now, zone } = reading
  const { at, dateOnly, sign, title, text, status, mark, to } = entry
  const Sign = timelineSigns[sign]
  const when = momentLabel({ at, ...(dateOnly && { dateOnly }) }, now, zone)
  return (
    <li>
      <span className={styles.sign}>
        <Sign />
      </span>
      <div>
        <h4>{to ? <Link to={to}>{title}</Link> : title}</h4>
        {form ?? (text ? <p>{text}</p> : null)}
        {status ? <CallStatus status={status} /> : null}
        {mark ? <Mark mark={mark} /> : null}
        {form ? null : actions(when)}
      </div>
      <time dateTime={new Date(at).toISOString()}>{when}</time>
    </li>
  )
}

function CallStatus({ status }: { status: BookingStatus }) {
  const done = status === 'completed' ? { icon: TickIcon } : {}
  return (
    <Status tone={bookingTones[status]} {...done}>
      {statusNames[status]}
    </Status>
  )
}

function Mark({ mark }: { mark: TimelineMark }) {
  const { Icon, words } = marks[mark]
  return (
    <span className={`${styles.mark} ${styles[mark]}`}>
      <Icon />
      {words}
    </span>
  )
}

const timelineSigns: Record<TimelineSign, ComponentType<IconProps>> = {
  call: VideoIcon,
  booking: CalendarIcon,
  mail: MailIcon,
  money: CardIcon,
  note: PencilIcon,
  trip: PlaceIcon,
  client: ClientsIcon,
  edit: SyncIcon,
}
