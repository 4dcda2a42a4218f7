import type { ComponentProps, ComponentType } from 'react'
import { StatusBadge } from '#client/desk/kit/page/status-badge.tsx'
import { ClockIcon } from '#client/ui/icons.tsx'
import { HOME_ZONE, type JourneyState } from '#shared/journeys/days.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { EditIcon, LinkIcon, SunIcon } from './icons.tsx'
import { toLastDay } from './journey-text.ts'

interface JourneyBadgeProps {
  state: JourneyState
  /** The guests' link; undefined if the journey was never shared. */
  link: { isClosed: boolean; isWaiting: boolean; endsAt: number } | undefined
  /** UTC milliseconds. */
  now: number
}

type Look = [
  tone: ComponentProps<typeof StatusBadge>['tone'],
  label: string,
  icon?: ComponentType<{ className?: string | undefined }>,
]

/** The state of a journey and its link in one word or two. */
export function JourneyBadge(props: JourneyBadgeProps) {
  const [tone, label, icon] = getLook(props)
  return (
    <StatusBadge tone={tone} {...(icon && { icon })}>
      {label}
    </StatusBadge>
  )
}

function getLook({ state, link, now }: JourneyBadgeProps): Look {
  if (link?.isClosed || (link && link.endsAt <= now)) return ['mute', 'Link closed']
  if (link?.isWaiting) return ['wait', 'Waiting', ClockIcon]
  if (link && toLastDay(link.endsAt) === toWallTime(now, HOME_ZONE).date)
    return ['wait', 'Link closes today', ClockIcon]
  if (state === 'under way') return ['back', 'Under way', SunIcon]
  if (state === 'past') return ['mute', 'Past', ClockIcon]
  return state === 'shared' ? ['ok', 'Shared', LinkIcon] : ['mute', 'Draft', EditIcon]
}
