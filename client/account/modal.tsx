import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { cycleFocus } from '../lib/cycle-focus.ts'
import { CloseIcon } from '../ui/icons.tsx'
import styles from './modal.module.css'

interface ModalProps {
  title: string
  /** A sentence under the title. */
  intro?: string
  onClose: () => void
  children: ReactNode
}

/** A modal dialog of the platform: it keeps the page behind still, takes Esc, and gives focus back. */
export function Modal({ title, intro, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const { current } = dialog
    if (!current?.open) current?.showModal()
  }, [])
  const closeOutside = (event: MouseEvent) => {
    if (event.target === event.currentTarget) dialog.current?.close()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.modal}
      aria-labelledby={id}
      onClose={onClose}
      onClick={closeOutside}
      onKeyDown={(event) => cycleFocus(event, event.currentTarget)}
    >
      <h2 id={id}>{title}</h2>
      {intro ? (
        <p className={styles.intro} role="status">
          {intro}
        </p>
      ) : null}
      {children}
      <button
        type="button"
        className={styles.close}
        aria-label="Close"
        onClick={() => dialog.current?.close()}
      >
        <CloseIcon />
      </button>
    </dialog>
  )
}
