import type { ComponentType } from 'react'
import type { ClientMark, ClientView } from '#client/data/store/types.ts'
import { formatDateTime } from '#client/desk/kit/format-date-time.ts'
import { MergeIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { AlertIcon, ClockIcon, DiamondIcon, type IconProps, TickIcon } from '#client/ui/icons.tsx'
import styles from './client-detail.module.css'

const marks = {
  rejected: { Icon: AlertIcon, look: kit.problem, children: 'Needs attention' },
  conflict: { Icon: DiamondIcon, look: kit.problem, children: 'Conflict' },
  pending: { Icon: ClockIcon, look: kit.warning, children: 'Waiting' },
  duplicate: { Icon: MergeIcon, look: styles.info, children: 'Duplicate' },
}

export function ClientMarkTag({ mark }: { mark: ClientMark | undefined }) {
  return mark ? <Tag {...marks[mark]} /> : null
}

/** Marks a value whose mutation is pending. */
export function PendingTag() {
  return (
    <Tag Icon={ClockIcon} look={kit.warning}>
      Saved on this device, waiting to sync
    </Tag>
  )
}

export function SyncedTag() {
  return (
    <Tag Icon={TickIcon} look={styles.synced}>
      Synced
    </Tag>
  )
}

interface TagProps {
  Icon: ComponentType<IconProps>
  look: string | undefined
  children: string
}

function Tag({ Icon, look, children }: TagProps) {
  return (
    <span className={`${kit.inline} ${styles.tag} ${look}`}>
      <Icon />
      {children}
    </span>
  )
}

interface FieldPendingTagProps {
  /** When the value was edited on this device, ISO 8601; undefined if no mutation is pending. */
  since: string | undefined
  now: number
}

/** Shown below a value whose mutation is pending. */
export function FieldPendingTag({ since, now }: FieldPendingTagProps) {
  if (since === undefined) return null
  return (
    <span className={styles.pending}>
      <PendingTag />
      <time className={kit.aside} dateTime={since}>
        {formatDateTime(Date.parse(since), now)}
      </time>
    </span>
  )
}

/**
 * The fields with pending mutations of their own. None for a client that the server does not have
 * yet: the head of its page shows that the whole client is pending.
 */
export function pickPendingFields({ rev, pendingFields }: ClientView): ClientView['pendingFields'] {
  return rev === 0 ? {} : pendingFields
}
