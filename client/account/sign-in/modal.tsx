import { type ReactNode, useId, useRef } from 'react'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { CloseIcon } from '#client/ui/icons.tsx'
import styles from './modal.module.css'

interface ModalProps {
  title: string
  /** A sentence under the title. */
  intro?: string
  onClose: () => void
  children: ReactNode
}

/** The dialog of signing in. */
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
  return (
    <Dialog
      ref={dialog}
      className={styles.modal}
      aria-labelledby={id}
      onClose={onClose}
      closesOutside
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
    </Dialog>
  )
}
