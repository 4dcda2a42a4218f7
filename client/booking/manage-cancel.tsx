import { useRef, useState } from 'react'
import { isNoAnswer } from '#client/lib/data/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import type { BookingView } from '#shared/booking/api.ts'
import styles from './manage-cancel.module.css'
import { meetingTimes, refundSentence } from './manage-words.ts'
import type { ChangeEnd, ManagedBooking } from './use-managed-booking.ts'

interface ManageCancelProps {
  booking: BookingView
  managed: ManagedBooking
  disabled: boolean
  done: () => void
}

/** Asks once more, with the exact refund, before anything is given up. */
export function ManageCancel({ booking, managed, disabled, done }: ManageCancelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [failed, setFailed] = useState<string>()
  const { yours } = meetingTimes(booking)

  const cancel = async () => {
    setFailed(undefined)
    const end = await managed.cancel()
    if (!end) return
    if (!end.ok) return setFailed(sentenceOf(end))
    dialog.current?.close()
    done()
  }
  return (
    <>
      <Button variant="danger" disabled={disabled} onClick={() => dialog.current?.showModal()}>
        Cancel booking
      </Button>
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-labelledby="cancel-title"
        onClose={() => setFailed(undefined)}
      >
        <h2 id="cancel-title" className={styles.title}>
          Cancel this booking?
        </h2>
        {booking.status === 'needs_new_time' ? null : (
          <p className={styles.text}>
            {yours.date}, {yours.time}, goes back to others.
          </p>
        )}
        <p className={styles.refund}>{refundSentence(booking)}</p>
        {failed ? <Banner tone="error" title={failed} /> : null}
        <div className={styles.actions}>
          <Button variant="danger" busy={managed.changing} onClick={() => void cancel()}>
            {managed.changing ? 'Cancelling...' : 'Cancel booking'}
          </Button>
          <Button
            variant="ghost"
            disabled={managed.changing}
            onClick={() => dialog.current?.close()}
          >
            Keep booking
          </Button>
        </div>
      </dialog>
    </>
  )
}

function sentenceOf(end: ChangeEnd & { ok: false }): string {
  return isNoAnswer(end.refusal)
    ? 'No answer came, and the booking stands as it was. Please try again.'
    : end.refusal.error
}
