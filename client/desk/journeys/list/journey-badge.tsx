import type { ComponentType } from 'react'
import { LinkIcon, LockIcon, PencilIcon, SunIcon } from '#client/desk/kit/icons.tsx'
import { StatusBadge, type StatusTone } from '#client/desk/kit/page/status-badge.tsx'
import type { IconProps } from '#client/ui/icons.tsx'
import type { JourneyMark } from './journey-groups.ts'

/** Without an icon here, the tone's own is shown. */
const looks: Record<JourneyMark['kind'], { tone: StatusTone; icon?: ComponentType<IconProps> }> = {
  rejected: { tone: 'problem' },
  deleted: { tone: 'problem' },
  conflict: { tone: 'conflict' },
  waiting: { tone: 'wait' },
  draft: { tone: 'mute', icon: PencilIcon },
  shared: { tone: 'ok', icon: LinkIcon },
  'under way': { tone: 'back', icon: SunIcon },
  closing: { tone: 'expired', icon: LockIcon },
  closed: { tone: 'mute', icon: LockIcon },
}

export function JourneyBadge({ mark: { kind, label } }: { mark: JourneyMark }) {
  return <StatusBadge {...looks[kind]}>{label}</StatusBadge>
}
