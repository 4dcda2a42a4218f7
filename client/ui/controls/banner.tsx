import type { ReactNode } from 'react'
import { AlertIcon, DiamondIcon, InfoIcon, TickIcon } from '#client/ui/icons.tsx'
import styles from './banner.module.css'

type Tone = 'info' | 'ok' | 'warn' | 'error' | 'conflict'

const icons = {
  info: InfoIcon,
  ok: TickIcon,
  warn: AlertIcon,
  error: AlertIcon,
  conflict: DiamondIcon,
}

interface BannerProps {
  tone: Tone
  title: string
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
}

/** Screen readers announce errors and conflicts at once (`alert`), others politely (`status`). */
export function Banner({ tone, title, children, action }: BannerProps) {
  const Icon = icons[tone]
  const urgent = tone === 'error' || tone === 'conflict'
  return (
    <div className={`${styles.banner} ${styles[tone]}`} role={urgent ? 'alert' : 'status'}>
      <Icon className={styles.icon} />
      <div className={styles.text}>
        <b>{title}</b>
        {children ? <p>{children}</p> : null}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  )
}

export function BannerButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" className={styles.button} onClick={onClick}>
      {children}
    </button>
  )
}
