import type { ClientMark } from '#client/book/store/types.ts'
import { AlertIcon, ClockIcon, DiamondIcon, MergeIcon, TickIcon } from '#client/ui/icons.tsx'
import styles from './client-tags.module.css'

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
