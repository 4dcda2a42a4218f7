import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import kit from '#client/desk/kit/primitives.module.css'
import { Dialog } from '#client/ui/dialog.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './side-sheet.module.css'

interface SheetProps {
  title: string
  /** Called after the sheet is closed in any way. */
  onClose: () => void
  children: ReactNode
}

/** A sheet at the right edge, or at the bottom of a phone; open while it is mounted. */
export function Sheet({ title, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // A layout effect runs before the focus moves to the new page. When the dialog closes, the browser
  // returns the focus to where it was when the dialog opened.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Unmounting an open dialog would lose the focus.
    return () => element?.close()
  }, [])
  return (
    <Dialog
      ref={dialog}
      className={styles.sheet}
      closesOnOutsideClick
      aria-labelledby={id}
      onClose={() => {
        if (!dialog.current?.open) onClose()
      }}
    >
      <div className={styles.content}>
        <button
          type="button"
          className={`${kit.iconButton} ${styles.close}`}
          onClick={() => dialog.current?.close()}
        >
          <CloseIcon />
          <VisuallyHidden>Close</VisuallyHidden>
        </button>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
    </Dialog>
  )
}
