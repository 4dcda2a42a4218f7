import { useEffect, useId, useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { AlertIcon } from '#client/ui/controls/more-icons.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './save-bar.module.css'

interface SaveBarProps {
  dirty: boolean
  saving: boolean
  disabled: boolean
  onSave: () => void
}

/** At the foot of the window, so that the warning and what answers it stand together. */
export function SaveBar({ dirty, saving, disabled, onSave }: SaveBarProps) {
  const id = useId()
  const words = useRef<HTMLParagraphElement>(null)
  const wasSaving = useRef(false)
  // Once saved, the button is disabled and cannot have the focus back.
  useEffect(() => {
    if (wasSaving.current && !saving && document.activeElement === document.body)
      words.current?.focus({ preventScroll: true })
    wasSaving.current = saving
  }, [saving])
  return (
    <div className={`${styles.bar} ${dirty ? styles.dirty : ''}`}>
      <p role="status" id={id} ref={words} tabIndex={-1}>
        {dirty ? (
          <>
            <AlertIcon className={styles.icon} />
            <span>You have unsaved changes. Don't forget to save your changes before leaving.</span>
          </>
        ) : (
          <VisuallyHidden>There are no unsaved changes.</VisuallyHidden>
        )}
      </p>
      <Button
        small
        busy={saving}
        disabled={!dirty || disabled}
        aria-describedby={id}
        onClick={onSave}
      >
        {saving ? 'Saving...' : 'Save Changes'}
      </Button>
    </div>
  )
}
