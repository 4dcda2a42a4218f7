import { useEffect, useRef, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { isNetworkError } from '#client/lib/data/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import layout from '#client/ui/layout.module.css'
import text from '#client/ui/type.module.css'
import type { BookingView } from '#shared/booking/api.ts'
import styles from './manage.module.css'
import {
  formatGuestAndOwnerTimes,
  formatWithdrawalEnd,
  formatWithdrawalRefund,
} from './manage-text.ts'
import type { ManagedBooking } from './use-managed-booking.ts'

interface WithdrawFormProps {
  booking: BookingView
  managed: ManagedBooking
  online: boolean
  onClose: () => void
  onDone: () => void
}

/** The second step of a withdrawal: says what it does, and does it. */
export function WithdrawForm({ booking, managed, online, onClose, onDone }: WithdrawFormProps) {
  const [failed, setFailed] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { yours } = formatGuestAndOwnerTimes(booking)

  const withdraw = async () => {
    setFailed(undefined)
    const end = await managed.withdraw()
    if (!end) return
    if (end.ok) return onDone()
    setFailed(
      isNetworkError(end.refusal)
        ? 'The server did not answer, and your booking has not changed. Please try again.'
        : end.refusal.error,
    )
  }
  return (
    <section className={styles.withdrawal} aria-labelledby="withdraw-title" data-print="off">
      <h3 id="withdraw-title" ref={heading} tabIndex={-1}>
        Withdraw from this purchase
      </h3>
      <p className={text.sentence}>
        As a private buyer you can withdraw until {formatWithdrawalEnd(booking)}, without giving a
        reason.
        {booking.status === 'confirmed' && Date.parse(booking.start) > systemClock()
          ? ` The meeting on ${yours.date}, ${yours.time}, will then not take place.`
          : ''}
      </p>
      <p className={styles.refund}>{formatWithdrawalRefund(booking)}</p>
      {failed ? <Banner tone="error" title={failed} /> : null}
      <div className={layout.buttons}>
        <Button
          variant="danger"
          busy={managed.isChanging}
          disabled={!online}
          onClick={() => void withdraw()}
        >
          {managed.isChanging ? 'Withdrawing...' : 'Confirm withdrawal'}
        </Button>
        <Button variant="ghost" disabled={managed.isChanging} onClick={onClose}>
          {booking.status === 'cancelled' ? 'Back' : 'Keep my booking'}
        </Button>
      </div>
    </section>
  )
}
