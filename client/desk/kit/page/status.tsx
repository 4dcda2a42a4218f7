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
import styles from './status.module.css'

/** `ok` is outline only, so that what differs stands out. */
export type StatusTone = 'ok' | 'wait' | 'problem' | 'conflict' | 'back' | 'mute' | 'lapsed'

const icons: Record<StatusTone, ComponentType<{ className?: string | undefined }>> = {
  ok: TickIcon,
  wait: ClockIcon,
  problem: AlertIcon,
  conflict: DiamondIcon,
  back: InfoIcon,
  mute: CloseIcon,
  lapsed: ClockIcon,
}

/** Of a banner's colours where both mean the same. */
const looks: Record<StatusTone, string | undefined> = {
  ok: styles.ok,
  wait: banner.warn,
  problem: banner.error,
  conflict: banner.error,
  back: banner.info,
  mute: styles.mute,
  lapsed: styles.lapsed,
}

interface StatusProps {
  tone: StatusTone
  children: string
  /** In place of the tone's own mark. */
  icon?: ComponentType<{ className?: string | undefined }>
}

/** A state in a word, with a mark beside its colour. */
export function Status({ tone, children, icon: Icon = icons[tone] }: StatusProps) {
  return (
    <span className={`${styles.status} ${looks[tone]}`}>
      <Icon className={styles.icon} />
      {children}
    </span>
  )
}

/** How a booking's status looks wherever the desk shows it. */
export const bookingTones: Record<BookingStatus, StatusTone> = {
  requested: 'wait',
  awaiting_payment: 'wait',
  confirmed: 'ok',
  completed: 'mute',
  no_show: 'mute',
  cancelled: 'mute',
  expired: 'lapsed',
  needs_new_time: 'conflict',
}
