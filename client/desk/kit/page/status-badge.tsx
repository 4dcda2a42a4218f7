import type { ComponentType } from 'react'
import banner from '#client/ui/controls/banner.module.css'
import {
  AlertIcon,
  ClockIcon,
  CloseIcon,
  DiamondIcon,
  InfoIcon,
  TickIcon,
} from '#client/ui/icons.tsx'
import type { BookingStatus } from '#shared/booking/status.ts'
import styles from './status-badge.module.css'

/** `ok` has an outline only, so that the other tones stand out. */
export type StatusTone = 'ok' | 'wait' | 'problem' | 'conflict' | 'back' | 'mute' | 'expired'

const icons: Record<StatusTone, ComponentType<{ className?: string | undefined }>> = {
  ok: TickIcon,
  wait: ClockIcon,
  problem: AlertIcon,
  conflict: DiamondIcon,
  back: InfoIcon,
  mute: CloseIcon,
  expired: ClockIcon,
}

/** Uses the colours of a banner for tones with the same meaning. */
const toneClasses: Record<StatusTone, string | undefined> = {
  ok: styles.ok,
  wait: banner.warn,
  problem: banner.error,
  conflict: banner.error,
  back: banner.info,
  mute: styles.mute,
  expired: styles.expired,
}

interface StatusBadgeProps {
  tone: StatusTone
  children: string
  /** Replaces the icon of the tone. */
  icon?: ComponentType<{ className?: string | undefined }>
}

/** A state as one word with an icon, so that it does not depend on colour alone. */
export function StatusBadge({ tone, children, icon: Icon = icons[tone] }: StatusBadgeProps) {
  return (
    <span className={`${styles.status} ${toneClasses[tone]}`}>
      <Icon className={styles.icon} />
      {children}
    </span>
  )
}

/** The tone of each booking status, for the whole desk. */
export const bookingTones: Record<BookingStatus, StatusTone> = {
  requested: 'wait',
  awaiting_payment: 'wait',
  confirmed: 'ok',
  completed: 'mute',
  no_show: 'mute',
  cancelled: 'mute',
  expired: 'expired',
  needs_new_time: 'conflict',
}
