import type { ReactNode } from 'react'
import { CalendarIcon, MailIcon, ReturnIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { ClockIcon, DiamondIcon } from '#client/ui/icons.tsx'
import type { ItemText } from './attention-text.ts'
import styles from './dashboard-item.module.css'

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
  /** The actions. */
  children: ReactNode
}

/** One item that waits for the owner or that has happened. */
export function DashboardItem({ look, title, text, children }: DashboardItemProps) {
  const { Icon, className } = looks[look]
  return (
    <li className={`${kit.inset} ${styles.item}`}>
      <Icon className={className} />
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
        <div className={styles.actions}>{children}</div>
      </div>
    </li>
  )
}
