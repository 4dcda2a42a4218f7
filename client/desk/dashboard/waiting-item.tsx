import type { ReactNode } from 'react'
import { CalendarIcon, MailIcon, ReturnIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { ClockIcon, DiamondIcon } from '#client/ui/icons.tsx'
import styles from './waiting-item.module.css'
import type { ItemWords } from './waiting-words.ts'

const looks = {
  mail: { Icon: MailIcon, className: styles.problem },
  trouble: { Icon: DiamondIcon, className: styles.problem },
  refund: { Icon: ReturnIcon, className: styles.refund },
  wait: { Icon: ClockIcon, className: styles.warning },
  moved: { Icon: CalendarIcon, className: styles.warning },
  cancelled: { Icon: DiamondIcon, className: styles.problem },
}

interface WaitingItemProps extends ItemWords {
  look: keyof typeof looks
  /** The actions. */
  children: ReactNode
}

/** One item that waits for the owner or that has happened. */
export function WaitingItem({ look, title, text, children }: WaitingItemProps) {
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
