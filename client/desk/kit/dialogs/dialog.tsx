import { type ReactNode, type RefObject, useId } from 'react'
import { Dialog } from '#client/ui/dialog.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './dialog.module.css'

interface DeskDialogProps {
  /** Opened with `showModal`, closed with `close`: the browser shuts off the page behind and gives the focus back. */
  ref: RefObject<HTMLDialogElement | null>
  title: string
  children: ReactNode
  onClose?: () => void
}

/** A sheet over the page: centred, at the bottom edge on a phone. */
export function DeskDialog({ ref, title, children, onClose }: DeskDialogProps) {
  const id = useId()
  return (
    <Dialog ref={ref} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <button type="button" className={styles.close} onClick={() => ref.current?.close()}>
          <CloseIcon />
          <VisuallyHidden>Close</VisuallyHidden>
        </button>
      </div>
      {children}
    </Dialog>
  )
}
