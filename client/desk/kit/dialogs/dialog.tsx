import { type ReactNode, type RefObject, useId } from 'react'
import { cycleFocus } from '#client/lib/cycle-focus.ts'
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
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={id}
      onClose={onClose}
      // Beyond the last control the browser would leave the page.
      onKeyDown={(event) => cycleFocus(event, event.currentTarget)}
    >
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        <button type="button" className={styles.close} onClick={() => ref.current?.close()}>
          <CloseIcon />
          <VisuallyHidden>Close</VisuallyHidden>
        </button>
      </div>
      {children}
    </dialog>
  )
}
