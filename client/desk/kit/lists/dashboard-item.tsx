import type { ReactNode } from 'react'
import { CalendarIcon, MailIcon, ReturnIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { ClockIcon, DiamondIcon } from '#client/ui/icons.tsx'
import styles from './dashboard-item.module.css'

export interface ItemText {
  title: string
  text: string
}

const looks = {
  mail: { Icon: MailIcon, className: styles.problem },
  warning: { Icon: DiamondIcon, className: styles.problem },
  refund: { Icon: ReturnIcon, className: styles.refund },
  wait: { Icon: ClockIcon, className: styles.warning },
  moved: { Icon: CalendarIcon, className: styles.warning },
  cancelled: { Icon: DiamondIcon, className: styles.problem },
}

interface DashboardItemProps extends ItemText {
  look: keyof typeof looks
  /** What it is about, one by one. */
  lines?: readonly string[]
  /** The actions. */
  children?: ReactNode
}

/** One item that waits for the owner or that has happened. */
export function DashboardItem({ look, title, text, lines = [], children }: DashboardItemProps) {
  const { Icon, className } = looks[look]
  return (
    <li className={`${kit.inset} ${styles.item}`}>
      <Icon className={className} />
      <div>
        <h3>{title}</h3>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {text ? <p>{text}</p> : null}
        {children ? <div className={styles.actions}>{children}</div> : null}
      </div>
    </li>
  )
}
