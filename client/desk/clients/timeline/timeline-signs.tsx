import type { ComponentType } from 'react'
import { ClientsIcon } from '#client/desk/clients/crm-icons.tsx'
import {
  CalendarIcon,
  CardIcon,
  MailIcon,
  PencilIcon,
  SyncIcon,
  VideoIcon,
} from '#client/desk/kit/icons.tsx'
import { type IconProps, Line } from '#client/ui/icons.tsx'
import type { TimelineSign } from '#shared/clients/timeline-entry.ts'

function PlaceIcon(props: IconProps) {
  return (
    <Line {...props}>
      <path d="M8 14.500S3 9.800 3 6.300a5 5 0 0 1 10 0c0 3.500-5 8.200-5 8.200z" />
      <circle cx="8" cy="6.300" r="1.700" />
    </Line>
  )
}

export const timelineSigns: Record<TimelineSign, ComponentType<IconProps>> = {
  call: VideoIcon,
  booking: CalendarIcon,
  mail: MailIcon,
  money: CardIcon,
  note: PencilIcon,
  trip: PlaceIcon,
  client: ClientsIcon,
  edit: SyncIcon,
}
