import { Button } from '../ui/button.tsx'
import { AlertIcon } from '../ui/more-icons.tsx'
import styles from './save-bar.module.css'

interface SaveBarProps {
  dirty: boolean
  saving: boolean
  disabled: boolean
  onSave: () => void
}

/** At the foot of the window, so that the warning and what answers it stand together. */
export function SaveBar({ dirty, saving, disabled, onSave }: SaveBarProps) {
  return (
    <div className={`${styles.bar} ${dirty ? styles.dirty : ''}`}>
      <p role="status">
        {dirty ? (
          <>
            <AlertIcon className={styles.icon} />
            <span>You have unsaved changes. Don't forget to save your changes before leaving.</span>
          </>
        ) : null}
      </p>
      <Button small busy={saving} disabled={(!dirty || disabled) && !saving} onClick={onSave}>
        {saving ? 'Saving...' : 'Save Changes'}
      </Button>
    </div>
  )
}
