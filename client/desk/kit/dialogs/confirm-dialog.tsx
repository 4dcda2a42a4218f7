import type { ReactNode, RefObject } from 'react'
import { Button } from '#client/ui/button.tsx'
import styles from './confirm-dialog.module.css'
import { DeskDialog } from './dialog.tsx'

interface ConfirmDialogProps {
  ref: RefObject<HTMLDialogElement | null>
  /** The question. */
  title: string
  /** What will happen. */
  children: ReactNode
  /** The deed, in a verb: `Cancel booking`. */
  confirm: string
  /** The way out, where "Cancel" would be misread. */
  keep?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  /** Closed in any way. */
  onClose?: () => void
}

/** Asks once more before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { ref, title, children, confirm, keep = 'Cancel', danger, busy, onConfirm, onClose } = props
  return (
    <DeskDialog ref={ref} title={title} {...(onClose && { onClose })}>
      <div className={styles.words}>{children}</div>
      <div className={styles.actions}>
        <Button small variant="ghost" onClick={() => ref.current?.close()}>
          {keep}
        </Button>
        <Button
          small
          variant={danger ? 'danger' : 'primary'}
          busy={busy ?? false}
          onClick={onConfirm}
        >
          {confirm}
        </Button>
      </div>
    </DeskDialog>
  )
}
