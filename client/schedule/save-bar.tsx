import { DeskButton } from '../desk/desk-button.tsx'
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
      <DeskButton
        busy={saving}
        barred={(!dirty || disabled) && !saving ? 'Nothing can be saved now.' : undefined}
        onClick={onSave}
      >
        {saving ? 'Saving...' : 'Save Changes'}
      </DeskButton>
    </div>
  )
}
