import { useRef } from 'react'
import { firstName, momentIn } from '#client/desk/bookings/booking-words.ts'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { call } from '#client/lib/data/api.ts'
import { callOffBooking, type DeskBooking } from '#shared/booking/desk-api.ts'
import { RefundChoice, useRefundChoice } from './refund-choice.tsx'
import type { ActionProps } from './use-command.ts'

/** Cancels, and asks of a paid booking how much goes back. */
export function CancelBooking({
  booking,
  command,
  now,
  barred,
}: ActionProps & { barred: string | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const choosing = useRefundChoice(booking)
  const { refundable } = booking

  const cancel = async () => {
    const refund = refundable > 0 ? choosing.read() : 0
    if (refund === undefined) return
    const name = firstName(booking)
    const done = `Booking cancelled. ${name} is told by e-mail.`
    await command.give((given) => call(callOffBooking, { ...given, refund }), done)
    dialog.current?.close()
  }
  return (
    <>
      <DeskButton variant="danger" barred={barred} onClick={() => dialog.current?.showModal()}>
        Cancel booking
      </DeskButton>
      <ConfirmDialog
        ref={dialog}
        title="Cancel this booking?"
        confirm="Cancel booking"
        keep="Keep booking"
        danger
        busy={command.busy}
        onConfirm={() => void cancel()}
      >
        <p>{consequence(booking, now)}</p>
        {refundable > 0 ? <RefundChoice booking={booking} orNothing {...choosing.props} /> : null}
      </ConfirmDialog>
    </>
  )
}

function consequence(booking: DeskBooking, now: number): string {
  const { start, end, ownerZone, status } = booking
  const name = firstName(booking)
  if (status === 'needs_new_time' || Date.parse(end) <= now) return `${name} is told by e-mail.`
  const when = momentIn(Date.parse(start), ownerZone)
  return `${when} becomes free again, and ${name} is told by e-mail.`
}
