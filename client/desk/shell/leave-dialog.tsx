import { createPortal } from 'react-dom'
import { DeskDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { Button } from '#client/ui/button.tsx'
import styles from './leave-dialog.module.css'
import type { Leave } from './use-leave.ts'

/** Outside of the panel from which it may be opened, which closes when a dialog opens. */
export function LeaveDialog({ of: leaving }: { of: Leave }) {
  return createPortal(<Question of={leaving} />, document.body)
}

/** What becomes of edits that the server does not have, before everything here is removed. */
function Question({ of: leaving }: { of: Leave }) {
  const { ref, unsent = 0, busy, online, failed } = leaving
  const changes = unsent === 1 ? '1 change' : `${unsent} changes`
  if (unsent === 0)
    return (
      <DeskDialog ref={ref} title="Remove all data from this device?">
        <p className={styles.words}>
          You are signed out here, and the clients, bookings and forms that this device keeps are
          removed from it. All changes are synced: nothing is lost.
        </p>
        <div className={styles.actions}>
          <Button small variant="ghost" onClick={() => ref.current?.close()}>
            Cancel
          </Button>
          <Button small variant="danger" busy={busy === 'leaving'} onClick={leaving.leave}>
            Sign out and remove
          </Button>
        </div>
      </DeskDialog>
    )
  const are = unsent === 1 ? 'is' : 'are'
  return (
    <DeskDialog ref={ref} title={`${changes} ${are} only on this device`}>
      <p className={styles.words}>
        Signing out removes everything that this device keeps. What was not synced would be gone.
      </p>
      <p className={styles.failed} role="status">
        {failed ? `${changes} could not be synced: the server did not answer.` : null}
      </p>
      <div className={styles.actions}>
        {online ? (
          <Button small busy={busy === 'syncing'} onClick={leaving.sync}>
            Sync now
          </Button>
        ) : (
          <Button small aria-disabled="true">
            Sync when online
          </Button>
        )}
        <Button small variant="ghost" onClick={leaving.download}>
          Download a copy
        </Button>
        <Button small variant="danger" busy={busy === 'leaving'} onClick={leaving.leave}>
          {`Discard ${changes}`}
        </Button>
      </div>
    </DeskDialog>
  )
}
