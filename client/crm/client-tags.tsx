import type { ClientMark } from '../offline/crm/types.ts'
import { AlertIcon, ClockIcon, DiamondIcon, TickIcon } from '../ui/more-icons.tsx'
import styles from './client-tags.module.css'
import { MergeIcon } from './crm-icons.tsx'

const marks = {
  refused: { Icon: AlertIcon, word: 'Needs attention', look: 'grave' },
  conflict: { Icon: DiamondIcon, word: 'Conflict', look: 'grave' },
  waiting: { Icon: ClockIcon, word: 'Waiting', look: 'wait' },
  duplicate: { Icon: MergeIcon, word: 'Duplicate', look: 'note' },
} as const

export function ClientMarkTag({ mark }: { mark: ClientMark | undefined }) {
  if (!mark) return null
  const { Icon, word, look } = marks[mark]
  return (
    <span className={`${styles.tag} ${styles[look]}`}>
      <Icon />
      {word}
    </span>
  )
}

/** Of something edited here that the server does not have yet. */
export function WaitingTag() {
  return (
    <span className={`${styles.tag} ${styles.wait}`}>
      <ClockIcon />
      Saved on this device, waiting to sync
    </span>
  )
}

export function SyncedTag() {
  return (
    <span className={`${styles.tag} ${styles.ok}`}>
      <TickIcon />
      Synced
    </span>
  )
}
