import { type ReactNode, type RefObject, useId } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './dialog.module.css'

interface DeskDialogProps {
  /**
   * Open it with `showModal` and close it with `close`: the browser makes the page behind inert and
   * restores the focus.
   */
  ref: RefObject<HTMLDialogElement | null>
  title: string
  children: ReactNode
  /** Called however the dialog was closed. */
  onClose?: () => void
}

/** A dialog over the page: centred, on a phone at the bottom edge. */
export function DeskDialog({ ref, title, children, onClose }: DeskDialogProps) {
  const id = useId()
  return (
    <Dialog ref={ref} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className={`${layout.bare} ${styles.close}`}
          onClick={() => ref.current?.close()}
        >
          <CloseIcon />
          <VisuallyHidden>Close</VisuallyHidden>
        </button>
      </div>
      {children}
    </Dialog>
  )
}

/** The buttons of a dialog: in sight also while a long dialog is scrolled. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}

interface ConfirmDialogProps extends Pick<DeskDialogProps, 'ref' | 'onClose'> {
  /** The question. */
  title: string
  /** What will happen. */
  children: ReactNode
  /** A verb and its object: `Cancel booking`. */
  confirmLabel: string
  /** The label of the other button, where "Cancel" could be misread. */
  cancelLabel?: string
  /** Set it if data, a booking or money would be lost. */
  danger?: boolean
  /** The action runs: its button is disabled, and the dialog can still be closed. */
  busy?: boolean
  /** There is nothing to do. */
  disabled?: boolean
  /** The caller closes the dialog. */
  onConfirm: () => void
}

/** Asks for confirmation before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    ref,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    danger,
    busy,
    disabled,
    onConfirm,
    onClose,
  } = props
  return (
    <DeskDialog ref={ref} title={title} {...(onClose && { onClose })}>
      <div className={`stack gap-3 ${styles.text}`}>{children}</div>
      <DialogFoot>
        <Button small variant="ghost" onClick={() => ref.current?.close()}>
          {cancelLabel}
        </Button>
        <Button
          small
          variant={danger ? 'danger' : 'primary'}
          busy={busy ?? false}
          disabled={disabled ?? false}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </DialogFoot>
    </DeskDialog>
  )
}
