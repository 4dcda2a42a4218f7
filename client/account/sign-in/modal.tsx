import { type MouseEvent, type ReactNode, useId, useRef } from 'react'
import { cycleFocus } from '#client/lib/cycle-focus.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { CloseIcon } from '#client/ui/icons.tsx'
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
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  // Each step has its title; the button that led to it is gone.
  useEffectOn(title, () => {
    const { current } = dialog
    if (!current?.open) current?.showModal()
    const place = current?.querySelector('input') ?? heading.current
    place?.focus()
  })
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
      <h2 ref={heading} id={id} tabIndex={-1}>
        {title}
      </h2>
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
